// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/utf8.h"

#include <array>

namespace stowage {

std::optional<DecodedCodePoint> decodeUtf8(std::string_view text) {
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byteAt(0);
    if (first < 0x80) {
        return DecodedCodePoint{first, 1};
    }
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) {
        return std::nullopt;
    }
    constexpr std::array<unsigned char, 5> kFirstMask = {0, 0, 0x1f, 0x0f, 0x07};
    char32_t codePoint = first & kFirstMask[length];
    for (std::size_t i = 1; i < length; ++i) {
        if ((byteAt(i) & 0xc0) != 0x80) {
            return std::nullopt;
        }
        codePoint = (codePoint << 6) | (byteAt(i) & 0x3fU);
    }
    const bool isOverlong =
        (length == 3 && codePoint < 0x800) || (length == 4 && codePoint < 0x10000);
    const bool isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
    if (isOverlong || isSurrogate || codePoint > 0x10ffff) {
        return std::nullopt;
    }
    return DecodedCodePoint{codePoint, length};
}

bool isValidUtf8(std::string_view text) {
    while (!text.empty()) {
        const auto decoded = decodeUtf8(text);
        if (!decoded) {
            return false;
        }
        text.remove_prefix(decoded->length);
    }
    return true;
}

}  // namespace stowage
