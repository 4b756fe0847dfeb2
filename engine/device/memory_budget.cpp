// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/memory_budget.h"

#include "engine/base/strings.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr double kMostBytes = 4611686018427387904.0;  ///< 2^62, as of a capacity

Unexpected wrongBudget(const std::string& part, const Message& why) {
    return fail(ErrorCode::InvalidArgument,
                say("Cannot read %1 in --max-memory: %2", quotedForMessage(part), why), {},
                "--max-memory");
}

std::string_view withoutBlanks(std::string_view text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && isBlank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isBlank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

Result<ParsedSize> upToMost(std::string_view text, Result<ParsedSize> size) {
    if (size && size->bytes > kMostBytes) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 is more than 4 EiB; give a smaller size.", quotedForMessage(text)));
    }
    return size;
}

Result<MemoryBudget> parseOneBudget(std::string_view part, std::vector<Message>& warnings) {
    const std::string whole(part);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
        return wrongBudget(whole, say("write DEVICE=SIZE, as in 0=10GiB,cpu=30GiB."));
    }
    auto budget = readBudget(withoutBlanks(part.substr(0, equals)),
                             withoutBlanks(part.substr(equals + 1)), warnings);
    return budget ? budget : wrongBudget(whole, budget.error().message);
}

}  // namespace

Result<MemoryBudget> readBudget(std::string_view device, std::string_view size,
                                std::vector<Message>& warnings) {
    const auto id = parseDevice(device);
    STOWAGE_TRY(id);
    const auto bytes = parseLimit(size);
    STOWAGE_TRY(bytes);
    if (bytes->countedBits) {
        warnings.push_back(
            say("%1 for %2 is read as bits, as in Accelerate, so the limit is %3. Write a capital "
                "B for bytes.",
                quotedForMessage(size), deviceLabel(*id), formatSize(bytes->bytes)));
    }
    return MemoryBudget{*id, bytes->bytes, std::string(size), false};
}

std::vector<MemoryBudget> defaultBudgets(std::span<const DeviceInfo> devices, double ramBytes) {
    std::vector<MemoryBudget> budgets;
    for (const DeviceInfo& device : devices) {
        if (device.id.isGpu()) {
            const double bytes = static_cast<double>(device.freeBytes().value_or(0));
            budgets.push_back({device.id, bytes, {}, false});
        }
    }
    budgets.push_back({DeviceId::cpu(), ramBytes, {}, false});
    std::ranges::sort(budgets, {}, &MemoryBudget::device);
    return budgets;
}

Result<ParsedSize> parseLimit(std::string_view text) {
    return upToMost(text, parseSize(text));
}

Result<ParsedSize> parseCapacity(std::string_view text) {
    const auto number = parsePythonFloat(text);
    if (number && *number > 0 && *number < static_cast<double>(kMiB)) {
        return fail(ErrorCode::InvalidArgument,
                    say("The size %1 needs a unit: write %1GiB, %1GB or %1MiB.", text));
    }
    const std::string_view digits = text.ends_with('B') ? text.substr(0, text.size() - 1) : text;
    const bool isBytes =
        !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    return upToMost(text, parseSize(isBytes ? digits : text, SizeUnits::All));
}

Result<std::vector<MemoryBudget>> parseMaxMemory(std::string_view text,
                                                 std::vector<Message>& warnings) {
    std::vector<MemoryBudget> budgets;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const std::string_view part = withoutBlanks(text.substr(begin, comma - begin));
        auto budget = parseOneBudget(part, warnings);
        STOWAGE_TRY(budget);
        const bool twice = std::ranges::any_of(budgets, [&budget](const MemoryBudget& other) {
            return other.device == budget->device;
        });
        if (twice) {
            return wrongBudget(std::string(part),
                               say("%1 already has a limit; specify one limit per device.",
                                   deviceLabel(budget->device)));
        }
        budgets.push_back(std::move(*budget));
        begin = comma + 1;
    }
    std::ranges::sort(budgets, {}, &MemoryBudget::device);
    return budgets;
}

}  // namespace stowage
