// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stowage {

/// A word of an architecture file's small language.
struct ArchitectureToken {
    enum class Kind : std::uint8_t { Name, Number, Text, Symbol, End };
    Kind kind = Kind::End;
    std::string_view text;  ///< of Text: without the quotes
    std::size_t begin = 0;  ///< bytes from the start
    std::size_t end = 0;
};

/// The words of a text, a token of kind End last. What is no word becomes a Symbol of one byte.
[[nodiscard]] std::vector<ArchitectureToken> tokensOf(std::string_view text);

}  // namespace stowage
