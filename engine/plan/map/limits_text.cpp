// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/map/device_map_text.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/model/quantization.h"
#include "engine/plan/map/python_literals.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace stowage {

namespace {

using Limits = std::vector<MemoryBudget>;

constexpr LiteralSubject kSubject{phrase("The dict of limits"),
                                  phrase("write limits such as {0: \"10GiB\", \"cpu\": \"30GiB\"}"),
                                  "max_memory"};
/// What a dict, a script or an assignment has and `0=10GiB,cpu=30GiB` has not.
constexpr std::string_view kDictSigns = "{(\n";

Unexpected wrongAt(const Literal& place, const Message& what) {
    return fail(ErrorCode::InvalidArgument,
                say("%1 at byte %2; %3.", what, place.offset, kSubject.advice), {}, {},
                place.offset);
}

/// A text is a size; a number of Python is bytes, and Accelerate keeps a float as one.
Result<MemoryBudget> budgetOf(const LiteralPair& pair, std::vector<Message>& warnings) {
    constexpr double kMostBytes = 4611686018427387904.0;  // 2^62, as of any limit
    const auto& [key, value] = pair;
    const auto device = parseDevice(key.text);
    // Accelerate refuses "cuda:0". In JSON a number can only be a text.
    if (!device || key.text.find(':') != std::string::npos) {
        return wrongAt(
            key, say("The dict of limits names %1 instead of a GPU's number, \"cpu\" or \"disk\"",
                     quotedForMessage(key.text)));
    }
    if (value.kind == Literal::Kind::Text) {
        auto budget = readBudget(key.text, value.text, warnings);
        return budget ? budget
                      : wrongAt(value, say("The limit of %1 in the dict of limits is wrong (%2)",
                                           deviceLabel(*device), budget.error().message));
    }
    const auto bytes =
        value.kind == Literal::Kind::Number ? parsePythonFloat(value.text) : std::nullopt;
    if (!bytes || !(*bytes >= 0) || *bytes > kMostBytes) {
        return wrongAt(value, say("The limit of %1 in the dict of limits is neither a size in "
                                  "quotes nor a number of bytes up to 4 EiB",
                                  deviceLabel(*device)));
    }
    const bool isFloat = value.text.find_first_of(".eE") != std::string::npos;
    return MemoryBudget{*device, *bytes, std::to_string(static_cast<std::uint64_t>(*bytes)),
                        isFloat};
}

Result<Limits> limitsOf(const Literal& dict, std::vector<Message>& warnings) {
    Limits limits;
    for (const LiteralPair& pair : dict.pairs) {
        auto budget = budgetOf(pair, warnings);
        STOWAGE_TRY(budget);
        const auto same = std::ranges::find(limits, budget->device, &MemoryBudget::device);
        if (same != limits.end()) {
            *same = std::move(*budget);
        } else {
            limits.push_back(std::move(*budget));
        }
    }
    std::ranges::sort(limits, {}, &MemoryBudget::device);
    return limits;
}

/// The dict of limits in a literal: under "max_memory", or itself, if it limits some device.
const Literal* findLimits(const Literal& literal) {
    for (const auto& [key, value] : literal.pairs) {
        if (key.text == kSubject.name && value.kind == Literal::Kind::Dict) {
            return &value;
        }
    }
    std::vector<Message> unheard;
    return !literal.pairs.empty() && limitsOf(literal, unheard) ? &literal : nullptr;
}

Result<Limits> limitsInScript(std::string_view text, std::vector<Message>& warnings) {
    const auto literals = literalsInScript(text, {}, kSubject);
    STOWAGE_TRY(literals);
    const Literal* best = nullptr;
    const Error* failure = nullptr;
    bool isNamed = false;  // what is called max_memory wins over other dicts of limits
    for (const ScriptLiteral& found : *literals) {
        const bool isNamedNow = found.name.ends_with(kSubject.name);
        if (!found.literal) {
            failure = isNamedNow || failure == nullptr ? &found.literal.error() : failure;
        } else if (found.literal->kind == Literal::Kind::Dict && isNamedNow) {
            best = &*found.literal;
            isNamed = true;
        } else if (const Literal* const limits = isNamed ? nullptr : findLimits(*found.literal)) {
            best = limits;
        }
    }
    if (best != nullptr) {
        return limitsOf(*best, warnings);
    }
    if (failure != nullptr) {
        return Unexpected{*failure};
    }
    return fail(ErrorCode::InvalidArgument,
                say("This text contains no limits; %1, or 0=10GiB,cpu=30GiB.", kSubject.advice), {},
                {}, 0);
}

Result<Limits> readLimits(std::string_view text, std::vector<Message>& warnings) {
    if (text.find_first_of(kDictSigns) == std::string_view::npos) {
        return parseMaxMemory(text, warnings);
    }
    const auto dict = parseLiteral(text, {}, kSubject);
    if (!dict || dict->kind != Literal::Kind::Dict) {
        return limitsInScript(text, warnings);
    }
    const Literal* const inner = findLimits(*dict);
    return limitsOf(inner != nullptr ? *inner : *dict, warnings);
}

}  // namespace

Result<Limits> parseLimitsText(std::string_view text, std::vector<Message>& warnings) {
    auto limits = readLimits(text, warnings);
    if (limits) {
        return limits;
    }
    const auto mended = mendFor(text, limits.error(), [](const std::string& plain) {
        std::vector<Message> unheard;
        return readLimits(plain, unheard).has_value();
    });
    return mended ? Result<Limits>(
                        namingSign(*mended, limits.error(), phrase("The text of the limits")))
                  : limits;
}

bool holdsSeveralLimits(std::string_view text) {
    return text.find_first_of("{=(") != std::string_view::npos;
}

}  // namespace stowage
