// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/printable_text.h"

#include "engine/base/utf8.h"

namespace stowage {
namespace {

enum class Breaks { Keep, Escape };

/// C0 and C1 controls, and what makes a text read differently from how it is.
bool isHarmful(char32_t c) {
    const bool isControl = c < 0x20 || (c >= 0x7f && c <= 0x9f);
    const bool isDirection = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return isControl || isDirection || c == 0x2028 || c == 0x2029;
}

/// A character as it may be shown: itself, or \xNN for each of its bytes.
void appendShown(std::string& result, std::string_view bytes, bool isPlain) {
    constexpr std::string_view kHex = "0123456789abcdef";
    if (isPlain) {
        result += bytes;
        return;
    }
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        result += "\\x";
        result += kHex[byte >> 4];
        result += kHex[byte & 0xf];
    }
}

/// The limit holds for what is shown, which can be four times as long as the text.
std::string escaped(std::string_view text, std::size_t limit, Breaks breaks) {
    std::string result;
    while (!text.empty()) {
        const auto decoded = decodeUtf8(text);
        const std::string_view bytes = text.substr(0, decoded ? decoded->length : 1);
        const bool isBreak = bytes == "\n" || bytes == "\t";
        const bool isPlain =
            isBreak ? breaks == Breaks::Keep : decoded && !isHarmful(decoded->codePoint);
        const std::size_t fits = result.size();
        appendShown(result, bytes, isPlain);
        if (result.size() > limit) {
            return result.substr(0, fits) + "…";
        }
        text.remove_prefix(bytes.size());
    }
    return result;
}

}  // namespace

std::string printableText(std::string_view text, std::size_t limit) {
    return escaped(text, limit, Breaks::Keep);
}

std::string quotedForMessage(std::string_view text, std::size_t limit) {
    return '"' + escaped(text, limit, Breaks::Escape) + '"';
}

}  // namespace stowage
