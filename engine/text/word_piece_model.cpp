// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_piece_model.h"

#include "engine/base/utf8.h"
#include "engine/text/unicode_text.h"

#include <optional>

namespace stowage {

Result<WordPieceModel> WordPieceModel::make(TokenVocabulary vocabulary, Options options,
                                            const std::string& file) {
    const auto unknown = vocabulary.find(options.unknown);
    if (!unknown) {
        return fail(ErrorCode::Malformed,
                    file + " has no token " + quotedForMessage(options.unknown) +
                        " for words that it does not know.",
                    file);
    }
    return WordPieceModel(std::move(vocabulary), std::move(options), *unknown);
}

Result<void> WordPieceModel::tokenize(std::string_view word, std::vector<TokenId>& tokens) const {
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

}  // namespace stowage
