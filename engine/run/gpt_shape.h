// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/weight_source.h"

#include <cstdint>
#include <string>

namespace stowage {

/// The sizes of a from-scratch GPT, as "Build a Large Language Model (From Scratch)" writes it.
struct GptShape {
    std::int64_t vocabulary = 0;
    std::int64_t context = 0;  ///< longest prompt
    std::int64_t width = 0;
    std::int64_t inner = 0;  ///< of the feed-forward layers
    std::int64_t layers = 0;
    std::int64_t heads = 0;
};

/// What dtypes a forward pass takes its weights in.
enum class GptDTypes {
    Computable,  ///< float32, bfloat16 and float16
    Float32,     ///< the lesson's, whose logits are held against float32's
};

/// Reads the sizes from the tensors' own shapes and the number of heads from the config.json beside
/// the checkpoint (`n_heads`); without one a head is 64 wide, as in every GPT-2. Checks name, shape
/// and dtype of every tensor that the forward pass will use, so that the pass itself need not.
/// `checkpointPath`: what the person opened. Errors: Unsupported (another architecture, a
/// dtype that is not among `dtypes`), KeyMismatch (a tensor is missing or has another shape, or
/// config.json belongs to another model), InvalidArgument (heads that do not divide the width),
/// Malformed (config.json).
[[nodiscard]] Result<GptShape> readGptShape(const WeightSource& source,
                                            const std::string& checkpointPath,
                                            GptDTypes dtypes = GptDTypes::Computable);

}  // namespace stowage
