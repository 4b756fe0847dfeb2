// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/text/token_model.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

class StepFields;

/// A token that is found in the text itself, before the model sees it: "<|endoftext|>".
struct AddedToken {
    std::string text;
    TokenId id = 0;
    bool isSingleWord = false;    ///< not inside of a word
    bool takesSpaceLeft = false;  ///< with the white space before it
    bool takesSpaceRight = false;
    bool isNormalized = false;  ///< looked for in the normalised text
};

inline constexpr std::size_t kMaxAddedTokens = 16384;

/// Of an entry that has no number; `isSpecial` where it does not say so itself.
[[nodiscard]] AddedToken addedTokenOf(const StepFields& fields, bool isSpecial);

/// What a folder's tokenizer_config.json says, and of its config.json the family.
struct TokenizerSettings {
    /// In lower case: its class without "Tokenizer" and "Fast" ("llama"), else the "model_type".
    std::string family;
    /// "bos_token", "eos_token" …: what stands for each; ids are not known here.
    std::map<std::string, AddedToken> named;
    /// "added_tokens_decoder", with their ids.
    std::vector<AddedToken> added;
    std::optional<bool> addsBos, addsEos, isLegacy, addsPrefixSpace;
    std::optional<bool> lowersCase, splitsChinese, stripsAccents;
    bool closesSpaces = false;  ///< clean_up_tokenization_spaces

    [[nodiscard]] std::string tokenFor(const char* name, const std::string& fallback) const;
};

/// Of a folder; without the files nothing is set. Errors: those of reading a file, Malformed,
/// LimitExceeded.
[[nodiscard]] Result<TokenizerSettings> readTokenizerSettings(const std::string& folder);

/// A whole file of up to `limit` bytes. Errors: those of RandomAccessFile, LimitExceeded.
[[nodiscard]] Result<std::string> readTokenizerFile(const std::string& path, std::size_t limit);

}  // namespace stowage
