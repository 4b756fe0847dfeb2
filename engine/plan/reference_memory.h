// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_sizes.h"
#include "engine/plan/reference_types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stowage {

/// The machine as Accelerate would ask it.
struct ReferenceMachine {
    std::int64_t deviceCount = 0;
    /// Free bytes by GPU; nothing: that GPU does not answer.
    std::vector<std::optional<double>> gpuFree;
    double ramAvailable = 0;
    bool hasMps = false;
};

/// A value of max_memory as the caller wrote it: a number or a text with a unit.
using ReferenceRawSize = std::variant<ReferenceNumber, std::string>;
using ReferenceRawBudgets = std::vector<std::pair<ReferenceKey, ReferenceRawSize>>;

/// convert_file_size_to_int of a text (placement.md §5.1).
[[nodiscard]] ReferenceResult<ReferenceNumber> referenceSize(const std::string& text);

/// get_max_memory(None) (§5.2).
[[nodiscard]] ReferenceBudgets machineMemory(const ReferenceMachine& machine,
                                             ReferenceNotes& notes);

/// get_max_memory(given): texts converted, keys checked and put in Accelerate's order.
[[nodiscard]] ReferenceResult<ReferenceBudgets> checkedMemory(const ReferenceRawBudgets& given,
                                                              std::int64_t deviceCount,
                                                              ReferenceNotes& notes);

/// Accelerate's order of keys: ints ascending, mps, cpu, disk. Others are dropped.
[[nodiscard]] ReferenceBudgets inAccelerateOrder(const ReferenceBudgets& budgets);

struct BalanceOptions {
    bool memoryWasUnset = false;  ///< max_memory=None: 90 % of a single GPU
    bool lowZero = false;
    bool machineHasMps = false;
    std::vector<std::string> noSplit;
};

/// What transformers takes of the CPU where nobody gave a budget: 90 %, as a double.
[[nodiscard]] ReferenceBudgets withTransformersReserve(ReferenceBudgets budgets);

/// get_balanced_memory over budgets that get_max_memory has seen (§5.3), by the rules of `dtypes`.
[[nodiscard]] ReferenceResult<ReferenceBudgets> balancedMemory(const ModuleTree& tree,
                                                               ReferenceBudgets budgets,
                                                               const ReferenceDtypes& dtypes,
                                                               const BalanceOptions& options,
                                                               ReferenceNotes& notes);

/// The same with sizes that are known already; they were counted by `rules`.
[[nodiscard]] ReferenceResult<ReferenceBudgets> balancedMemory(
    const ModuleTree& tree, const ReferenceSizes& sizes, ReferenceBudgets budgets,
    ReferenceRules rules, const BalanceOptions& options, ReferenceNotes& notes);

}  // namespace stowage
