// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/character_map.h"

#include "engine/text/unicode_text.h"

#include <utf8proc.h>

#include <cstring>
#include <utility>

namespace stowage {

namespace {

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
    return fail(ErrorCode::Malformed,
                file + " has a damaged table for normalising characters; copy the file anew.",
                file);
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
