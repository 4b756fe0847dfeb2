// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/text/prefix_table.h"
#include "engine/text/token_vocabulary.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A token that is found in the text itself, before the model sees it: "<|endoftext|>".
struct AddedToken {
    std::string text;
    TokenId id = 0;
    bool isSingleWord = false;    ///< not inside of a word
    bool takesSpaceLeft = false;  ///< with the white space before it
    bool takesSpaceRight = false;
    bool isNormalized = false;  ///< looked for in the normalised text
};

/// Cuts texts at added tokens, of those that begin at one place at the longest.
class AddedTokens {
public:
    struct Part {
        std::string_view text;
        std::optional<TokenId> token;  ///< unset: text between two of them
    };
    static constexpr std::size_t kMaxTokens = 16384;

    AddedTokens() = default;
    /// `texts` are the tokens' own, or what the normalizer makes of them.
    AddedTokens(std::vector<AddedToken> tokens, std::vector<std::string> texts);
    // The table views the texts.
    AddedTokens(AddedTokens&&) = default;
    AddedTokens& operator=(AddedTokens&&) = default;

    [[nodiscard]] std::vector<Part> cut(std::string_view text) const;

private:
    std::vector<AddedToken> m_tokens;
    std::vector<std::string> m_texts;
    PrefixTable m_table;
};

}  // namespace stowage
