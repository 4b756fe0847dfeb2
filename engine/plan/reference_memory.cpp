// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_memory.h"

#include "engine/base/byte_size.h"
#include "engine/base/python_float.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace stowage {

namespace {

/// True where the text is a size but for being endless ("1e400GB"): Python's int() of an infinite
/// float is no ValueError, and gets through the reference.
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

}  // namespace

ReferenceResult<ReferenceNumber> referenceSize(const std::string& text) {
    const auto parsed = parseAccelerateSize(text);
    if (!parsed && isEndless(text)) {
        return ReferenceFailure{"OverflowError", "cannot convert float infinity to integer"};
    }
    if (!parsed) {
        return ReferenceFailure{"ValueError",
                                "`size` " + text +
                                    " is not in a valid format. Use an integer for bytes, or a "
                                    "string with an unit (like '5.0GB')."};
    }
    return ReferenceNumber{parsed->bytes, false};
}

ReferenceBudgets machineMemory(const ReferenceMachine& machine, ReferenceNotes& notes) {
    ReferenceBudgets budgets;
    for (std::size_t i = 0; i < machine.gpuFree.size(); ++i) {
        if (machine.gpuFree[i]) {
            budgets.emplace_back(ReferenceKey::gpu(static_cast<std::int64_t>(i)),
                                 ReferenceNumber{*machine.gpuFree[i], false});
        } else {
            notes.info("Device " + std::to_string(i) +
                       " seems unavailable, Proceeding to check subsequent devices.");
        }
    }
    budgets.emplace_back(ReferenceKey::fromText(machine.hasMps ? "mps" : "cpu"),
                         ReferenceNumber{machine.ramAvailable, false});
    return budgets;
}

ReferenceBudgets inAccelerateOrder(const ReferenceBudgets& budgets) {
    ReferenceBudgets ordered;
    std::copy_if(budgets.begin(), budgets.end(), std::back_inserter(ordered),
                 [](const auto& entry) { return entry.first.isIndex(); });
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.first.index < b.first.index; });
    constexpr std::array kNamed = {ReferenceKey::Kind::Mps, ReferenceKey::Kind::Cpu,
                                   ReferenceKey::Kind::Disk};
    for (const ReferenceKey::Kind kind : kNamed) {
        std::copy_if(budgets.begin(), budgets.end(), std::back_inserter(ordered),
                     [kind](const auto& entry) { return entry.first.kind == kind; });
    }
    return ordered;
}

ReferenceResult<ReferenceBudgets> checkedMemory(const ReferenceRawBudgets& given,
                                                std::int64_t deviceCount, ReferenceNotes& notes) {
    ReferenceBudgets numbers;
    for (const auto& [key, size] : given) {
        if (const auto* const text = std::get_if<std::string>(&size)) {
            const auto bytes = referenceSize(*text);
            if (const auto* const failure = failureOf(bytes)) {
                return *failure;
            }
            numbers.emplace_back(key, std::get<ReferenceNumber>(bytes));
        } else {
            numbers.emplace_back(key, std::get<ReferenceNumber>(size));
        }
    }
    std::string available;
    for (std::int64_t i = 0; i < deviceCount; ++i) {
        available += (i == 0 ? "" : ", ") + std::to_string(i);
    }
    ReferenceBudgets ordered = inAccelerateOrder(numbers);
    for (const auto& [key, bytes] : ordered) {
        if (key.isIndex() && (key.index >= deviceCount || key.index < 0)) {
            notes.warning("Device " + key.text() + " is not available, available devices are [" +
                          available + "]");
            notes.notices.push_back({ReferenceNotice::Kind::DeviceNotAvailable, key, bytes.value,
                                     notes.log.back().second});
        }
    }
    for (const auto& [key, bytes] : numbers) {
        if (key.kind == ReferenceKey::Kind::Other) {
            return ReferenceFailure{"ValueError",
                                    "Device " + key.text() +
                                        " is not recognized, available devices are integers(for "
                                        "GPU/XPU), 'mps', 'cpu' and 'disk'"};
        }
    }
    return ordered;
}

}  // namespace stowage
