// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode_text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

namespace stowage {
namespace {

/// The reference's tables of categories for BERT's steps are of Unicode 8, all others are newer:
/// what has become, or has ceased to be, of a category since. First and last of each range.
using Range = std::pair<char32_t, char32_t>;

/// Punctuation (P).
constexpr std::array<Range, 34> kPunctuationSince8{
    {{0x61D, 0x61D},     {0x9FD, 0x9FD},     {0xA76, 0xA76},     {0xC77, 0xC77},
     {0xC84, 0xC84},     {0x166D, 0x166D},   {0x1B7D, 0x1B7E},   {0x2E43, 0x2E4F},
     {0x2E52, 0x2E5D},   {0x10EAD, 0x10EAD}, {0x10F55, 0x10F59}, {0x10F86, 0x10F89},
     {0x111C9, 0x111C9}, {0x1144B, 0x1144F}, {0x1145A, 0x1145B}, {0x1145D, 0x1145D},
     {0x11660, 0x1166C}, {0x116B9, 0x116B9}, {0x1183B, 0x1183B}, {0x11944, 0x11946},
     {0x119E2, 0x119E2}, {0x11A3F, 0x11A46}, {0x11A9A, 0x11A9C}, {0x11A9E, 0x11AA2},
     {0x11B00, 0x11B09}, {0x11C41, 0x11C45}, {0x11C70, 0x11C71}, {0x11EF7, 0x11EF8},
     {0x11F43, 0x11F4F}, {0x11FFF, 0x11FFF}, {0x12FF1, 0x12FF2}, {0x16E97, 0x16E9A},
     {0x16FE2, 0x16FE2}, {0x1E95E, 0x1E95F}}};

/// Nonspacing marks (Mn).
constexpr std::array<Range, 92> kMarksSince8{
    {{0x7FD, 0x7FD},     {0x898, 0x89F},     {0x8CA, 0x8E1},     {0x9FE, 0x9FE},
     {0xAFA, 0xAFF},     {0xB55, 0xB55},     {0xC04, 0xC04},     {0xC3C, 0xC3C},
     {0xD00, 0xD00},     {0xD3B, 0xD3C},     {0xD81, 0xD81},     {0xEBA, 0xEBA},
     {0xECE, 0xECE},     {0x1734, 0x1734},   {0x180F, 0x180F},   {0x1885, 0x1886},
     {0x1ABF, 0x1ACE},   {0x1DF6, 0x1DFB},   {0xA82C, 0xA82C},   {0xA8C5, 0xA8C5},
     {0xA8FF, 0xA8FF},   {0xA9BD, 0xA9BD},   {0x10D24, 0x10D27}, {0x10EAB, 0x10EAC},
     {0x10EFD, 0x10EFF}, {0x10F46, 0x10F50}, {0x10F82, 0x10F85}, {0x11070, 0x11070},
     {0x11073, 0x11074}, {0x110C2, 0x110C2}, {0x111C9, 0x111C9}, {0x111CF, 0x111CF},
     {0x1123E, 0x1123E}, {0x11241, 0x11241}, {0x1133B, 0x1133B}, {0x11438, 0x1143F},
     {0x11442, 0x11444}, {0x11446, 0x11446}, {0x1145E, 0x1145E}, {0x1182F, 0x11837},
     {0x11839, 0x1183A}, {0x1193B, 0x1193C}, {0x1193E, 0x1193E}, {0x11943, 0x11943},
     {0x119D4, 0x119D7}, {0x119DA, 0x119DB}, {0x119E0, 0x119E0}, {0x11A01, 0x11A0A},
     {0x11A33, 0x11A38}, {0x11A3B, 0x11A3E}, {0x11A47, 0x11A47}, {0x11A51, 0x11A56},
     {0x11A59, 0x11A5B}, {0x11A8A, 0x11A96}, {0x11A98, 0x11A99}, {0x11C30, 0x11C36},
     {0x11C38, 0x11C3D}, {0x11C3F, 0x11C3F}, {0x11C92, 0x11CA7}, {0x11CAA, 0x11CB0},
     {0x11CB2, 0x11CB3}, {0x11CB5, 0x11CB6}, {0x11D31, 0x11D36}, {0x11D3A, 0x11D3A},
     {0x11D3C, 0x11D3D}, {0x11D3F, 0x11D45}, {0x11D47, 0x11D47}, {0x11D90, 0x11D91},
     {0x11D95, 0x11D95}, {0x11D97, 0x11D97}, {0x11EF3, 0x11EF4}, {0x11F00, 0x11F01},
     {0x11F36, 0x11F3A}, {0x11F40, 0x11F40}, {0x11F42, 0x11F42}, {0x13440, 0x13440},
     {0x13447, 0x13455}, {0x16F4F, 0x16F4F}, {0x16FE4, 0x16FE4}, {0x1CF00, 0x1CF2D},
     {0x1CF30, 0x1CF46}, {0x1E000, 0x1E006}, {0x1E008, 0x1E018}, {0x1E01B, 0x1E021},
     {0x1E023, 0x1E024}, {0x1E026, 0x1E02A}, {0x1E08F, 0x1E08F}, {0x1E130, 0x1E136},
     {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF}, {0x1E4EC, 0x1E4EF}, {0x1E944, 0x1E94A}}};

/// Format characters (Cf).
constexpr std::array<Range, 4> kFormatSince8{
    {{0x890, 0x891}, {0x8E2, 0x8E2}, {0x110CD, 0x110CD}, {0x13430, 0x1343F}}};

template <class Ranges>
bool has(const Ranges& ranges, char32_t codePoint) {
    const auto behind = std::ranges::upper_bound(ranges, codePoint, {}, &Range::first);
    return behind != ranges.begin() && codePoint <= std::prev(behind)->second;
}

utf8proc_category_t categoryOf(char32_t codePoint) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(codePoint));
}

bool isAsciiPunctuation(char32_t c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

/// Whether a character of more bytes begins so.
bool beginsCharacter(std::string_view part) {
    return std::ranges::any_of(std::array{"\x80\x80\x80", "\xBF\xBF\xBF"}, [&](const char* rest) {
        const auto decoded = decodeUtf8(std::string(part) + rest);
        return decoded && decoded->length > part.size();
    });
}

/// How many bytes the ill-formed part at the start takes: what could begin a character and stops.
std::size_t illFormedLength(std::string_view bytes) {
    std::size_t length = 1;
    while (length < bytes.size() && beginsCharacter(bytes.substr(0, length + 1))) {
        ++length;
    }
    return length;
}

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

// A unit: a leaf's value, or a label and where the children lie.
constexpr std::uint32_t kLeaf = std::uint32_t{1} << 31;

bool hasLeaf(std::uint32_t unit) {
    return (unit >> 8 & 1) != 0;
}

std::uint32_t offsetOf(std::uint32_t unit) {
    return unit >> 10 << ((unit >> 6 & 8));
}

std::uint32_t labelOf(std::uint32_t unit) {
    return unit & (kLeaf | 0xFF);
}

Unexpected malformed(const std::string& file) {
    return fail(
        ErrorCode::Malformed,
        say("%1 has a damaged table for normalising characters; copy the file again.", file), file);
}

std::optional<std::string> decodedBase64(std::string_view text) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t group = 0;
    unsigned bits = 0;
    while (text.ends_with('=')) {
        text.remove_suffix(1);
    }
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) {
            return std::nullopt;
        }
        group = group << 6 | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(group >> bits & 0xFF);
        }
    }
    return bytes;
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
    return isAsciiPunctuation(c) || isNow != has(kPunctuationSince8, c);
}

bool isMark(char32_t c) {
    const auto category = categoryOf(c);
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool isNonspacingMark(char32_t c) {
    return (categoryOf(c) == UTF8PROC_CATEGORY_MN) != has(kMarksSince8, c);
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
           (category == UTF8PROC_CATEGORY_CF && !has(kFormatSince8, c));
}

bool isWordCharacter(char32_t c) {
    const auto category = categoryOf(c);
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NL) ||
           category == UTF8PROC_CATEGORY_PC;
}

bool isChineseCharacter(char32_t c) {
    constexpr std::array<Range, 8> kRanges{{{0x3400, 0x4DBF},
                                            {0x4E00, 0x9FFF},
                                            {0xF900, 0xFAFF},
                                            {0x20000, 0x2A6DF},
                                            {0x2A700, 0x2B73F},
                                            {0x2B740, 0x2B81F},
                                            {0x2B920, 0x2CEAF},
                                            {0x2F800, 0x2FA1F}}};
    return has(kRanges, c);
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

Result<CharacterMap> CharacterMap::fromBase64(std::string_view text, const std::string& file) {
    const auto bytes = decodedBase64(text);
    return bytes ? fromBytes(*bytes, file) : malformed(file);
}

Result<CharacterMap> CharacterMap::fromBytes(std::string_view bytes, const std::string& file) {
    CharacterMap map;
    if (bytes.empty()) {
        return map;
    }
    std::uint32_t trieBytes = 0;
    if (bytes.size() <= sizeof trieBytes) {
        return malformed(file);
    }
    std::memcpy(&trieBytes, bytes.data(), sizeof trieBytes);  // little-endian, as this machine is
    bytes.remove_prefix(sizeof trieBytes);
    if (trieBytes > bytes.size() || trieBytes % sizeof(std::uint32_t) != 0 || trieBytes == 0) {
        return malformed(file);
    }
    map.m_units.resize(trieBytes / sizeof(std::uint32_t));
    std::memcpy(map.m_units.data(), bytes.data(), trieBytes);
    map.m_texts = bytes.substr(trieBytes);
    if (map.m_texts.empty() || map.m_texts.back() != '\0') {
        return malformed(file);
    }
    // Wherever a walk may step from a unit, whatever byte comes, lies in the array.
    for (std::uint32_t i = 0; i < map.m_units.size(); ++i) {
        const std::uint32_t unit = map.m_units[i];
        const bool isInside = (unit & kLeaf) != 0
                                  ? (unit & ~kLeaf) < map.m_texts.size()
                                  : ((i ^ offsetOf(unit)) | 0xFF) < map.m_units.size();
        if (!isInside) {
            return malformed(file);
        }
    }
    return map;
}

std::optional<std::string_view> CharacterMap::find(std::string_view text) const {
    if (m_units.empty()) {
        return std::nullopt;
    }
    std::uint32_t at = offsetOf(m_units[0]);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte == 0) {
            return std::nullopt;
        }
        at ^= byte;
        const std::uint32_t unit = m_units[at];
        if (labelOf(unit) != byte) {
            return std::nullopt;
        }
        at ^= offsetOf(unit);
        if (hasLeaf(unit)) {  // the shortest entry is taken, as the reference does
            const std::uint32_t value = m_units[at] & ~kLeaf;
            return value < m_texts.size() ? std::optional(std::string_view(&m_texts[value]))
                                          : std::nullopt;
        }
    }
    return std::nullopt;
}

std::string CharacterMap::apply(std::string_view text) const {
    constexpr std::size_t kLongestGrapheme = 5;
    std::string mapped;
    const auto flush = [&](std::string_view grapheme) {
        if (grapheme.empty()) {
            return;
        }
        if (const auto whole =
                grapheme.size() <= kLongestGrapheme ? find(grapheme) : std::nullopt) {
            mapped += *whole;
            return;
        }
        eachCodePoint(grapheme, [&](char32_t, std::string_view character) {
            mapped += find(character).value_or(character);
        });
    };
    std::size_t begin = 0;
    utf8proc_int32_t before = 0;
    utf8proc_int32_t state = 0;
    eachCodePoint(text, [&](char32_t c, std::string_view part) {
        const auto at = static_cast<std::size_t>(part.data() - text.data());
        const auto codePoint = static_cast<utf8proc_int32_t>(c);
        if (at > 0 && utf8proc_grapheme_break_stateful(before, codePoint, &state)) {
            flush(text.substr(begin, at - begin));
            begin = at;
        }
        before = codePoint;
    });
    flush(text.substr(begin));
    return mapped;
}

}  // namespace stowage
