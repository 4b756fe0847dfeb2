// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace stowage {

/// How an engine that serves a model in stages shares out its layers: get_pp_indices() of vLLM and
/// of SGLang.
struct StagePartition {
    const char* variable;  ///< of the environment: layers of each stage, "16,32"
    /// Layers that are left over go to the stages before the last one, from the back; else to the
    /// last ones.
    bool sparesLast;
};
inline constexpr StagePartition kVllmPartition{"VLLM_PP_LAYER_PARTITION", true};
inline constexpr StagePartition kSglangPartition{"SGLANG_PP_LAYER_PARTITION", false};

inline constexpr const char* kCudaVisibleDevices = "CUDA_VISIBLE_DEVICES";

/// Layers of each stage where the variable is not set.
[[nodiscard]] std::vector<std::size_t> usualStageCounts(std::size_t layers, std::size_t stages,
                                                        const StagePartition& partition);

}  // namespace stowage
