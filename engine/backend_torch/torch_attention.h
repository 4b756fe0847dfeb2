// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"

#include <cstdint>

namespace at {
class Tensor;
}

namespace stowage {

/// Compute::attention() over tensors, in the memory of this thread's scope: with all scores in it,
/// or by LibTorch's fused kernel, whose own memory is the host's, so that a simulated GPU holds
/// what a GPU's kernel would. Fused wants LibTorch 2 (requireAttention()). Throws c10::Error.
[[nodiscard]] at::Tensor attend(const AttentionInput& input);
/// Compute::relativeBias() over tensors. Throws c10::Error.
[[nodiscard]] at::Tensor relativeBias(const Weight& table, const RelativeBuckets& buckets,
                                      std::int64_t firstQuery, std::int64_t rows,
                                      std::int64_t seen);

}  // namespace stowage
