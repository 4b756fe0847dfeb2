// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Turns text into a model's tokens and back, as the library that the tokenizer's file was made for
/// does. Immutable; safe to use from several threads.
class Tokenizer {
public:
    /// More than any prompt; longer texts are refused.
    static constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;

    virtual ~Tokenizer() = default;

    /// The tokens of a text with those that the tokenizer puts around it (bos, eos, [CLS] …), as
    /// `tokenizer(text)` of transformers gives them. Errors: InvalidArgument (no UTF-8),
    /// LimitExceeded (too long, or a pattern of the file takes too long on it), Unsupported (a
    /// character that the vocabulary has no token for, where the library fails too).
    [[nodiscard]] virtual Result<std::vector<std::int64_t>> encode(std::string_view text) const = 0;

    /// The text of tokens, special ones included, as `tokenizer.decode(tokens)` gives it. All
    /// tokens that the vocabulary does not have are left out. Always well-formed UTF-8.
    [[nodiscard]] virtual std::string decode(std::span<const std::int64_t> tokens) const = 0;

    /// The file that it was read from: "…/tokenizer.json".
    [[nodiscard]] virtual const std::string& path() const = 0;
};

/// The text that `following` adds to a prompt: with some tokenizers a word's first token alone
/// would be decoded without the space before it.
[[nodiscard]] std::string followingText(const Tokenizer& tokenizer,
                                        std::span<const std::int64_t> prompt,
                                        std::span<const std::int64_t> following);

/// The file in a model's folder from which its tokenizer would be read: tokenizer.json, else
/// vocab.json with merges.txt beside it, tokenizer.model, spiece.model or vocab.txt. Nothing where
/// there is none. Reads nothing.
[[nodiscard]] std::optional<std::string> findTokenizerFile(const std::string& folder);

/// The folder of a model's tokenizer: the model's own, or the one that its file lies in, or the one
/// beside a folder of one file per tensor. Nothing where no tokenizer lies there.
[[nodiscard]] std::optional<std::string> findTokenizerFolder(const std::string& modelPath);

/// Reads the tokenizer of a model's folder, with the rules of its tokenizer_config.json. Blocks.
/// Errors: FileNotFound (the folder has none), those of reading a file, Malformed, LimitExceeded,
/// Unsupported (a kind of tokenizer or a step that Stowage does not know),
/// BackendUnavailable (libsentencepiece cannot be opened).
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> openTokenizer(const std::string& folder);

}  // namespace stowage
