// SPDX-License-Identifier: GPL-3.0-or-later
// What a JSON text says where its bytes are not what it means: escapes, and code points above
// ASCII, which are checked.
#include "engine/base/json_scanner.h"
#include "engine/base/utf8.h"

namespace stowage {
namespace {

constexpr char32_t kFirstHighSurrogate = 0xd800;
constexpr char32_t kFirstLowSurrogate = 0xdc00;
constexpr char32_t kPastSurrogates = 0xe000;

}  // namespace

void JsonScanner::keep(std::string_view part) {
    const std::size_t room = kMaxTextBytes - m_decoded.size();
    m_isCut = m_isCut || part.size() > room;
    m_decoded += part.substr(0, room);
}

void JsonScanner::keepCodePoint(char32_t codePoint) {
    const auto byte = [](char32_t bits) {
        return static_cast<char>(static_cast<unsigned char>(bits));
    };
    const auto rest = [&](unsigned shift) { return byte(0x80U | ((codePoint >> shift) & 0x3fU)); };
    if (codePoint < 0x80) {
        keep(std::string(1, byte(codePoint)));
    } else if (codePoint < 0x800) {
        keep(std::string{byte(0xc0U | (codePoint >> 6)), rest(0)});
    } else if (codePoint < 0x10000) {
        keep(std::string{byte(0xe0U | (codePoint >> 12)), rest(6), rest(0)});
    } else {
        keep(std::string{byte(0xf0U | (codePoint >> 18)), rest(12), rest(6), rest(0)});
    }
}

/// One code point above ASCII, whose bytes may lie on both sides of the window's end.
bool JsonScanner::decodeWide() {
    constexpr std::size_t kLongest = 4;
    const auto first = static_cast<unsigned char>(*m_at);
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    std::array<char, kLongest> bytes{};
    for (std::size_t i = 0; i < length; ++i) {
        const int c = peek();
        const bool isContinued = i == 0 || (c & 0xc0) == 0x80;
        if (c == kEndOfText || !isContinued) {
            return false;
        }
        bytes[i] = *m_at++;
    }
    const std::string_view text(bytes.data(), length);
    if (!decodeUtf8(text)) {
        --m_at;
        return false;
    }
    keep(text);
    return true;
}

std::optional<unsigned> JsonScanner::hexDigits() {
    constexpr int kDigits = 4;
    unsigned value = 0;
    for (int i = 0; i < kDigits; ++i, ++m_at) {
        const int c = peek();
        const int lower = c | 0x20;
        const bool isLetter = lower >= 'a' && lower <= 'f';
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit && !isLetter) {
            return std::nullopt;
        }
        value = value << 4 | static_cast<unsigned>(isLetter ? lower - 'a' + 10 : c - '0');
    }
    return value;
}

bool JsonScanner::decodeEscape() {
    ++m_at;
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const int c = peek();
    if (c == kEndOfText) {
        return false;
    }
    if (const std::size_t found = kEscapes.find(static_cast<char>(c)); found != kEscapes.npos) {
        ++m_at;
        keep(kMeanings.substr(found, 1));
        return true;
    }
    if (c != 'u') {
        return false;
    }
    ++m_at;
    const auto unit = hexDigits();
    if (!unit || (*unit >= kFirstLowSurrogate && *unit < kPastSurrogates)) {
        return false;
    }
    if (*unit < kFirstHighSurrogate || *unit >= kPastSurrogates) {
        keepCodePoint(*unit);
        return true;
    }
    // The second half of a pair must follow.
    for (const char expected : {'\\', 'u'}) {
        if (peek() != expected) {
            return false;
        }
        ++m_at;
    }
    const auto low = hexDigits();
    if (!low || *low < kFirstLowSurrogate || *low >= kPastSurrogates) {
        return false;
    }
    keepCodePoint(0x10000 + ((*unit - kFirstHighSurrogate) << 10) + (*low - kFirstLowSurrogate));
    return true;
}

}  // namespace stowage
