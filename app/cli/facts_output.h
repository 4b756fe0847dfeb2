// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/model_input.h"

#include <string>

namespace stowage {

/// What is known of the model beside its modules, a line a subject: layers, heads, context,
/// experts, parameters, bytes of the KV cache a token. "" where nothing is known.
[[nodiscard]] std::string factsText(const OpenedModel& model);

/// Parameters and bytes of each class's own tensors, the most first: they add up to the model.
[[nodiscard]] std::string classesText(const OpenedModel& model);

/// Whether `inspect --json` lists classes.
enum class ClassList { Without, With };

/// The object of `inspect --json` with "facts": {"family", "class", "file", "layers",
/// "encoder_layers", "hidden_size", "attention_heads", "kv_heads", "head_width", "latent_width",
/// "context", "vocabulary", "experts", "active_experts", "shared_experts", "expert_layers"
/// (numbers, null where the model has no such thing), "parameters", "active_parameters",
/// "embedding_parameters", "kv_cache"} where they are known, and "classes": [{"class", "modules",
/// "parameters", "bytes", "largest_bytes", "no_split", "guessed"}] where they are asked for.
/// "kv_cache" is null where the model keeps none or it is not known, else {"layers",
/// "elements_per_token", "bytes_per_token": {dtype: bytes}, "transformers_bytes_per_token" (where
/// that library keeps more), "window": {"tokens", "layers", "bytes_per_token_beyond": {…}},
/// "cross_attention": {"layers", "positions", "bytes_per_position": {…}}}.
[[nodiscard]] std::string withFacts(std::string object, const OpenedModel& model,
                                    ClassList classes);

}  // namespace stowage
