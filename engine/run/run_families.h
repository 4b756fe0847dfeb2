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
/// Llama 1 to 3.x and its relatives: Mistral, Qwen2, Qwen3, and Mixtral with its experts.
[[nodiscard]] MadeModel makeLlamaModel(const WeightSource& source, RunConfig& config);
/// BERT encoders, with the head for masked words or without one.
[[nodiscard]] MadeModel makeBertModel(const WeightSource& source, RunConfig& config);

}  // namespace stowage
