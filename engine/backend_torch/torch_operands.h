// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_torch/torch_guard.h"
#include "engine/run/compute.h"

#include <initializer_list>
#include <string>
#include <utility>

namespace at {
class Tensor;
}

namespace stowage {

/// An activation over a tensor; one that grows (a key/value cache) lies at the start of `room`.
[[nodiscard]] ActivationPtr makeActivation(at::Tensor tensor);
[[nodiscard]] ActivationPtr makeGrowingActivation(at::Tensor tensor, at::Tensor room);
/// A weight over a tensor, with the dtype that its file says.
[[nodiscard]] WeightPtr makeWeight(std::string name, DType dtype, at::Tensor tensor);

// Operands of another Compute make these throw, which `guarded` turns into an Error.
[[nodiscard]] const at::Tensor& tensorOf(const Activation& x);
[[nodiscard]] const at::Tensor& tensorOf(const Weight& weight);
/// Undefined where an activation has no room to grow.
[[nodiscard]] const at::Tensor& roomOf(const Activation& x);

/// The numbers of a weight in the dtype of the activation that they meet.
[[nodiscard]] at::Tensor operandFor(const Weight& weight, const at::Tensor& x);
/// In the dtype that is computed with: float16 is widened on the CPU.
[[nodiscard]] at::Tensor widened(const at::Tensor& tensor);

/// Unsupported where a weight is neither float32, bfloat16 nor float16. Null pointers are skipped.
[[nodiscard]] Result<void> requireComputable(std::initializer_list<const Weight*> weights);

/// Runs an operation that reads these weights and gives a tensor.
template <class Work>
[[nodiscard]] Result<ActivationPtr> operation(const std::string& what,
                                              std::initializer_list<const Weight*> weights,
                                              Work&& work) {
    return guarded(what, [&]() -> Result<ActivationPtr> {
        if (Result<void> checked = requireComputable(weights); !checked) {
            return checked.unexpected();
        }
        return makeActivation(work());
    });
}

}  // namespace stowage
