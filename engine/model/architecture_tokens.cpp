// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/architecture_tokens.h"

#include <algorithm>
#include <array>

namespace stowage {
namespace {

using Kind = ArchitectureToken::Kind;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isNameCharacter(char c) {
    return isDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t lengthWhile(std::string_view text, bool (*belongs)(char)) {
    const auto end = std::ranges::find_if_not(text, belongs);
    return static_cast<std::size_t>(end - text.begin());
}

ArchitectureToken tokenAt(std::string_view text, std::size_t begin) {
    const std::string_view rest = text.substr(begin);
    const std::size_t close = rest.find(rest[0], 1);
    if ((rest[0] == '\'' || rest[0] == '"') && close != std::string_view::npos) {
        return {Kind::Text, rest.substr(1, close - 1), begin, begin + close + 1};
    }
    if (isDigit(rest[0])) {
        std::size_t length = lengthWhile(rest, isDigit);
        if (length + 1 < rest.size() && rest[length] == '.' && isDigit(rest[length + 1])) {
            length += 1 + lengthWhile(rest.substr(length + 1), isDigit);
        }
        return {Kind::Number, rest.substr(0, length), begin, begin + length};
    }
    if (isNameCharacter(rest[0])) {
        const std::size_t length = lengthWhile(rest, isNameCharacter);
        return {Kind::Name, rest.substr(0, length), begin, begin + length};
    }
    constexpr std::array<std::string_view, 5> kPairs = {"//", "==", "!=", "<=", ">="};
    const bool isPair =
        std::ranges::any_of(kPairs, [rest](auto pair) { return rest.starts_with(pair); });
    const std::size_t length = isPair ? 2 : 1;
    return {Kind::Symbol, rest.substr(0, length), begin, begin + length};
}

}  // namespace

std::vector<ArchitectureToken> tokensOf(std::string_view text) {
    std::vector<ArchitectureToken> tokens;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(' ', at)) != std::string_view::npos) {
        tokens.push_back(tokenAt(text, at));
        at = std::min(tokens.back().end, text.size());
    }
    tokens.push_back({Kind::End, {}, text.size(), text.size()});
    return tokens;
}

}  // namespace stowage
