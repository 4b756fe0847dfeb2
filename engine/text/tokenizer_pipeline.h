// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/text/text_steps.h"
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
