// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/base/strings.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

enum class UnicodeForm : std::uint8_t { Nfc, Nfd, Nfkc, Nfkd };

/// Calls `visit(char32_t, std::string_view)` for each code point of a well-formed text.
template <class Visit>
void eachCodePoint(std::string_view text, Visit visit) {
    while (!text.empty()) {
        const auto decoded = decodeUtf8(text);
        const std::size_t length = decoded ? decoded->length : 1;
        visit(decoded ? decoded->codePoint : char32_t{0xFFFD}, text.substr(0, length));
        text.remove_prefix(length);
    }
}

void appendUtf8(std::string& text, char32_t codePoint);

/// Bytes as text: what is no UTF-8 becomes U+FFFD, one for each maximal ill-formed part, as
/// Python's and Rust's lossy decoders have it.
[[nodiscard]] std::string lossyUtf8(std::string_view bytes);

/// Of well-formed text.
[[nodiscard]] std::string normalizedText(std::string_view text, UnicodeForm form);
/// Each character's own lower case, whatever stands beside it.
[[nodiscard]] std::string loweredText(std::string_view text);

/// Unicode's White_Space.
[[nodiscard]] bool isWhiteSpace(char32_t codePoint);
/// ASCII's punctuation and symbols, and the punctuation of Unicode 8, as the reference has it.
[[nodiscard]] bool isPunctuation(char32_t codePoint);
/// Any mark: Mn, Mc and Me.
[[nodiscard]] bool isMark(char32_t codePoint);
/// Mn of Unicode 8.
[[nodiscard]] bool isNonspacingMark(char32_t codePoint);
/// Nd, Nl or No.
[[nodiscard]] bool isNumeric(char32_t codePoint);
/// Control characters but tab, LF and CR, format characters of Unicode 8, and private use.
[[nodiscard]] bool isControl(char32_t codePoint);
/// Letters, marks, digits and what connects them.
[[nodiscard]] bool isWordCharacter(char32_t codePoint);
/// The CJK ideographs that BERT's normalizer puts spaces around.
[[nodiscard]] bool isChineseCharacter(char32_t codePoint);

/// `text` with each `from` (not empty) as `to`.
[[nodiscard]] std::string replacedText(std::string_view text, std::string_view from,
                                       std::string_view to);

/// Each byte as a character that can be seen, as GPT-2's vocabulary writes them: " a" is "Ġa".
[[nodiscard]] std::string bytesAsLetters(std::string_view bytes);
/// The way back; nothing where a character of the text stands for no byte.
[[nodiscard]] std::optional<std::string> lettersAsBytes(std::string_view text);

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
