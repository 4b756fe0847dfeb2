// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/max_memory.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace stowage {
namespace {

/// True where the text is a size but for being endless ("1e400GB"): Python's int() of an infinite
/// float is no ValueError, and gets through Accelerate.
bool isEndless(const std::string& text) {
    constexpr double kSmallestUnit = 1e3;
    constexpr std::size_t kUnitLetters = 3;
    for (std::size_t cut = 1; cut <= std::min(kUnitLetters + 1, text.size()); ++cut) {
        const auto number = parsePythonFloat(std::string_view(text).substr(0, text.size() - cut));
        // What is left must be a unit: a number of the very same letters is then one of its sizes.
        const bool hasUnit = parseAccelerateSize("1" + text.substr(text.size() - cut)).has_value();
        if (number && hasUnit) {
            return std::isinf(*number * kSmallestUnit);
        }
    }
    return false;
}

/// Python's int(value): towards zero.
PythonNumber truncated(double value) {
    return {std::trunc(value), false};
}

/// The size of the first entry of one of the wanted classes; nothing where there is none.
std::optional<PythonNumber> firstOfClass(const ModuleTree& tree, const ModuleSizes& sizes,
                                         const std::string& className) {
    // A bare parameter's class is "Parameter", a buffer's "Tensor": then tensors count too.
    if (className == "Parameter" || className == "Tensor") {
        const TensorKind kind =
            className == "Parameter" ? TensorKind::Parameter : TensorKind::Buffer;
        for (const TreeItem item : sizes.entries()) {
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
double firstBlockSize(const ModuleTree& tree, const ModuleSizes& sizes,
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
double meanOfFinalModules(const ModuleTree& tree, const ModuleSizes& sizes) {
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

PythonNumber* find(MaxMemory& budgets, std::int64_t index) {
    for (auto& [key, bytes] : budgets) {
        if (key.isIndex() && key.index == index) {
            return &bytes;
        }
    }
    return nullptr;
}

PythonException missingKey(std::int64_t index) {
    return {"KeyError", std::to_string(index)};
}

/// The 90 % rule: the first int key, even where that GPU has nothing.
void keepTenPercent(MaxMemory& budgets, AccelerateNotes& notes) {
    for (auto& [key, bytes] : budgets) {
        if (key.isIndex()) {
            bytes = {bytes.value * 0.9, true};
            notes.info("We will use 90% of the memory on device " + key.text() +
                       " for storing the model, and 10% for the buffer to avoid OOM. You can set "
                       "`max_memory` in to a higher value to use more memory (at your own risk).");
            notes.notices.push_back({AccelerateNotice::Kind::TenPercentKept, key, bytes.value,
                                     notes.log.back().second});
            return;
        }
    }
}

/// Leaves to GPU 0 what the GPUs 1 … n−1 cannot hold: those literal numbers, as Accelerate.
PythonResult<MaxMemory> withLowZero(MaxMemory budgets, PythonNumber total, std::int64_t count) {
    PythonNumber others;
    for (std::int64_t i = 1; i < count; ++i) {
        const PythonNumber* const bytes = find(budgets, i);
        if (bytes == nullptr) {
            return missingKey(i);
        }
        others += *bytes;
    }
    PythonNumber* const zero = find(budgets, 0);
    if (zero == nullptr) {
        return missingKey(0);
    }
    *zero = pythonMin(pythonMax(PythonNumber{0, false}, total - others), *zero);
    return budgets;
}

/// Accelerate's order of keys: ints ascending, mps, cpu, disk. Others are dropped.
MaxMemory inAccelerateOrder(const MaxMemory& budgets) {
    MaxMemory ordered;
    std::copy_if(budgets.begin(), budgets.end(), std::back_inserter(ordered),
                 [](const auto& entry) { return entry.first.isIndex(); });
    std::ranges::stable_sort(
        ordered, [](const auto& a, const auto& b) { return a.first.index < b.first.index; });
    constexpr std::array kNamed = {DeviceKey::Kind::Mps, DeviceKey::Kind::Cpu,
                                   DeviceKey::Kind::Disk};
    for (const DeviceKey::Kind kind : kNamed) {
        std::copy_if(budgets.begin(), budgets.end(), std::back_inserter(ordered),
                     [kind](const auto& entry) { return entry.first.kind == kind; });
    }
    return ordered;
}

}  // namespace

PythonResult<PythonNumber> convertFileSize(const std::string& text) {
    const auto parsed = parseAccelerateSize(text);
    if (!parsed && isEndless(text)) {
        return PythonException{"OverflowError", "cannot convert float infinity to integer"};
    }
    if (!parsed) {
        return PythonException{"ValueError",
                               "`size` " + text +
                                   " is not in a valid format. Use an integer for bytes, or a "
                                   "string with an unit (like '5.0GB')."};
    }
    return PythonNumber{parsed->bytes, false};
}

MaxMemory machineMemory(const AccelerateMachine& machine, AccelerateNotes& notes) {
    MaxMemory budgets;
    for (std::size_t i = 0; i < machine.gpuFree.size(); ++i) {
        if (machine.gpuFree[i]) {
            budgets.emplace_back(DeviceKey::gpu(static_cast<std::int64_t>(i)),
                                 PythonNumber{*machine.gpuFree[i], false});
        } else {
            notes.info("Device " + std::to_string(i) +
                       " seems unavailable, Proceeding to check subsequent devices.");
        }
    }
    budgets.emplace_back(DeviceKey::fromText(machine.hasMps ? "mps" : "cpu"),
                         PythonNumber{machine.ramAvailable, false});
    return budgets;
}

PythonResult<MaxMemory> checkedMemory(const RawMaxMemory& given, std::int64_t deviceCount,
                                      AccelerateNotes& notes) {
    MaxMemory numbers;
    for (const auto& [key, size] : given) {
        if (const auto* const text = std::get_if<std::string>(&size)) {
            const auto bytes = convertFileSize(*text);
            if (const auto* const failure = failureOf(bytes)) {
                return *failure;
            }
            numbers.emplace_back(key, std::get<PythonNumber>(bytes));
        } else {
            numbers.emplace_back(key, std::get<PythonNumber>(size));
        }
    }
    std::string available;
    for (std::int64_t i = 0; i < deviceCount; ++i) {
        available += (i == 0 ? "" : ", ") + std::to_string(i);
    }
    MaxMemory ordered = inAccelerateOrder(numbers);
    for (const auto& [key, bytes] : ordered) {
        if (key.isIndex() && (key.index >= deviceCount || key.index < 0)) {
            notes.warning("Device " + key.text() + " is not available, available devices are [" +
                          available + "]");
            notes.notices.push_back({AccelerateNotice::Kind::DeviceNotAvailable, key, bytes.value,
                                     notes.log.back().second});
        }
    }
    for (const auto& [key, bytes] : numbers) {
        if (key.kind == DeviceKey::Kind::Other) {
            return PythonException{"ValueError",
                                   "Device " + key.text() +
                                       " is not recognized, available devices are integers(for "
                                       "GPU/XPU), 'mps', 'cpu' and 'disk'"};
        }
    }
    return ordered;
}

PythonResult<MaxMemory> balancedMemory(const ModuleTree& tree, MaxMemory budgets,
                                       const AccelerateDtypes& dtypes,
                                       const BalanceOptions& options, AccelerateNotes& notes) {
    return balancedMemory(tree, ModuleSizes(tree, dtypes), std::move(budgets), dtypes.rules,
                          options, notes);
}

PythonResult<MaxMemory> balancedMemory(const ModuleTree& tree, const ModuleSizes& sizes,
                                       MaxMemory budgets, PlannerRules rules,
                                       const BalanceOptions& options, AccelerateNotes& notes) {
    const bool isTransformers = rules == PlannerRules::Transformers;
    std::int64_t count = 0;
    std::vector<std::int64_t> filled;
    for (const auto& [key, bytes] : budgets) {
        if (key.kind == DeviceKey::Kind::Disk && !isTransformers) {
            return PythonException{"RuntimeError",
                                   "\"disk\" is not a device of torch: a balanced strategy takes "
                                   "no budget for the disk."};
        }
        const bool counts = key.isIndex() || (key.kind == DeviceKey::Kind::Mps &&
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
    const PythonNumber total = sizes.total();
    PythonNumber share{std::floor(total.value / static_cast<double>(lowZero ? count - 1 : count)),
                       total.isFloat};
    if (isTransformers) {
        const auto largest = transformersLargestPart(tree, sizes, options.noSplit);
        if (const auto* const failure = failureOf(largest)) {
            return *failure;
        }
        share += truncated(1.25 * std::get<PythonNumber>(largest).value);
    } else {
        const double block = firstBlockSize(tree, sizes, options.noSplit);
        share += truncated(1.25 * std::max(block, meanOfFinalModules(tree, sizes)));
    }
    std::sort(filled.begin(), filled.end());
    for (std::size_t i = 0; i + 1 < filled.size(); ++i) {
        PythonNumber* const bytes = find(budgets, filled[i]);
        if (lowZero && filled[i] == 0) {
            continue;  // min(max_memory[0], max_memory[0])
        }
        *bytes = pythonMin(share, *bytes);
    }
    return lowZero ? withLowZero(std::move(budgets), total, count)
                   : PythonResult<MaxMemory>(std::move(budgets));
}

}  // namespace stowage
