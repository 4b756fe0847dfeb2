// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/accelerate/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stowage {

/// The machine as Accelerate would ask it.
struct AccelerateMachine {
    std::int64_t deviceCount = 0;
    /// Free bytes by GPU; nothing: that GPU does not answer.
    std::vector<std::optional<double>> gpuFree;
    double ramAvailable = 0;
    bool hasMps = false;
};

/// A value of max_memory as the caller wrote it: a number or a text with a unit.
using RawMemoryValue = std::variant<PythonNumber, std::string>;
using RawMaxMemory = std::vector<std::pair<DeviceKey, RawMemoryValue>>;

/// convert_file_size_to_int of a text (docs/spec/placement.md §5.1).
[[nodiscard]] PythonResult<PythonNumber> convertFileSize(const std::string& text);

/// get_max_memory(None) (docs/spec/placement.md §5.2).
[[nodiscard]] MaxMemory machineMemory(const AccelerateMachine& machine, AccelerateNotes& notes);

/// get_max_memory(given): texts converted, keys checked and put in Accelerate's order.
[[nodiscard]] PythonResult<MaxMemory> checkedMemory(const RawMaxMemory& given,
                                                    std::int64_t deviceCount,
                                                    AccelerateNotes& notes);

struct BalanceOptions {
    bool memoryWasUnset = false;  ///< max_memory=None: 90 % of a single GPU
    bool lowZero = false;
    bool machineHasMps = false;
    std::vector<std::string> noSplit;
};

/// What transformers takes of the CPU where nobody gave a budget: 90 %, as a double.
[[nodiscard]] MaxMemory withTransformersReserve(MaxMemory budgets);

/// get_balanced_memory over budgets that get_max_memory has seen (docs/spec/placement.md §5.3), by
/// the rules of `dtypes`.
[[nodiscard]] PythonResult<MaxMemory> balancedMemory(const ModuleTree& tree, MaxMemory budgets,
                                                     const AccelerateDtypes& dtypes,
                                                     const BalanceOptions& options,
                                                     AccelerateNotes& notes);

/// The same with sizes that are known already; they were counted by `rules`.
[[nodiscard]] PythonResult<MaxMemory> balancedMemory(const ModuleTree& tree,
                                                     const ModuleSizes& sizes, MaxMemory budgets,
                                                     PlannerRules rules,
                                                     const BalanceOptions& options,
                                                     AccelerateNotes& notes);

}  // namespace stowage
