// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"
#include "engine/model/module_tree.h"
#include "engine/plan/edit/plan_edit.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stowage::test {

/// A tree that record_plans.py wrote from the real module: "gpt2" or "raschka-gpt2".
[[nodiscard]] std::shared_ptr<const ModuleTree> recordedTree(const std::string& name);

/// Whether a random tree registers some modules a second time elsewhere.
enum class SharedModules { No, Yes };

/// Any number of modules with parameters, buffers and ties; equal seeds give equal trees.
[[nodiscard]] std::shared_ptr<const ModuleTree> randomTree(
    unsigned seed, SharedModules shared = SharedModules::No);

/// Simulated GPUs of these capacities, a CPU and the disk.
[[nodiscard]] std::vector<DeviceInfo> machineWith(const std::vector<std::uint64_t>& gpus,
                                                  std::uint64_t ram);

/// A request with default budgets on such a machine.
[[nodiscard]] PlacementRequest requestFor(std::shared_ptr<const ModuleTree> tree,
                                          const std::vector<std::uint64_t>& gpus,
                                          std::uint64_t ram = 8 * kGiB);

using Plan = std::shared_ptr<const PlacementPlan>;
/// The plan of a request, and a plan after an edit; null where it is refused.
[[nodiscard]] Plan planOf(const PlacementRequest& request);
[[nodiscard]] Plan edited(const Plan& plan, const PlanEdit& edit);

/// Explicit budgets, as --max-memory gives them.
void setBudgets(PlacementRequest& request, const std::string& maxMemory);

[[nodiscard]] bool hasIssue(const PlacementPlan& plan, const std::string& code);
[[nodiscard]] const PlanIssue* findIssue(const PlacementPlan& plan, const std::string& code);

/// "gpu:0=a,b cpu=c": the map by device, for comparing and for messages.
[[nodiscard]] std::string mapText(const DeviceMap& map);

}  // namespace stowage::test
