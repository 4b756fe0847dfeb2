// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// What diffusers knows of a pipeline's class.
struct PipelineClassRules {
    /// `model_cpu_offload_seq`: the models that replace each other on the GPU.
    std::vector<std::string> offloadSequence;
    /// `_exclude_from_cpu_offload`: models that stay on the GPU.
    std::vector<std::string> excluded;
};

/// What it knows of a model's class.
struct ModelClassRules {
    std::vector<std::string> groupBlocks;     ///< `_group_offload_block_modules`
    std::vector<std::string> uncastPatterns;  ///< `_skip_layerwise_casting_patterns`
    /// `_keep_in_fp32_modules`: loaded as float32 where the rest is of 16 bits, and never cast.
    std::vector<std::string> keptFloat32;
    bool canGroupOffload = true;  ///< `_supports_group_offloading`
};

/// The classes of diffusers 0.42 (resources/pipelines.json, written by
/// tests/reference/record_pipelines.py). Immutable.
struct PipelineRules {
    std::unordered_map<std::string, PipelineClassRules> pipelines;
    std::unordered_map<std::string, ModelClassRules> models;
    /// torch's layers that are offloaded and cast one by one (`_GO_LC_SUPPORTED_PYTORCH_LAYERS`).
    std::vector<std::string> leafLayers;
    std::vector<std::string> uncastByDefault;  ///< DEFAULT_SKIP_MODULES_PATTERN
    std::string version;                       ///< of diffusers

    /// Null where the class is not known, or has no rules of its own.
    [[nodiscard]] const PipelineClassRules* pipeline(const std::string& className) const;
    [[nodiscard]] const ModelClassRules* model(const std::string& className) const;
    /// Whether a class is one of those layers, by its name: "Conv3d" and "WanCausalConv3d".
    [[nodiscard]] bool isLeafLayer(std::string_view className) const;
};

/// Compiled in; parsing takes a millisecond. Errors: Internal (the data is wrong).
[[nodiscard]] Result<std::shared_ptr<const PipelineRules>> pipelineRules();

/// Whether one of the patterns is found in a module's name, as Python's re.search would: texts with
/// "^" and "$" at their ends and nothing else.
[[nodiscard]] bool matchesAny(const std::vector<std::string>& patterns, std::string_view name);

}  // namespace stowage
