// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stowage {

/// Each byte as a character that can be seen, as GPT-2's vocabulary writes them: " a" is "Ġa".
[[nodiscard]] std::string bytesAsLetters(std::string_view bytes);

/// The way back; nothing where a character of the text stands for no byte.
[[nodiscard]] std::optional<std::string> lettersAsBytes(std::string_view text);

}  // namespace stowage
