// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/byte_letters.h"

#include "engine/text/unicode_text.h"

#include <array>

namespace stowage {

namespace {

/// Printable characters of Latin-1 stand for themselves, the others from U+0100 on in their order.
struct ByteLetters {
    std::array<std::string, 256> letters;
    std::array<int, 0x144> bytes;  ///< by code point; −1 for none

    ByteLetters() {
        bytes.fill(-1);
        char32_t next = 0x100;
        for (unsigned byte = 0; byte < letters.size(); ++byte) {
            const bool isSeen = (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte != 0xAD);
            const char32_t letter = isSeen ? byte : next++;
            appendUtf8(letters[byte], letter);
            bytes[letter] = static_cast<int>(byte);
        }
    }
};

const ByteLetters& table() {
    static const ByteLetters kTable;
    return kTable;
}

}  // namespace

std::string bytesAsLetters(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        text += table().letters[static_cast<unsigned char>(byte)];
    }
    return text;
}

std::optional<std::string> lettersAsBytes(std::string_view text) {
    std::string bytes;
    bool isWhole = true;
    eachCodePoint(text, [&](char32_t c, std::string_view) {
        const int byte = c < table().bytes.size() ? table().bytes[c] : -1;
        isWhole = isWhole && byte >= 0;
        bytes += static_cast<char>(byte);
    });
    return isWhole ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace stowage
