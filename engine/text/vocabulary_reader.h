// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_scanner.h"
#include "engine/base/text_store.h"
#include "engine/text/bpe_model.h"
#include "engine/text/token_model.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What the large entries of a tokenizer's files say: tokens with their numbers or scores, and
/// merges. They go by event by event: there are half a million of them.
struct ReadVocabulary {
    TokenVocabulary tokens;
    std::vector<double> scores;  ///< of Unigram's, which are numbered as they come
    std::vector<BpeModel::Merge> merges;
    TextStore store;  ///< of the merges
};

/// The value of "vocab" comes next: {"a": 0, …} or [["a", −1.5], …]. Errors: Malformed,
/// LimitExceeded.
[[nodiscard]] Result<void> readVocabulary(JsonScanner& scanner, ReadVocabulary& into,
                                          const std::string& file);
/// The value of "merges" comes next: ["a b", …] or [["a", "b"], …]. Errors: as above.
[[nodiscard]] Result<void> readMerges(JsonScanner& scanner, ReadVocabulary& into,
                                      const std::string& file);

/// The tokenizer's parts of one file; those of its folder's settings are added by the caller.
struct PipelineParts;
struct TokenizerSettings;

/// tokenizer.json of Hugging Face's tokenizers. Errors: those of reading the file, Malformed,
/// LimitExceeded, Unsupported.
[[nodiscard]] Result<PipelineParts> readTokenizerJson(const std::string& path);
/// vocab.json with the merges.txt beside it: byte-level BPE as GPT-2, RoBERTa and Qwen2 set it up.
[[nodiscard]] Result<PipelineParts> readVocabAndMerges(const std::string& path,
                                                       const TokenizerSettings& settings);
/// vocab.txt: BERT's WordPiece.
[[nodiscard]] Result<PipelineParts> readVocabText(const std::string& path,
                                                  const TokenizerSettings& settings);

}  // namespace stowage
