// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_model.h"

#include <memory>

namespace stowage {

// One file a family. Each reads its configuration, checks its tensors and gives its formulas; see
// makeRunModel() for the errors.
using MadeModel = Result<std::unique_ptr<RunModel>>;

/// GPT-2 under Hugging Face's names.
[[nodiscard]] MadeModel makeGpt2Model(const WeightSource& source, RunConfig& config);
/// Karpathy's minGPT: GPT-2 with Linear weights and a causal mask in each block. Sizes that the
/// configuration leaves out are those of the tensors; heads are 64 wide, or as minGPT's own table
/// of sizes has them.
[[nodiscard]] MadeModel makeMinGptModel(const WeightSource& source, RunConfig& config);
/// Whether these are minGPT's tensors, which come without a config.json.
[[nodiscard]] bool holdsMinGpt(const WeightSource& source);
/// ChatGLM-6B: two-dimensional rotary positions over a context that is read in both directions.
[[nodiscard]] MadeModel makeChatGlmModel(const WeightSource& source, RunConfig& config);
/// ChatGLM2-6B and ChatGLM3-6B.
[[nodiscard]] MadeModel makeChatGlm2Model(const WeightSource& source, RunConfig& config);
/// Llama 1 to 3.x and its relatives: Mistral, Qwen2, Qwen3, GLM-4 under the library's names, and
/// Mixtral with its experts.
[[nodiscard]] MadeModel makeLlamaModel(const WeightSource& source, RunConfig& config);
/// BERT encoders, with the head for masked words or without one.
[[nodiscard]] MadeModel makeBertModel(const WeightSource& source, RunConfig& config);

}  // namespace stowage
