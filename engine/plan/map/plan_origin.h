// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/map/python_literals.h"
#include "engine/plan/placement_request.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// What a plan followed from, as `plan --json` keeps it: so that another map for the same machine
/// can be explained. What an older or newer Stowage did not write, or writes otherwise, has its
/// default here.
struct PlanOrigin {
    Strategy strategy = Strategy::Manual;
    PlacementRules rules = PlacementRules::Accelerate;
    std::vector<MemoryBudget> budgets;
    bool budgetsAreDefaults = true;
    std::vector<DeviceInfo> devices;  ///< empty where the text does not tell them
    std::vector<MachineLink> machineLinks{};
    PlacementConstraints constraints;
    std::optional<LoadModelPreset> preset;
    std::vector<std::pair<std::string, DeviceId>> moves;
    unsigned prefetchWindow = PlacementRequest{}.prefetchWindow;
    std::optional<DeviceId> executionDevice{};
    HookOptions hooks{};
    std::optional<Workload> workload{};
};

/// The origin in a whole `plan --json` object; nothing where the literal is a bare map.
[[nodiscard]] std::optional<PlanOrigin> readPlanOrigin(const Literal& plan);

}  // namespace stowage
