// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_operands.h"

namespace stowage {

ComputePlace placeOf(const at::Tensor& tensor) {
    return tensor.is_cuda() ? ComputePlace{static_cast<int>(tensor.device().index())}
                            : ComputePlace{};
}

at::Device deviceAt(ComputePlace place) {
    return place.card ? at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(*place.card))
                      : at::Device(at::kCPU);
}

const at::Tensor& tensorOf(const Activation& x) {
    return dynamic_cast<const TorchActivation&>(x).tensor();
}

const TorchWeight& torchWeight(const Weight& weight) {
    return dynamic_cast<const TorchWeight&>(weight);
}

at::Tensor operandFor(const Weight& weight, const at::Tensor& x) {
    return torchWeight(weight).tensor().to(x.scalar_type());
}

at::ScalarType computedDtype(const at::Tensor& weight) {
    const bool widened = weight.is_cpu() && weight.scalar_type() == at::kHalf;
    return widened ? at::kFloat : weight.scalar_type();
}

Result<void> requireComputable(std::initializer_list<const Weight*> weights) {
    for (const Weight* weight : weights) {
        if (weight == nullptr) {
            continue;
        }
        const DType dtype = torchWeight(*weight).dtype();
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
