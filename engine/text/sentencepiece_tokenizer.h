// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/text/tokenizer.h"
#include "engine/text/tokenizer_settings.h"

#include <memory>
#include <string>

namespace stowage {

/// A SentencePiece model (tokenizer.model, spiece.model) as its family's class in transformers uses
/// it: Llama's and Mistral's <s> in front, T5's </s> and <extra_id_…> behind, ChatGLM2's [gMASK]
/// sop. Errors: those of reading the file, Malformed, LimitExceeded, BackendUnavailable.
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> openSentencePieceTokenizer(
    const std::string& path, const TokenizerSettings& settings);

}  // namespace stowage
