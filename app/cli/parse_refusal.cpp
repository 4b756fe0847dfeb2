// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parse_refusal.h"

#include "engine/base/byte_size.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// Both sides of the first `mark`; nothing without one.
std::optional<std::pair<std::string, std::string>> cut(const std::string& text,
                                                       std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    return std::pair(text.substr(0, at), text.substr(at + mark.size()));
}

/// No number was read in a value.
Message numberRefusal(const std::string& name, const std::string& value) {
    // What is a number and is refused all the same has a sign, a fraction or too many digits.
    return parsePythonFloat(value)
               ? say("%1 takes a whole number, 0 or more, and not \"%2\"", name, oneLine(value))
               : say("%1 takes a number, as 4, and not \"%2\"", name, oneLine(value));
}

Message unknownWord(const std::string& word) {
    return word.size() > 1 && word.front() == '-'
               ? say("There is no option \"%1\"", oneLine(word))
               : say("\"%1\" is one argument too many", oneLine(word));
}

/// The parser's errors have types, and names only in their texts.
Message refusalOf(const std::string& kind, const std::string& text) {
    if (kind == "ConversionError") {
        constexpr std::string_view kStart = "Could not convert: ";
        const auto parts = cut(text, " = ");
        if (parts && text.starts_with(kStart)) {
            return numberRefusal(parts->first.substr(kStart.size()), parts->second);
        }
    } else if (kind == "RequiredError") {
        if (const auto parts = cut(text, " is required")) {
            return say("%1 is missing", parts->first);
        }
    } else if (kind == "ArgumentMismatch") {
        if (const auto parts = cut(text, ": At Most 1 required but received ")) {
            return say("%1 may be given only once, and is given %2 times here", parts->first,
                       parts->second);
        }
        if (const auto parts = cut(text, ": 1 required "); parts && text.ends_with(" missing")) {
            return say("%1: a value is missing behind it", parts->first);
        }
    } else if (kind == "ValidationError") {
        if (const auto parts = cut(text, ": a value is missing behind it")) {
            return say("%1: a value is missing behind it", parts->first);
        }
        if (const auto parts = cut(text, ": too large: ")) {
            return say("%1 takes a whole number of at most %2, and not \"%3\"", parts->first,
                       std::numeric_limits<std::int64_t>::max(), oneLine(parts->second));
        }
    } else if (kind == "ExcludesError") {
        if (const auto parts = cut(text, " excludes ")) {
            return say("%1 and %2 do not go together", parts->first, parts->second);
        }
    } else if (kind == "RequiresError") {
        if (const auto parts = cut(text, " requires ")) {
            return say("%1 needs %2 as well", parts->first, parts->second);
        }
    }
    return {};
}

}  // namespace

std::string oneLine(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

Message parseRefusal(const CLI::App& command, const CLI::ParseError& error) {
    // Its name is that of the command.
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const std::vector<std::string> extras = command.get_parent()->remaining(true);
        if (!extras.empty()) {
            return unknownWord(extras.front());
        }
    }
    const std::string text = error.what();
    if (Message own = refusalOf(error.get_name(), text); !own.empty()) {
        return own;
    }
    const std::size_t last = text.find_last_not_of(".\n");
    return Message(oneLine(text.substr(0, last == std::string::npos ? 0 : last + 1)));
}

}  // namespace stowage
