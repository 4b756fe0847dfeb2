// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"
#include "engine/plan/placement_request.h"

#include <memory>
#include <string>
#include <vector>

namespace stowage::bench {

/// A model on a machine, as large as no real one, to be planned.
struct BenchModel {
    std::shared_ptr<const ModuleTree> tree;
    std::vector<std::string> noSplit;
    MaxMemory budgets;                ///< GPUs ascending, then cpu; the rest goes to disk
    std::vector<std::string> blocks;  ///< paths of the no-split modules
};

/// 6,250 blocks of 16 modules, kept whole, on eight GPUs and a CPU that hold 9 of 10 of them.
[[nodiscard]] BenchModel modelOfBlocks();

/// A tree of ten levels without classes to keep whole, on 64 GPUs that end in the middle of it:
/// each of them splits modules down to the leaves.
[[nodiscard]] BenchModel deepModel();

/// A root with nothing but leaves, of sizes that all differ a little from their neighbours'.
[[nodiscard]] BenchModel flatModel(unsigned leaves);

/// The model as a request to place(), strategy auto.
[[nodiscard]] PlacementRequest requestFor(const BenchModel& model);

/// The model as JSON for reference_placement.py.
[[nodiscard]] std::string describe(const BenchModel& model);

}  // namespace stowage::bench
