// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/text/token_model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// Byte pair encoding: characters, of which the pair that stands first in a list of merges becomes
/// one token, again and again. Source: the BPE model of Hugging Face's tokenizers.
class BpeModel : public TokenModel {
public:
    /// A pair of texts that become one, the earlier in the list the sooner.
    using Merge = std::pair<std::string_view, std::string_view>;
    struct Options {
        std::optional<std::string> unknown{};  ///< the token for characters without one
        std::string continuingPrefix{};        ///< before all but a piece's first character
        std::string endOfWord{};               ///< behind a piece's last character
        bool fusesUnknown = false;             ///< several unknown ones in a row are one token
        bool fallsBackToBytes = false;
        bool ignoresMerges = false;  ///< a piece that is a token is that token
    };
    static constexpr std::size_t kMaxMerges = std::size_t{1} << 21;

    /// Errors: Malformed (a merge of or to a text that is no token, an unknown token that is none),
    /// LimitExceeded (too many merges).
    [[nodiscard]] static Result<BpeModel> make(TokenVocabulary vocabulary,
                                               std::span<const Merge> merges, Options options,
                                               const std::string& file);

    [[nodiscard]] Result<void> tokenize(std::string_view piece,
                                        std::vector<TokenId>& tokens) const override;

private:
    struct Merged {
        std::uint32_t rank = 0;
        TokenId token = 0;
    };
    struct PairHash {
        std::size_t operator()(std::uint64_t pair) const;
    };

    BpeModel(TokenVocabulary vocabulary, Options options)
        : TokenModel(std::move(vocabulary)), m_options(std::move(options)) {}
    [[nodiscard]] std::vector<TokenId> charactersOf(std::string_view piece) const;
    [[nodiscard]] bool addBytes(std::string_view character, std::vector<TokenId>& tokens) const;
    [[nodiscard]] const Merged* mergeOf(TokenId left, TokenId right) const;
    void mergeAll(std::vector<TokenId>& tokens) const;

    Options m_options;
    std::optional<TokenId> m_unknown;
    std::unordered_map<std::uint64_t, Merged, PairHash> m_merges;
};

}  // namespace stowage
