// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/added_tokens.h"

#include "engine/text/unicode_text.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// The code point that a non-empty text ends with, and where it begins.
std::pair<char32_t, std::size_t> lastOf(std::string_view text) {
    std::size_t at = text.size() - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) {
        --at;
    }
    const auto decoded = decodeUtf8(text.substr(at));
    return {decoded ? decoded->codePoint : 0xFFFD, at};
}

bool isInsideWord(std::string_view text, std::size_t begin, std::size_t end) {
    const auto behind = end < text.size() ? decodeUtf8(text.substr(end)) : std::nullopt;
    return (begin > 0 && isWordCharacter(lastOf(text.substr(0, begin)).first)) ||
           (behind && isWordCharacter(behind->codePoint));
}

std::size_t withoutSpaceBefore(std::string_view text, std::size_t begin, std::size_t least) {
    while (begin > least) {
        const auto [c, at] = lastOf(text.substr(0, begin));
        if (!isWhiteSpace(c)) {
            break;
        }
        begin = at;
    }
    return std::max(begin, least);
}

std::size_t withSpaceBehind(std::string_view text, std::size_t end) {
    while (end < text.size()) {
        const auto decoded = decodeUtf8(text.substr(end));
        if (!decoded || !isWhiteSpace(decoded->codePoint)) {
            break;
        }
        end += decoded->length;
    }
    return end;
}

}  // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, std::vector<std::string> texts)
    : m_tokens(std::move(tokens)), m_texts(std::move(texts)) {
    std::vector<PrefixTable::Entry> entries;
    for (std::size_t i = 0; i < m_texts.size(); ++i) {
        if (!m_texts[i].empty()) {
            entries.emplace_back(m_texts[i], static_cast<std::int32_t>(i));
        }
    }
    m_table = PrefixTable(std::move(entries));
}

std::vector<AddedTokens::Part> AddedTokens::cut(std::string_view text) const {
    std::vector<Part> parts;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = 0;
        const AddedToken* token = nullptr;
        m_table.eachPrefix(text.substr(at), [&](std::size_t bytes, std::int32_t index) {
            length = bytes;
            token = &m_tokens[static_cast<std::size_t>(index)];
        });
        if (token == nullptr) {
            ++at;
            continue;
        }
        std::size_t begin = at;
        std::size_t end = at + length;
        at = end;
        if (token->isSingleWord && isInsideWord(text, begin, end)) {
            continue;
        }
        begin = token->takesSpaceLeft ? withoutSpaceBefore(text, begin, done) : begin;
        end = token->takesSpaceRight ? withSpaceBehind(text, end) : end;
        if (begin > done) {
            parts.push_back({text.substr(done, begin - done), std::nullopt});
        }
        parts.push_back({text.substr(begin, end - begin), token->id});
        done = end;
        at = std::max(at, done);
    }
    if (done < text.size()) {
        parts.push_back({text.substr(done), std::nullopt});
    }
    return parts;
}

}  // namespace stowage
