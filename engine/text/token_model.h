// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/text/token_vocabulary.h"

#include <string_view>
#include <vector>

namespace stowage {

/// Makes tokens of a piece of text that was normalised and split before. Immutable.
class TokenModel {
public:
    explicit TokenModel(TokenVocabulary vocabulary) : m_vocabulary(std::move(vocabulary)) {}
    virtual ~TokenModel() = default;
    TokenModel(TokenModel&&) = default;
    TokenModel& operator=(TokenModel&&) = default;

    /// Appends the tokens of `piece`, which is not empty. Error: Unsupported, where the vocabulary
    /// has neither a token for a character nor one for what is unknown.
    [[nodiscard]] virtual Result<void> tokenize(std::string_view piece,
                                                std::vector<TokenId>& tokens) const = 0;
    [[nodiscard]] const TokenVocabulary& vocabulary() const { return m_vocabulary; }

private:
    TokenVocabulary m_vocabulary;
};

}  // namespace stowage
