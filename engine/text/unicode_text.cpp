// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode_text.h"

#include "engine/text/since_unicode8.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <utility>

namespace stowage {

namespace {

utf8proc_category_t categoryOf(char32_t codePoint) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(codePoint));
}

bool isAsciiPunctuation(char32_t c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

/// How many bytes the ill-formed part at the start takes: what could begin a character and stops.
std::size_t illFormedLength(std::string_view bytes) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned lead = at(0);
    const std::size_t wanted = lead >= 0xF0 && lead <= 0xF4   ? 4
                               : lead >= 0xE0 && lead <= 0xEF ? 3
                               : lead >= 0xC2 && lead <= 0xDF ? 2
                                                              : 1;
    const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    std::size_t length = 1;
    while (length < wanted && length < bytes.size() &&
           at(length) >= (length == 1 ? least : 0x80U) &&
           at(length) <= (length == 1 ? most : 0xBFU)) {
        ++length;
    }
    return length;
}

}  // namespace

void appendUtf8(std::string& text, char32_t codePoint) {
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto length =
        utf8proc_encode_char(static_cast<utf8proc_int32_t>(codePoint), bytes.data());
    text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

std::string lossyUtf8(std::string_view bytes) {
    std::string text;
    while (!bytes.empty()) {
        const auto decoded = decodeUtf8(bytes);
        const std::size_t length = decoded ? decoded->length : illFormedLength(bytes);
        text += decoded ? bytes.substr(0, length) : std::string_view("\xEF\xBF\xBD");
        bytes.remove_prefix(length);
    }
    return text;
}

std::string normalizedText(std::string_view text, UnicodeForm form) {
    const bool composes = form == UnicodeForm::Nfc || form == UnicodeForm::Nfkc;
    const bool isCompatible = form == UnicodeForm::Nfkc || form == UnicodeForm::Nfkd;
    const int options = UTF8PROC_STABLE | (composes ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                        (isCompatible ? UTF8PROC_COMPAT : 0);
    utf8proc_uint8_t* mapped = nullptr;
    const utf8proc_ssize_t length =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                     static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                     static_cast<utf8proc_option_t>(options));
    if (length == UTF8PROC_ERROR_NOMEM) {
        throw std::bad_alloc();
    }
    if (length < 0) {
        return std::string(text);
    }
    std::string normalized(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
    std::free(mapped);
    return normalized;
}

std::string loweredText(std::string_view text) {
    constexpr char32_t kDottedCapitalI = 0x130;  // the one that becomes two characters
    std::string lowered;
    lowered.reserve(text.size());
    eachCodePoint(text, [&](char32_t c, std::string_view) {
        if (c == kDottedCapitalI) {
            lowered += "i\xCC\x87";
        } else {
            appendUtf8(lowered,
                       static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))));
        }
    });
    return lowered;
}

bool isWhiteSpace(char32_t c) {
    return (c >= 0x9 && c <= 0xD) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

bool isPunctuation(char32_t c) {
    const auto category = categoryOf(c);
    const bool isNow = category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
    return isAsciiPunctuation(c) || isNow != since_unicode8::has(since_unicode8::kPunctuation, c);
}

bool isMark(char32_t c) {
    const auto category = categoryOf(c);
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool isNonspacingMark(char32_t c) {
    return (categoryOf(c) == UTF8PROC_CATEGORY_MN) !=
           since_unicode8::has(since_unicode8::kMarks, c);
}

bool isNumeric(char32_t c) {
    const auto category = categoryOf(c);
    return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

bool isControl(char32_t c) {
    if (c == '\t' || c == '\n' || c == '\r') {
        return false;
    }
    const auto category = categoryOf(c);
    return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CO ||
           (category == UTF8PROC_CATEGORY_CF && !since_unicode8::has(since_unicode8::kFormat, c));
}

bool isWordCharacter(char32_t c) {
    const auto category = categoryOf(c);
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NL) ||
           category == UTF8PROC_CATEGORY_PC;
}

bool isChineseCharacter(char32_t c) {
    constexpr std::array<std::pair<char32_t, char32_t>, 8> kRanges{{{0x4E00, 0x9FFF},
                                                                    {0x3400, 0x4DBF},
                                                                    {0x20000, 0x2A6DF},
                                                                    {0x2A700, 0x2B73F},
                                                                    {0x2B740, 0x2B81F},
                                                                    {0x2B920, 0x2CEAF},
                                                                    {0xF900, 0xFAFF},
                                                                    {0x2F800, 0x2FA1F}}};
    return std::ranges::any_of(
        kRanges, [c](const auto& range) { return c >= range.first && c <= range.second; });
}

std::string replacedText(std::string_view text, std::string_view from, std::string_view to) {
    std::string replaced;
    std::size_t at = 0;
    for (std::size_t found = text.find(from); found != std::string_view::npos;
         found = text.find(from, at)) {
        replaced += text.substr(at, found - at);
        replaced += to;
        at = found + from.size();
    }
    return replaced += text.substr(at);
}

}  // namespace stowage
