// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// The table by which SentencePiece normalises text: characters and sequences of them, in a
/// double-array trie as Darts-clone lays it out, with what each becomes. Checked as a whole when it
/// is read, so that looking up stays inside of it.
class CharacterMap {
public:
    /// Of "precompiled_charsmap" as SentencePiece's models hold it; an empty one maps nothing.
    /// Error: Malformed.
    [[nodiscard]] static Result<CharacterMap> fromBytes(std::string_view bytes,
                                                        const std::string& file);
    /// The same in base64, as tokenizer.json has it.
    [[nodiscard]] static Result<CharacterMap> fromBase64(std::string_view text,
                                                         const std::string& file);

    /// A text with each grapheme of up to five bytes, else each character, that begins with an
    /// entry replaced by that entry's text. Source: the Precompiled normalizer of Hugging Face's
    /// tokenizers.
    [[nodiscard]] std::string apply(std::string_view text) const;

private:
    [[nodiscard]] std::optional<std::string_view> find(std::string_view text) const;

    std::vector<std::uint32_t> m_units;
    std::string m_texts;  ///< each ends with a NUL
};

}  // namespace stowage
