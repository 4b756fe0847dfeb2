// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/text/added_tokens.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

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
