// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_memory.h"

#include "engine/plan/reference_transformers.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stowage {

namespace {

/// Python's int(value): towards zero.
ReferenceNumber truncated(double value) {
    return {std::trunc(value), false};
}

/// The size of the first entry of one of the wanted classes; nothing where there is none.
std::optional<ReferenceNumber> firstOfClass(const ModuleTree& tree, const ReferenceSizes& sizes,
                                            const std::string& className) {
    // A bare parameter's class is "Parameter", a buffer's "Tensor": then tensors count too.
    if (className == "Parameter" || className == "Tensor") {
        const TensorKind kind =
            className == "Parameter" ? TensorKind::Parameter : TensorKind::Buffer;
        for (const ReferenceItem item : sizes.entries()) {
            const bool matches = item.isTensor
                                     ? tree.tensor(item.tensor()).kind == kind
                                     : item.module() != ModuleTree::root() &&
                                           tree.node(item.module()).className == className;
            if (matches) {
                return sizes.of(item);
            }
        }
        return std::nullopt;
    }
    for (const ModuleId module : sizes.moduleEntries()) {
        if (module != ModuleTree::root() && tree.node(module).className == className) {
            return sizes.of(module);
        }
    }
    return std::nullopt;
}

/// The largest of the first blocks of the wanted classes; Accelerate looks at first ones only.
double firstBlockSize(const ModuleTree& tree, const ReferenceSizes& sizes,
                      const std::vector<std::string>& noSplit) {
    double largest = 0;
    for (const std::string& className : noSplit) {
        if (const auto size = firstOfClass(tree, sizes, className)) {
            largest = std::max(largest, size->value);
        }
    }
    return largest;
}

/// Mean of the modules none of whose children has an entry.
double meanOfFinalModules(const ModuleTree& tree, const ReferenceSizes& sizes) {
    const auto nodes = tree.nodes();
    std::vector<bool> hasChildEntry(nodes.size());
    double sum = 0;
    double count = 0;
    // Backwards through the preorder: a module's children are seen before it.
    for (std::size_t i = nodes.size(); i-- > 1;) {
        if (!sizes.hasEntry(nodes[i].id)) {
            continue;
        }
        hasChildEntry[nodes[i].parent.index()] = true;
        if (!hasChildEntry[i]) {
            sum += sizes.of(nodes[i].id).value;
            count += 1;
        }
    }
    return std::trunc(sum / std::max(count, 1.0));
}

ReferenceNumber* find(ReferenceBudgets& budgets, std::int64_t index) {
    for (auto& [key, bytes] : budgets) {
        if (key.isIndex() && key.index == index) {
            return &bytes;
        }
    }
    return nullptr;
}

ReferenceFailure missingKey(std::int64_t index) {
    return {"KeyError", std::to_string(index)};
}

/// The 90 % rule: the first int key, even where that GPU has nothing.
void keepTenPercent(ReferenceBudgets& budgets, ReferenceNotes& notes) {
    for (auto& [key, bytes] : budgets) {
        if (key.isIndex()) {
            bytes = {bytes.value * 0.9, true};
            notes.info("We will use 90% of the memory on device " + key.text() +
                       " for storing the model, and 10% for the buffer to avoid OOM. You can set "
                       "`max_memory` in to a higher value to use more memory (at your own risk).");
            notes.notices.push_back(
                {ReferenceNotice::Kind::TenPercentKept, key, bytes.value, notes.log.back().second});
            return;
        }
    }
}

/// Leaves to GPU 0 what the GPUs 1 … n−1 cannot hold: those literal numbers, as the reference.
ReferenceResult<ReferenceBudgets> withLowZero(ReferenceBudgets budgets, ReferenceNumber total,
                                              std::int64_t count) {
    ReferenceNumber others;
    for (std::int64_t i = 1; i < count; ++i) {
        const ReferenceNumber* const bytes = find(budgets, i);
        if (bytes == nullptr) {
            return missingKey(i);
        }
        others += *bytes;
    }
    ReferenceNumber* const zero = find(budgets, 0);
    if (zero == nullptr) {
        return missingKey(0);
    }
    *zero = pythonMin(pythonMax(ReferenceNumber{0, false}, total - others), *zero);
    return budgets;
}

}  // namespace

ReferenceResult<ReferenceBudgets> balancedMemory(const ModuleTree& tree, ReferenceBudgets budgets,
                                                 const ReferenceDtypes& dtypes,
                                                 const BalanceOptions& options,
                                                 ReferenceNotes& notes) {
    return balancedMemory(tree, ReferenceSizes(tree, dtypes), std::move(budgets), dtypes.rules,
                          options, notes);
}

ReferenceResult<ReferenceBudgets> balancedMemory(const ModuleTree& tree,
                                                 const ReferenceSizes& sizes,
                                                 ReferenceBudgets budgets, ReferenceRules rules,
                                                 const BalanceOptions& options,
                                                 ReferenceNotes& notes) {
    const bool isTransformers = rules == ReferenceRules::Transformers;
    std::int64_t count = 0;
    std::vector<std::int64_t> filled;
    for (const auto& [key, bytes] : budgets) {
        if (key.kind == ReferenceKey::Kind::Disk && !isTransformers) {
            return ReferenceFailure{"RuntimeError",
                                    "\"disk\" is not a device of torch: a balanced strategy takes "
                                    "no budget for the disk."};
        }
        const bool counts = key.isIndex() || (key.kind == ReferenceKey::Kind::Mps &&
                                              (options.machineHasMps || isTransformers));
        count += counts && bytes.value > 0 ? 1 : 0;
        if (key.isIndex() && bytes.value > 0) {
            filled.push_back(key.index);
        }
    }
    if (count == 0) {
        return budgets;
    }
    const bool lowZero = options.lowZero && count > 1;
    if (count == 1 && options.memoryWasUnset) {
        keepTenPercent(budgets, notes);
    }
    const ReferenceNumber total = sizes.total();
    ReferenceNumber share{
        std::floor(total.value / static_cast<double>(lowZero ? count - 1 : count)), total.isFloat};
    if (isTransformers) {
        const auto largest = transformersLargestPart(tree, sizes, options.noSplit);
        if (const auto* const failure = failureOf(largest)) {
            return *failure;
        }
        share += truncated(1.25 * std::get<ReferenceNumber>(largest).value);
    } else {
        const double block = firstBlockSize(tree, sizes, options.noSplit);
        share += truncated(1.25 * std::max(block, meanOfFinalModules(tree, sizes)));
    }
    std::sort(filled.begin(), filled.end());
    for (std::size_t i = 0; i + 1 < filled.size(); ++i) {
        ReferenceNumber* const bytes = find(budgets, filled[i]);
        if (lowZero && filled[i] == 0) {
            continue;  // min(max_memory[0], max_memory[0])
        }
        *bytes = pythonMin(share, *bytes);
    }
    return lowZero ? withLowZero(std::move(budgets), total, count)
                   : ReferenceResult<ReferenceBudgets>(std::move(budgets));
}

}  // namespace stowage
