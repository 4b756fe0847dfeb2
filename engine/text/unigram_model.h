// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/text/prefix_table.h"
#include "engine/text/token_model.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// The likeliest way to cut a text into tokens that each have a logarithmic probability. Source:
/// the Unigram model of Hugging Face's tokenizers.
class UnigramModel : public TokenModel {
public:
    /// `scores` are of the tokens in the order of their numbers. Error: Malformed (a token without
    /// a score, an unknown token that is none).
    [[nodiscard]] static Result<UnigramModel> make(TokenVocabulary vocabulary,
                                                   std::vector<double> scores,
                                                   std::optional<std::uint64_t> unknown,
                                                   bool fallsBackToBytes, const std::string& file);
    [[nodiscard]] Result<void> tokenize(std::string_view piece,
                                        std::vector<TokenId>& tokens) const override;

private:
    using TokenModel::TokenModel;
    [[nodiscard]] std::vector<std::string_view> bestCut(std::string_view piece) const;

    std::vector<double> m_scores;
    double m_unknownScore = 0;
    std::optional<TokenId> m_unknown;
    bool m_fallsBackToBytes = false;
    PrefixTable m_table;
    std::string m_file;
};

}  // namespace stowage
