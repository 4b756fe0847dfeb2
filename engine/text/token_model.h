// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_table.h"
#include "engine/base/result.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

struct TextPiece;

using TokenId = std::int32_t;

/// A tokenizer's tokens by text and by number.
class TokenVocabulary {
public:
    /// Four times as many as the largest published vocabulary has.
    static constexpr std::uint64_t kMaxTokens = std::uint64_t{1} << 20;
    static constexpr std::size_t kMaxTokenBytes = 4096;

    /// Of two equal texts the later number counts. `file` is for messages. Errors: LimitExceeded
    /// (the number or the text), Malformed (the text is no UTF-8).
    [[nodiscard]] Result<void> add(std::string_view text, std::uint64_t id,
                                   const std::string& file);
    [[nodiscard]] std::optional<TokenId> find(std::string_view text) const;
    /// Its text; nothing for a number that no token has.
    [[nodiscard]] std::optional<std::string_view> text(std::int64_t id) const;
    /// The tokens of a text's bytes, "<0x0A>"; nothing unless there is one for each.
    [[nodiscard]] std::optional<std::vector<TokenId>> bytesOf(std::string_view text) const;
    /// One above the largest number.
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }

private:
    TextStore m_store;
    NameTable<std::string_view, TokenId> m_ids;
    std::vector<std::string_view> m_texts;  ///< by number; without data: none has it
};

/// Which of many texts begin another one. The texts must outlive the table.
class PrefixTable {
public:
    using Entry = std::pair<std::string_view, std::int32_t>;

    PrefixTable() = default;
    explicit PrefixTable(std::vector<Entry> entries) : m_entries(std::move(entries)) {
        std::ranges::sort(m_entries);
    }

    /// Calls `visit(length, value)` for each entry that `text` begins with, the shortest first.
    template <class Visit>
    void eachPrefix(std::string_view text, Visit visit) const {
        auto first = m_entries.begin();
        auto last = m_entries.end();
        for (std::size_t depth = 0; first != last; ++depth) {
            for (; first != last && first->first.size() == depth; ++first) {
                visit(depth, first->second);
            }
            if (depth == text.size()) {
                return;
            }
            const auto byteOf = [depth](const Entry& entry) {
                return static_cast<unsigned char>(entry.first[depth]);
            };
            const auto byte = static_cast<unsigned char>(text[depth]);
            first =
                std::partition_point(first, last, [&](const Entry& e) { return byteOf(e) < byte; });
            last = std::partition_point(first, last,
                                        [&](const Entry& e) { return byteOf(e) == byte; });
        }
    }

private:
    std::vector<Entry> m_entries;
};

/// Makes tokens of a piece of text that was normalised and split before. Immutable.
class TokenModel {
public:
    explicit TokenModel(TokenVocabulary vocabulary) : m_vocabulary(std::move(vocabulary)) {}
    virtual ~TokenModel() = default;

    /// Appends the tokens of `piece`, which is not empty. Error: Unsupported, where the vocabulary
    /// has neither a token for a character nor one for what is unknown.
    [[nodiscard]] virtual Result<void> tokenize(const TextPiece& piece,
                                                std::vector<TokenId>& tokens) const = 0;
    [[nodiscard]] const TokenVocabulary& vocabulary() const { return m_vocabulary; }

private:
    TokenVocabulary m_vocabulary;
};
using OwnedTokenModel = std::unique_ptr<const TokenModel>;

/// A pair of texts that become one, the earlier in the list the sooner.
using TokenMerge = std::pair<std::string_view, std::string_view>;
inline constexpr std::size_t kMaxTokenMerges = std::size_t{1} << 21;

struct BpeOptions {
    std::optional<std::string> unknown{};  ///< the token for characters without one
    std::string continuingPrefix{};        ///< before all but a piece's first character
    std::string endOfWord{};               ///< behind a piece's last character
    bool fusesUnknown = false;             ///< several unknown ones in a row are one token
    bool fallsBackToBytes = false;
    bool ignoresMerges = false;  ///< a piece that is a token is that token
};

/// Byte pair encoding: characters, of which the pair that stands first in a list of merges becomes
/// one token, again and again. Source, as of the other two: Hugging Face's tokenizers. Errors:
/// Malformed (a merge of or to a text that is no token, an unknown token that is none),
/// LimitExceeded (too many merges).
[[nodiscard]] Result<OwnedTokenModel> makeBpeModel(TokenVocabulary vocabulary,
                                                   std::span<const TokenMerge> merges,
                                                   BpeOptions options, const std::string& file);

struct WordPieceOptions {
    std::string unknown = "[UNK]";
    std::string continuingPrefix = "##";
    std::size_t maxCharacters = 100;  ///< words of more are unknown
};

/// A word as the longest token that it begins with, the longest that the rest begins with, and so
/// on; all but the first have a prefix in the vocabulary. Error: Malformed, where the unknown token
/// is none.
[[nodiscard]] Result<OwnedTokenModel> makeWordPieceModel(TokenVocabulary vocabulary,
                                                         WordPieceOptions options,
                                                         const std::string& file);

/// Unigram: the likeliest way to cut a text into tokens that each have a logarithmic probability,
/// `scores` in the order of their numbers. Error: Malformed (a token without a score, an unknown
/// token that is none).
[[nodiscard]] Result<OwnedTokenModel> makeUnigramModel(TokenVocabulary vocabulary,
                                                       std::vector<double> scores,
                                                       std::optional<std::uint64_t> unknown,
                                                       bool fallsBackToBytes,
                                                       const std::string& file);

}  // namespace stowage
