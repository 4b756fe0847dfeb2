// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_operands.h"

#include <ATen/ATen.h>

#include <memory>
#include <vector>

namespace stowage {

namespace {

ComputePlace placeOf(const at::Tensor& tensor) {
    return tensor.is_cuda() ? ComputePlace{static_cast<int>(tensor.device().index())}
                            : ComputePlace{};
}

class TorchActivation : public Activation {
public:
    TorchActivation(at::Tensor tensor, at::Tensor room)
        : m_tensor(std::move(tensor)), m_room(std::move(room)) {}
    [[nodiscard]] std::vector<std::int64_t> shape() const override {
        return m_tensor.sizes().vec();
    }
    [[nodiscard]] ComputePlace place() const override { return placeOf(m_tensor); }
    [[nodiscard]] const at::Tensor& tensor() const { return m_tensor; }
    [[nodiscard]] const at::Tensor& room() const { return m_room; }

private:
    at::Tensor m_tensor;
    at::Tensor m_room;
};

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

}  // namespace

ActivationPtr makeActivation(at::Tensor tensor) {
    return makeGrowingActivation(std::move(tensor), at::Tensor());
}

ActivationPtr makeGrowingActivation(at::Tensor tensor, at::Tensor room) {
    return std::make_shared<TorchActivation>(std::move(tensor), std::move(room));
}

WeightPtr makeWeight(std::string name, DType dtype, at::Tensor tensor) {
    return std::make_shared<TorchWeight>(std::move(name), dtype, std::move(tensor));
}

WeightPtr partOf(const Weight& stack, std::int64_t index) {
    const auto& whole = dynamic_cast<const TorchWeight&>(stack);
    return makeWeight(whole.name(), whole.dtype(), whole.tensor().select(0, index));
}

const at::Tensor& tensorOf(const Activation& x) {
    return dynamic_cast<const TorchActivation&>(x).tensor();
}

const at::Tensor& tensorOf(const Weight& weight) {
    return dynamic_cast<const TorchWeight&>(weight).tensor();
}

const at::Tensor& roomOf(const Activation& x) {
    return dynamic_cast<const TorchActivation&>(x).room();
}

at::Tensor operandFor(const Weight& weight, const at::Tensor& x) {
    const at::Tensor& tensor = tensorOf(weight);
    const MemoryScope where(widens(tensor) ? nullptr : computeDevice());
    return tensor.to(x.scalar_type());
}

bool widens(const at::Tensor& tensor) {
    return tensor.is_cpu() && tensor.scalar_type() == at::kHalf;
}

at::Tensor widened(const at::Tensor& tensor) {
    return widens(tensor) ? tensor.to(at::kFloat) : tensor;
}

Result<void> requireComputable(std::initializer_list<const Weight*> weights) {
    for (const Weight* weight : weights) {
        if (weight == nullptr) {
            continue;
        }
        const DType dtype = dynamic_cast<const TorchWeight&>(*weight).dtype();
        if (dtype != DType::Float32 && dtype != DType::BFloat16 && dtype != DType::Float16) {
            return fail(ErrorCode::Unsupported,
                        "The forward pass computes in float32, bfloat16 and float16, and " +
                            weight->name() + " is " + std::string(dtypeName(dtype)) +
                            "; load the model in one of these.",
                        {}, weight->name());
        }
    }
    return {};
}

}  // namespace stowage
