// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/token_model.h"

#include "engine/base/utf8.h"
#include "engine/text/text_steps.h"
#include "engine/text/unicode_text.h"

#include <array>

namespace stowage {

namespace {

class WordPieceModel : public TokenModel {
public:
    WordPieceModel(TokenVocabulary vocabulary, WordPieceOptions options, TokenId unknown)
        : TokenModel(std::move(vocabulary)), m_options(std::move(options)), m_unknown(unknown) {}
    [[nodiscard]] Result<void> tokenize(const TextPiece& piece,
                                        std::vector<TokenId>& tokens) const override;

private:
    WordPieceOptions m_options;
    TokenId m_unknown;
};

Result<void> WordPieceModel::tokenize(const TextPiece& piece, std::vector<TokenId>& tokens) const {
    const std::string_view word = piece.text;
    std::vector<std::size_t> ends;  // of the characters
    eachCodePoint(word, [&](char32_t, std::string_view part) {
        ends.push_back(static_cast<std::size_t>(part.data() - word.data()) + part.size());
    });
    std::vector<TokenId> found;
    std::size_t begin = 0;
    bool isKnown = ends.size() <= m_options.maxCharacters;
    while (isKnown && begin < word.size()) {
        isKnown = false;
        for (auto end = ends.rbegin(); end != ends.rend() && *end > begin; ++end) {
            const std::string part = (begin == 0 ? "" : m_options.continuingPrefix) +
                                     std::string(word.substr(begin, *end - begin));
            if (const auto id = vocabulary().find(part)) {
                found.push_back(*id);
                begin = *end;
                isKnown = true;
                break;
            }
        }
    }
    if (!isKnown) {
        found = {m_unknown};
    }
    tokens.insert(tokens.end(), found.begin(), found.end());
    return {};
}

}  // namespace

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

std::optional<std::vector<TokenId>> TokenVocabulary::bytesOf(std::string_view text) const {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::vector<TokenId> tokens;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const std::array name{'<', '0', 'x', kDigits[byte >> 4], kDigits[byte & 15], '>'};
        const auto id = find({name.data(), name.size()});
        if (!id) {
            return std::nullopt;
        }
        tokens.push_back(*id);
    }
    return tokens;
}

Result<OwnedTokenModel> makeWordPieceModel(TokenVocabulary vocabulary, WordPieceOptions options,
                                           const std::string& file) {
    const auto unknown = vocabulary.find(options.unknown);
    if (!unknown) {
        return fail(ErrorCode::Malformed,
                    file + " has no token " + quotedForMessage(options.unknown) +
                        " for words that it does not know.",
                    file);
    }
    return OwnedTokenModel(
        std::make_unique<WordPieceModel>(std::move(vocabulary), std::move(options), *unknown));
}

}  // namespace stowage
