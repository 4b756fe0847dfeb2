// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/text/token_model.h"

#include <cstddef>
#include <string>

namespace stowage {

/// A word as the longest token that it begins with, the longest that the rest begins with, and so
/// on; all but the first have a prefix in the vocabulary. Source: the WordPiece model of Hugging
/// Face's tokenizers.
class WordPieceModel : public TokenModel {
public:
    struct Options {
        std::string unknown = "[UNK]";
        std::string continuingPrefix = "##";
        std::size_t maxCharacters = 100;  ///< words of more are unknown
    };

    /// Error: Malformed, where the unknown token is none.
    [[nodiscard]] static Result<WordPieceModel> make(TokenVocabulary vocabulary, Options options,
                                                     const std::string& file);
    [[nodiscard]] Result<void> tokenize(std::string_view word,
                                        std::vector<TokenId>& tokens) const override;

private:
    WordPieceModel(TokenVocabulary vocabulary, Options options, TokenId unknown)
        : TokenModel(std::move(vocabulary)), m_options(std::move(options)), m_unknown(unknown) {}

    Options m_options;
    TokenId m_unknown;
};

}  // namespace stowage
