// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/text/added_tokens.h"
#include "engine/text/pre_tokenizer.h"
#include "engine/text/text_normalizer.h"
#include "engine/text/token_decoder.h"
#include "engine/text/token_model.h"
#include "engine/text/tokenizer.h"
#include "engine/text/tokenizer_settings.h"

#include <memory>
#include <string>
#include <vector>

namespace stowage {

/// What a tokenizer is made of, in the order in which a text goes through it.
struct PipelineParts {
    std::vector<AddedToken> added;
    TextNormalizer normalizer;
    PreTokenizer preTokenizer;
    std::unique_ptr<const TokenModel> model;
    std::vector<TokenId> before;  ///< tokens put before every text
    std::vector<TokenId> after;
    TokenDecoder decoder;
    bool closesSpaces = false;  ///< in what was decoded; see withoutTokenSpaces()
    std::string path;
};

/// Adds a token, by the number that the vocabulary or an earlier one of the list has for its text,
/// else by the next free one, as transformers adds tokens that a vocabulary lacks.
void addToken(PipelineParts& parts, AddedToken token);
/// The named and listed tokens of a tokenizer_config.json, unless they are there.
void addTokens(PipelineParts& parts, const TokenizerSettings& settings);
/// The number of a token by its text, added ones included.
[[nodiscard]] std::optional<TokenId> idOf(const PipelineParts& parts, std::string_view text);
/// Sets what comes before and after a text where the settings say so themselves.
void applyBosAndEos(PipelineParts& parts, const TokenizerSettings& settings);

/// Error: those of normalising added tokens.
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> makePipeline(PipelineParts parts);

/// InvalidArgument or LimitExceeded where a text cannot be taken as a prompt.
[[nodiscard]] Result<void> checkPromptText(std::string_view text);

}  // namespace stowage
