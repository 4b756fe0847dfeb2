// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/token_vocabulary.h"

#include "engine/base/utf8.h"

namespace stowage {

Result<void> TokenVocabulary::add(std::string_view text, std::uint64_t id,
                                  const std::string& file) {
    if (id >= kMaxTokens) {
        return fail(ErrorCode::LimitExceeded,
                    file + " numbers a token " + std::to_string(id) +
                        "; Stowage takes vocabularies of at most 1,048,576 tokens.",
                    file);
    }
    if (text.size() > kMaxTokenBytes) {
        return fail(ErrorCode::LimitExceeded,
                    file + " has a token of " + std::to_string(text.size()) +
                        " bytes; Stowage takes 4,096 at most.",
                    file);
    }
    if (!isValidUtf8(text)) {
        return fail(ErrorCode::Malformed,
                    file + " has a token that is no UTF-8: " + quotedForMessage(text) + ".", file);
    }
    const auto known = m_ids.find(text);
    const std::string_view kept = known == m_ids.end() ? m_store.keep(text) : known->first;
    m_ids[kept] = static_cast<TokenId>(id);
    if (id >= m_texts.size()) {
        m_texts.resize(id + 1);
    }
    m_texts[id] = kept.empty() ? std::string_view("") : kept;
    return {};
}

std::optional<TokenId> TokenVocabulary::find(std::string_view text) const {
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string_view> TokenVocabulary::text(std::int64_t id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= m_texts.size() ||
        m_texts[static_cast<std::size_t>(id)].data() == nullptr) {
        return std::nullopt;
    }
    return m_texts[static_cast<std::size_t>(id)];
}

std::string byteToken(unsigned char byte) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    return {'<', '0', 'x', kDigits[byte >> 4], kDigits[byte & 15], '>'};
}

}  // namespace stowage
