// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// One model of a pipeline, which is a child of the tree's root. A value.
struct PipelineComponent {
    std::string name;       ///< "text_encoder_2"
    std::string library;    ///< "transformers", "diffusers", or the pipeline module it comes from
    std::string className;  ///< as the pipeline names it
    std::string file;       ///< what was opened of it: weights, an index or a config.json
};

/// What a `model_index.json` of diffusers says. A value.
struct Pipeline {
    std::string className;                      ///< "FluxPipeline"
    std::string file;                           ///< the model_index.json
    std::vector<PipelineComponent> components;  ///< models, in the file's order
    /// Models that the file names and whose folders are not here.
    std::vector<std::string> absent;
};

/// Reads a model_index.json. Components are those entries `[library, class]` that are models:
/// neither null nor a tokenizer, processor or scheduler; `absent` stays empty.
/// Errors: Malformed (no such file, a name that is no folder's), Unsupported (a class of Flax or
/// ONNX), LimitExceeded.
[[nodiscard]] Result<Pipeline> parsePipeline(std::string_view text, const std::string& file);

}  // namespace stowage
