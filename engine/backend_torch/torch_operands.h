// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_torch/compute_resources.h"
#include "engine/backend_torch/cuda_support.h"
#include "engine/backend_torch/torch_support.h"
#include "engine/run/weights/compute.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>

namespace at {
class Tensor;
}

namespace stowage {

/// An activation over a tensor; one that grows (a key/value cache) lies at the start of `room`.
[[nodiscard]] ActivationPtr makeActivation(at::Tensor tensor);
[[nodiscard]] ActivationPtr makeGrowingActivation(at::Tensor tensor, at::Tensor room);
/// A weight over a tensor, with the dtype that its file says.
[[nodiscard]] WeightPtr makeWeight(std::string name, DType dtype, at::Tensor tensor);
/// One of the parts along the first dimension, in the same memory.
[[nodiscard]] WeightPtr partOf(const Weight& stack, std::int64_t index);
/// All but the first dimension as one, in the same memory.
[[nodiscard]] WeightPtr matrixOf(const Weight& kernel);
/// A kernel [out × in × rows] as the matrix [out × rows · in] by which rows beside each other are
/// multiplied. Its copy is this machine's need: a card would fold with the kernel as it lies.
[[nodiscard]] WeightPtr rowMatrixOf(const Weight& kernel);

// Operands of another Compute make these throw, which `guarded` turns into an Error.
[[nodiscard]] const at::Tensor& tensorOf(const Activation& x);
[[nodiscard]] const at::Tensor& tensorOf(const Weight& weight);
/// Undefined where an activation has no room to grow.
[[nodiscard]] const at::Tensor& roomOf(const Activation& x);

/// The numbers of a weight in the dtype of the activation that they meet. What is widened from
/// float16 lies on the host, whatever the scope: a card would compute with the weight as it is, so
/// that its copy is this machine's need and none of a simulated GPU's.
[[nodiscard]] at::Tensor operandFor(const Weight& weight, const at::Tensor& x);
/// Whether a tensor is widened to be computed with: float16 is, on the CPU.
[[nodiscard]] bool widens(const at::Tensor& tensor);
/// In the dtype that is computed with.
[[nodiscard]] at::Tensor widened(const at::Tensor& tensor);

/// x · matrix + bias, where there is one; matrix [in × out]. Of one row it is the product of a
/// matrix and a vector, of few rows so many of them: as one of two matrices BLAS would copy the
/// larger first, which takes up to four times as long.
[[nodiscard]] at::Tensor product(const at::Tensor& x, const at::Tensor& matrix,
                                 const at::Tensor& bias);
/// The same into `made`, of an x in float32 and a matrix that has to be widened: part by part, each
/// small enough to be multiplied from the cache. A copy of all of it would cost more than the
/// product, most of it for new pages. What it takes beside `made` lies on the host.
void multiplyWidened(const at::Tensor& made, const at::Tensor& x, const at::Tensor& matrix,
                     const at::Tensor& bias);

/// The type of a weight that is kept as blocks of a GGUF file; nothing for all others.
[[nodiscard]] std::optional<DType> blocksOf(const Weight& weight);
/// The numbers of blocks [rows × bytes of a row] in float32, in the memory of this thread's scope.
[[nodiscard]] at::Tensor dequantized(const at::Tensor& blocks, DType dtype);
/// x · matrixᵀ + bias into `made`, computed in float32, of a matrix of blocks, which is dequantised
/// part by part on the host, as multiplyWidened() widens.
void multiplyDequantized(const at::Tensor& made, const at::Tensor& x, const at::Tensor& blocks,
                         DType dtype, const at::Tensor& bias);

/// Unsupported where a weight is neither float32, bfloat16, float16 nor in blocks on the host that
/// isDequantizable() takes. Null pointers are skipped.
[[nodiscard]] Result<void> requireComputable(std::initializer_list<const Weight*> weights);

/// Runs `work` (which returns a Result): the place where exceptions of LibTorch, CUDA and devices
/// stop. What it allocates in a scope is for `what`.
template <class Work>
[[nodiscard]] std::invoke_result_t<Work> computing(const Doing& what, Work&& work) {
    const std::string text = what.english();
    const MemoryOwner owner(text);
    try {
        applyComputeThreads();
        return work();
    } catch (...) {
        return Unexpected{computeErrorOfCurrentException(what)};
    }
}

/// Runs an operation that reads these weights and gives a tensor.
template <class Work>
[[nodiscard]] Result<ActivationPtr> operation(const Doing& what,
                                              std::initializer_list<const Weight*> weights,
                                              Work&& work) {
    return computing(what, [&]() -> Result<ActivationPtr> {
        STOWAGE_TRY(requireComputable(weights));
        return makeActivation(work());
    });
}

// bfloat16 on the CPU. Where oneDNN does not multiply, LibTorch 1.13 sums up in bfloat16 itself,
// which loses what the dtype still has, and takes many times as long: without AVX-512 everywhere,
// with it for the smallest products. It also rounds normalisations and some activation functions
// midway. All that is computed in float32 here and rounded once. LibTorch 2 rounds once by itself:
// there only many rows are widened where no AVX-512 is, which is faster. Copies that this takes are
// this machine's need, as those of float16 are, and none of a simulated GPU's.

/// True where x is bfloat16 on the CPU.
[[nodiscard]] bool isHostBFloat16(const at::Tensor& x);

using Widen = std::function<at::Tensor(const at::Tensor&)>;
/// What `work` makes of operands that it widens by the function it is given, in the dtype of `x`
/// and in the memory of this thread's scope. Undefined operands stay so.
[[nodiscard]] at::Tensor inFloat(const at::Tensor& x,
                                 const std::function<at::Tensor(const Widen& wide)>& work);

/// x · matrix + bias of bfloat16 on the CPU; `bias` may be undefined. Only the result lies in the
/// memory of this thread's scope: oneDNN's scratchpads are this machine's need too.
[[nodiscard]] at::Tensor bfloat16Product(const at::Tensor& x, const at::Tensor& matrix,
                                         const at::Tensor& bias);
/// Of any dtype: a · b · scale for each of the batch: [batch × rows × inner] · [batch × inner ×
/// columns].
[[nodiscard]] at::Tensor batchProduct(const at::Tensor& a, const at::Tensor& b, double scale);

}  // namespace stowage
