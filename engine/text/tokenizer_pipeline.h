// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_table.h"
#include "engine/base/result.h"
#include "engine/text/text_steps.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
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

/// What a tokenizer is made of, in the order in which a text goes through it.
struct PipelineParts {
    std::vector<AddedToken> added;
    TextStep normalizer;
    TextStep preTokenizer;
    OwnedTokenModel model;
    std::vector<TokenId> before;  ///< tokens put before every text
    std::vector<TokenId> after;
    TextStep decoder;
    bool closesSpaces = false;  ///< in what was decoded; see withoutTokenSpaces()
    std::string path;
};

/// The largest file that a vocabulary is read from.
inline constexpr std::size_t kMaxVocabularyBytes = std::size_t{64} << 20;

/// Parts with the "normalizer", "pre_tokenizer" and "decoder" of a tokenizer.json, or of a document
/// like it. Errors: the model's, those of readSteps().
[[nodiscard]] Result<PipelineParts> makeParts(Result<OwnedTokenModel> model,
                                              const nlohmann::ordered_json& steps,
                                              const std::string& path);
/// Adds a token, by the number that the vocabulary or an earlier one of the list has for its text,
/// else by the next free one, as transformers adds tokens that a vocabulary lacks.
void addToken(PipelineParts& parts, AddedToken token);
/// The named and listed tokens of a tokenizer_config.json, unless they are there.
void addTokens(PipelineParts& parts, const TokenizerSettings& settings);
/// The number of a token by its text, added ones included.
[[nodiscard]] std::optional<TokenId> idOf(const PipelineParts& parts, std::string_view text);
/// Sets what comes before and after a text where the settings say so themselves.
void applyBosAndEos(PipelineParts& parts, const TokenizerSettings& settings);

/// tokenizer.json of Hugging Face's tokenizers. Errors, as of the next three: those of reading the
/// file, Malformed, LimitExceeded, Unsupported.
[[nodiscard]] Result<PipelineParts> readTokenizerJson(const std::string& path,
                                                      const TokenizerSettings& settings);
/// vocab.json with the merges.txt beside it: byte-level BPE as GPT-2, RoBERTa and Qwen2 set it up.
[[nodiscard]] Result<PipelineParts> readVocabAndMerges(const std::string& path,
                                                       const TokenizerSettings& settings);
/// vocab.txt: BERT's WordPiece.
[[nodiscard]] Result<PipelineParts> readVocabText(const std::string& path,
                                                  const TokenizerSettings& settings);
/// A SentencePiece model (tokenizer.model, spiece.model) as its family's class in transformers uses
/// it: Llama's and Mistral's `<s>` in front, T5's `</s>` and `<extra_id_…>` behind, ChatGLM2's
/// [gMASK] sop. Error besides: BackendUnavailable (libsentencepiece cannot be opened).
[[nodiscard]] Result<PipelineParts> readSentencePieceModel(const std::string& path,
                                                           const TokenizerSettings& settings);

}  // namespace stowage
