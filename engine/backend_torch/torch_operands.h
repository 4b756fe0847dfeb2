// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_torch/torch_guard.h"
#include "engine/run/compute.h"

#include <ATen/ATen.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// Where a tensor lies, and the other way round.
[[nodiscard]] ComputePlace placeOf(const at::Tensor& tensor);
[[nodiscard]] at::Device deviceAt(ComputePlace place);

/// An activation is a tensor. One that grows (a key/value cache) lies at the start of a larger one.
class TorchActivation : public Activation {
public:
    explicit TorchActivation(at::Tensor tensor) : m_tensor(std::move(tensor)) {}
    TorchActivation(at::Tensor tensor, at::Tensor room)
        : m_tensor(std::move(tensor)), m_room(std::move(room)) {}
    [[nodiscard]] std::vector<std::int64_t> shape() const override {
        return m_tensor.sizes().vec();
    }
    [[nodiscard]] ComputePlace place() const override { return placeOf(m_tensor); }
    [[nodiscard]] const at::Tensor& tensor() const { return m_tensor; }
    /// Undefined where there is no room to grow.
    [[nodiscard]] const at::Tensor& room() const { return m_room; }

private:
    at::Tensor m_tensor;
    at::Tensor m_room;
};

/// A weight is a tensor with the dtype that its file says.
class TorchWeight : public Weight {
public:
    TorchWeight(std::string name, DType dtype, at::Tensor tensor)
        : m_name(std::move(name)), m_dtype(dtype), m_tensor(std::move(tensor)) {}
    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] ComputePlace place() const override { return placeOf(m_tensor); }
    [[nodiscard]] DType dtype() const { return m_dtype; }
    [[nodiscard]] const at::Tensor& tensor() const { return m_tensor; }

private:
    std::string m_name;
    DType m_dtype;
    at::Tensor m_tensor;
};

// Operands of another Compute make these throw, which `guarded` turns into an Error.
[[nodiscard]] const at::Tensor& tensorOf(const Activation& x);
[[nodiscard]] const TorchWeight& torchWeight(const Weight& weight);

/// The numbers of a weight in the dtype of the activation that they meet.
[[nodiscard]] at::Tensor operandFor(const Weight& weight, const at::Tensor& x);
/// The dtype that activations over such weights have: float16 is widened on the CPU.
[[nodiscard]] at::ScalarType computedDtype(const at::Tensor& weight);

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
        return ActivationPtr(std::make_shared<TorchActivation>(work()));
    });
}

}  // namespace stowage
