// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

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

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Takes the run of digits at the front, without its leading zeros.
std::string_view takeNumber(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && isDigit(text[length])) {
        ++length;
    }
    std::string_view number = text.substr(0, length);
    text.remove_prefix(length);
    number.remove_prefix(number.find_first_not_of('0') == std::string_view::npos
                             ? number.size()
                             : number.find_first_not_of('0'));
    return number;
}

/// How much at their beginning is the same in both, but for digits that end there: a number must
/// be compared whole. Names of a model mostly begin with the same path.
std::size_t commonLength(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t length = 0;
    constexpr std::size_t kStep = sizeof(std::uint64_t);
    while (length + kStep <= most && std::memcmp(&a[length], &b[length], kStep) == 0) {
        length += kStep;
    }
    while (length < most && a[length] == b[length]) {
        ++length;
    }
    while (length > 0 && isDigit(a[length - 1])) {
        --length;
    }
    return length;
}

}  // namespace

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

std::string printableText(std::string_view text, std::size_t limit) {
    return escaped(text, limit, Breaks::Keep);
}

std::string quotedForMessage(std::string_view text, std::size_t limit) {
    return '"' + escaped(text, limit, Breaks::Escape) + '"';
}

std::size_t displayWidth(std::string_view text) {
    struct Range {
        char32_t first, last;
    };
    static constexpr Range kWide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF},
                                      {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xA000, 0xA4CF},
                                      {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE4F},
                                      {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x20000, 0x3FFFD}};
    static constexpr Range kMarks[] = {{0x0300, 0x036F}, {0x064B, 0x065F}, {0x0670, 0x0670},
                                       {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}};
    const auto isIn = [](char32_t codePoint, std::span<const Range> ranges) {
        return std::ranges::any_of(ranges, [codePoint](const Range& range) {
            return codePoint >= range.first && codePoint <= range.last;
        });
    };
    std::size_t width = 0;
    while (!text.empty()) {
        const auto decoded = decodeUtf8(text);
        const char32_t codePoint = decoded ? decoded->codePoint : U'?';
        text.remove_prefix(decoded ? decoded->length : 1);
        width += isIn(codePoint, kMarks) ? 0 : isIn(codePoint, kWide) ? 2 : 1;
    }
    return width;
}

bool isNaturallyLess(std::string_view a, std::string_view b) {
    const std::size_t common = commonLength(a, b);
    std::string_view restA = a.substr(common);
    std::string_view restB = b.substr(common);
    while (!restA.empty() && !restB.empty()) {
        if (isDigit(restA.front()) && isDigit(restB.front())) {
            const std::string_view numberA = takeNumber(restA);
            const std::string_view numberB = takeNumber(restB);
            if (numberA.size() != numberB.size()) {
                return numberA.size() < numberB.size();
            }
            if (numberA != numberB) {
                return numberA < numberB;
            }
            continue;
        }
        if (restA.front() != restB.front()) {
            return static_cast<unsigned char>(restA.front()) <
                   static_cast<unsigned char>(restB.front());
        }
        restA.remove_prefix(1);
        restB.remove_prefix(1);
    }
    if (restA.empty() != restB.empty()) {
        return restA.empty();
    }
    return a < b;
}

void LineSplitter::add(std::string_view piece) {
    m_bytes.erase(0, m_begin).append(piece);
    m_looked -= m_begin;
    m_begin = 0;
}

std::optional<LineSplitter::Line> LineSplitter::next() {
    const std::size_t end = std::min(m_bytes.find('\n', m_looked), m_bytes.size());
    const bool isWhole = end < m_bytes.size();
    const std::size_t length = end - m_begin;
    m_looked = end + (isWhole ? 1 : 0);
    if (m_isPassedOver) {
        m_isPassedOver = !isWhole;
        m_begin = m_looked;
        return isWhole ? next() : std::nullopt;
    }
    m_isPassedOver = !isWhole && length > m_most;
    if (!isWhole && !m_isPassedOver) {
        return std::nullopt;
    }
    const std::size_t begin = std::exchange(m_begin, m_looked);
    return Line{std::string_view(m_bytes).substr(begin, std::min(length, m_most)), length > m_most};
}

}  // namespace stowage
