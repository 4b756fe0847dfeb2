// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"

namespace at {
class Tensor;
}

namespace stowage {

/// Compute::attention() over tensors, in the memory of this thread's scope: with all scores in it,
/// or by LibTorch's fused kernel, whose own memory is the host's, so that a simulated GPU holds
/// what a GPU's kernel would. Fused wants LibTorch 2 (requireAttention()). Throws c10::Error.
[[nodiscard]] at::Tensor attend(const AttentionInput& input);

}  // namespace stowage
