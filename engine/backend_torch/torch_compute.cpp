// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_support.h"
#include "engine/backend_torch/torch_dtype.h"
#include "engine/backend_torch/torch_guard.h"
#include "engine/backend_torch/torch_tensor_set.h"
#include "engine/run/compute.h"

#include <ATen/ATen.h>

#include <cmath>
#include <limits>
#include <utility>

namespace stowage {

namespace {

ComputePlace placeOf(const at::Tensor& tensor) {
    return tensor.is_cuda() ? ComputePlace{static_cast<int>(tensor.device().index())}
                            : ComputePlace{};
}

at::Device deviceAt(ComputePlace place) {
    return place.card ? at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(*place.card))
                      : at::Device(at::kCPU);
}

class TorchActivation : public Activation {
public:
    explicit TorchActivation(at::Tensor tensor) : m_tensor(std::move(tensor)) {}
    [[nodiscard]] std::vector<std::int64_t> shape() const override {
        return m_tensor.sizes().vec();
    }
    [[nodiscard]] ComputePlace place() const override { return placeOf(m_tensor); }
    [[nodiscard]] const at::Tensor& tensor() const { return m_tensor; }

private:
    at::Tensor m_tensor;
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

// Operands of another Compute make these throw, which `guarded` turns into an Error.
const at::Tensor& of(const Activation& x) {
    return dynamic_cast<const TorchActivation&>(x).tensor();
}
const TorchWeight& ours(const Weight& weight) {
    return dynamic_cast<const TorchWeight&>(weight);
}

ActivationPtr made(at::Tensor tensor) {
    return std::make_shared<TorchActivation>(std::move(tensor));
}

Result<void> requireFloat32(std::initializer_list<const Weight*> weights) {
    for (const Weight* weight : weights) {
        if (weight != nullptr && ours(*weight).dtype() != DType::Float32) {
            return fail(ErrorCode::Unsupported,
                        "The forward pass computes in float32, and " + weight->name() + " is " +
                            std::string(dtypeName(ours(*weight).dtype())) +
                            "; load the model in float32.",
                        {}, weight->name());
        }
    }
    return {};
}

/// Runs an operation that reads these weights.
template <class Work>
Result<ActivationPtr> operation(const std::string& what,
                                std::initializer_list<const Weight*> weights, Work&& work) {
    return guarded(what, [&]() -> Result<ActivationPtr> {
        if (Result<void> checked = requireFloat32(weights); !checked) {
            return checked.unexpected();
        }
        return made(work());
    });
}

/// True where a position is hidden from another: [positions × positions].
at::Tensor hiddenPlaces(const Weight* mask, std::int64_t positions, const at::Device& device) {
    if (mask == nullptr) {
        const auto options = at::TensorOptions().dtype(at::kBool).device(device);
        return at::ones({positions, positions}, options).triu(1);
    }
    const at::Tensor& all = ours(*mask).tensor();
    return all.narrow(0, 0, positions).narrow(1, 0, positions).to(at::kBool);
}

at::Tensor attend(const AttentionInput& input) {
    const at::Tensor& queries = of(input.queries);
    const std::int64_t positions = queries.size(0);
    const std::int64_t width = queries.size(1);
    const std::int64_t headWidth = width / input.heads;
    const auto byHead = [&](const at::Tensor& x) {
        return x.view({positions, input.heads, headWidth}).transpose(0, 1);
    };
    at::Tensor scores = at::matmul(byHead(queries), byHead(of(input.keys)).transpose(1, 2));
    scores.masked_fill_(hiddenPlaces(input.mask, positions, queries.device()),
                        -std::numeric_limits<float>::infinity());
    const at::Tensor shares = at::softmax(scores / std::sqrt(static_cast<double>(headWidth)), -1);
    return at::matmul(shares, byHead(of(input.values)))
        .transpose(0, 1)
        .contiguous()
        .view({positions, width});
}

class TorchCompute : public Compute {
public:
    Result<WeightPtr> weight(const TensorSet& set, const std::string& name) override {
        return guarded("Looking at " + name, [&]() -> Result<WeightPtr> {
            Result<at::Tensor> tensor = torchTensorOf(set, name);
            if (!tensor) {
                return tensor.unexpected();
            }
            const Result<TensorSignature> signature = set.signature(name);
            if (!signature) {
                return signature.unexpected();
            }
            return WeightPtr(
                std::make_shared<TorchWeight>(name, signature->dtype, std::move(*tensor)));
        });
    }

    Result<ActivationPtr> move(const ActivationPtr& x, ComputePlace place) override {
        if (x->place() == place) {
            return x;
        }
        return operation("Moving an activation", {}, [&] { return of(*x).to(deviceAt(place)); });
    }

    Result<void> copyOut(const Activation& x, std::span<float> target) override {
        return guarded("Reading an activation", [&]() -> Result<void> {
            const at::Tensor& tensor = of(x);
            if (tensor.numel() != static_cast<std::int64_t>(target.size())) {
                return fail(ErrorCode::Internal,
                            "An activation of " + std::to_string(tensor.numel()) +
                                " numbers was asked for " + std::to_string(target.size()) + ".");
            }
            at::from_blob(target.data(), tensor.sizes(), at::TensorOptions().dtype(at::kFloat))
                .copy_(tensor);
            return {};
        });
    }

    Result<void> finish(ComputePlace place) override {
        return guarded("Waiting for the device", [&]() -> Result<void> {
            if (place.card) {
                waitForCuda(*place.card);
            }
            return {};
        });
    }

    Result<ActivationPtr> embedding(std::span<const std::int64_t> rows,
                                    const Weight& table) override {
        return operation("Looking rows of " + table.name() + " up", {&table}, [&] {
            const at::Tensor& all = ours(table).tensor();
            // LibTorch takes no const pointers.
            const at::Tensor index = at::from_blob(const_cast<std::int64_t*>(rows.data()),
                                                   {static_cast<std::int64_t>(rows.size())},
                                                   at::TensorOptions().dtype(at::kLong));
            return at::embedding(all, index.to(all.device()));
        });
    }

    Result<ActivationPtr> add(const Activation& a, const Activation& b) override {
        return operation("Adding two activations", {}, [&] { return at::add(of(a), of(b)); });
    }

    Result<ActivationPtr> linear(const Activation& x, const Weight& weight,
                                 const Weight* bias) override {
        return operation("Multiplying by " + weight.name(), {&weight, bias}, [&] {
            return bias != nullptr ? at::linear(of(x), ours(weight).tensor(), ours(*bias).tensor())
                                   : at::linear(of(x), ours(weight).tensor());
        });
    }

    Result<ActivationPtr> layerNorm(const Activation& x, const Weight& scale, const Weight& shift,
                                    double epsilon) override {
        return operation("Normalising by " + scale.name(), {&scale, &shift}, [&] {
            const at::Tensor& factors = ours(scale).tensor();
            return at::layer_norm(of(x), factors.sizes(), factors, ours(shift).tensor(), epsilon);
        });
    }

    Result<ActivationPtr> geluTanh(const Activation& x) override {
        return operation("GELU", {}, [&] { return at::gelu(of(x), "tanh"); });
    }

    Result<ActivationPtr> attention(const AttentionInput& input) override {
        return operation("Attention", {}, [&] { return attend(input); });
    }
};

}  // namespace

}  // namespace stowage

extern "C" __attribute__((visibility("default"))) stowage::Compute* stowageCreateCompute();

extern "C" stowage::Compute* stowageCreateCompute() {
    const stowage::Result<stowage::Compute*> made =
        stowage::guarded("Starting LibTorch", []() -> stowage::Result<stowage::Compute*> {
            return static_cast<stowage::Compute*>(new stowage::TorchCompute());
        });
    return made ? *made : nullptr;
}
