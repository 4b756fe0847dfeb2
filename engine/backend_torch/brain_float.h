// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace at {
class Tensor;
}

namespace stowage {

// bfloat16 on the CPU. Where oneDNN does not multiply, LibTorch 1.13 sums up in bfloat16 itself,
// which loses what the dtype still has, and takes many times as long: without AVX-512 everywhere,
// with it for the smallest products. It also rounds normalisations and some activation functions
// midway. All that is computed in float32 here and rounded once. Copies that this takes are this
// machine's need, as those of float16 are, and none of a simulated GPU's.

/// True where x is bfloat16 on the CPU.
[[nodiscard]] bool isHostBrainFloat(const at::Tensor& x);

using Widen = std::function<at::Tensor(const at::Tensor&)>;
/// What `work` makes of operands that it widens by the function it is given, in the dtype of `x`
/// and in the memory of this thread's scope. Undefined operands stay so.
[[nodiscard]] at::Tensor inFloat(const at::Tensor& x,
                                 const std::function<at::Tensor(const Widen& wide)>& work);

/// x · matrix + bias of bfloat16 on the CPU; `bias` may be undefined. Only the result lies in the
/// memory of this thread's scope: oneDNN's scratchpads are this machine's need too.
[[nodiscard]] at::Tensor brainProduct(const at::Tensor& x, const at::Tensor& matrix,
                                      const at::Tensor& bias);
/// Of any dtype: a · b · scale for each of the batch: [batch × rows × inner] · [batch × inner ×
/// columns].
[[nodiscard]] at::Tensor batchProduct(const at::Tensor& a, const at::Tensor& b, double scale);

}  // namespace stowage
