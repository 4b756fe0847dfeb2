// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/brain_float.h"
#include "engine/backend_torch/compute_memory.h"
#include "engine/backend_torch/compute_threads.h"
#include "engine/backend_torch/cuda_support.h"
#include "engine/backend_torch/torch_attention.h"
#include "engine/backend_torch/torch_guard.h"
#include "engine/backend_torch/torch_move.h"
#include "engine/backend_torch/torch_operands.h"
#include "engine/backend_torch/torch_tensor_set.h"
#include "engine/run/compute.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace stowage {

namespace {

/// A growing cache starts with room for so many rows, and doubles.
constexpr std::int64_t kFirstRoom = 32;

/// Indices where the operand lies. LibTorch takes no const pointers.
at::Tensor indexTensor(std::span<const std::int64_t> rows, const at::Device& device) {
    return at::from_blob(const_cast<std::int64_t*>(rows.data()),
                         {static_cast<std::int64_t>(rows.size())},
                         at::TensorOptions().dtype(at::kLong))
        .to(device);
}

at::Device deviceAt(ComputePlace place) {
    return place.card ? at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(*place.card))
                      : at::Device(at::kCPU);
}

at::Tensor bent(const at::Tensor& x, Bend how) {
    switch (how) {
        case Bend::Gelu:
            return at::gelu(x);
        case Bend::GeluTanh:
            return at::gelu(x, "tanh");
        case Bend::Silu:
            return at::silu(x);
        case Bend::Relu:
            return at::relu(x);
        case Bend::Tanh:
            return at::tanh(x);
    }
    return x;
}

at::Tensor rmsNormed(const at::Tensor& x, const Weight& scale, double epsilon) {
    const std::int64_t width = tensorOf(scale).numel();
    const at::Tensor wide = x.reshape({-1, width}).to(at::kFloat);
    const at::Tensor mean = wide.pow(2).mean(-1, true);
    const at::Tensor normal = wide * at::rsqrt(mean + epsilon);
    return (operandFor(scale, x) * normal.to(x.scalar_type())).view(x.sizes());
}

/// What is widened afterwards is none of a simulated GPU's.
at::Tensor rowsOf(const at::Tensor& table, const at::Tensor& rows) {
    const MemoryScope where(widens(table) ? nullptr : computeDevice());
    return at::embedding(table, rows);
}

/// x · factors + offsets, where there are any; factors [in × out]. Of one row it is the product of
/// a matrix and a vector: as one of two matrices BLAS would copy the larger first, which takes four
/// times as long.
at::Tensor product(const at::Tensor& x, const at::Tensor& factors, const at::Tensor& offsets) {
    if (x.size(0) == 1 && x.is_cpu() && x.scalar_type() == at::kFloat) {
        const at::Tensor row = x.view({-1});
        return (offsets.defined() ? at::addmv(offsets, factors.t(), row) : at::mv(factors.t(), row))
            .unsqueeze(0);
    }
    return offsets.defined() ? at::addmm(offsets, x, factors) : at::mm(x, factors);
}

ActivationPtr appended(const Activation* earlier, const at::Tensor& more) {
    const std::int64_t before = earlier != nullptr ? tensorOf(*earlier).size(0) : 0;
    const std::int64_t after = before + more.size(0);
    at::Tensor room = earlier != nullptr ? roomOf(*earlier) : at::Tensor();
    if (!room.defined() || room.size(0) < after) {
        const std::int64_t rows = std::max({kFirstRoom, 2 * before, after});
        room = at::empty({rows, more.size(1)}, more.options());
        if (before > 0) {
            room.narrow(0, 0, before).copy_(tensorOf(*earlier));
        }
    }
    room.narrow(0, before, more.size(0)).copy_(more);
    return makeGrowingActivation(room.narrow(0, 0, after), room);
}

/// A scope of a simulated GPU; of the host or a card it leaves whatever is around it.
class DeviceScope : public ComputeScope {
public:
    explicit DeviceScope(DeviceMemory* device) : m_scope(device) {}

private:
    MemoryScope m_scope;
};

bool computesHere(const DeviceMemory& device) {
    return device.info().simulated && device.isHostAddressable() && !device.isHost();
}

class TorchCompute : public Compute {
public:
    TorchCompute() {
        installComputeMemory();
        // A product in float32 is one on cards too, whatever the environment says.
        at::globalContext().setAllowTF32CuBLAS(false);
    }

    Result<std::unique_ptr<ComputeScope>> enter(DeviceMemory& device) override {
        return std::unique_ptr<ComputeScope>(
            std::make_unique<DeviceScope>(computesHere(device) ? &device : nullptr));
    }
    void setThreads(unsigned threads) override { setComputeThreads(threads); }
    [[nodiscard]] unsigned threads() const override { return computeThreads(); }

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
            return makeWeight(name, signature->dtype, std::move(*tensor));
        });
    }

    Result<WeightPtr> part(const Weight& stack, std::int64_t index) override {
        return guarded("Looking at a part of " + stack.name(),
                       [&]() -> Result<WeightPtr> { return partOf(stack, index); });
    }

    Made move(const ActivationPtr& x, ComputePlace place) override {
        return computing("Moving an activation", [&]() -> Made {
            const at::Tensor& tensor = tensorOf(*x);
            const at::Tensor moved =
                place.card || x->place().card ? tensor.to(deviceAt(place)) : broughtHere(tensor);
            return moved.is_same(tensor) ? x : makeActivation(moved);
        });
    }

    Result<void> copyOut(const Activation& x, std::span<float> target) override {
        return computing("Reading an activation", [&]() -> Result<void> {
            const MemoryScope host(nullptr);
            const at::Tensor& tensor = tensorOf(x);
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
        return computing("Waiting for the device", [&]() -> Result<void> {
            if (place.card) {
                waitForCuda(*place.card);
            }
            return {};
        });
    }

    Made embedding(std::span<const std::int64_t> rows, const Weight& table) override {
        return operation("Looking rows of " + table.name() + " up", {&table}, [&] {
            const at::Tensor& all = tensorOf(table);
            return widened(rowsOf(all, indexTensor(rows, all.device())));
        });
    }

    Made add(const Activation& a, const Activation& b) override {
        return operation("Adding two activations", {},
                         [&] { return at::add(tensorOf(a), tensorOf(b)); });
    }

    Made multiply(const Activation& a, const Activation& b) override {
        return operation("Multiplying two activations", {},
                         [&] { return at::mul(tensorOf(a), tensorOf(b)); });
    }

    Made linear(const Activation& x, const Weight& weight, const Weight* bias) override {
        return operation("Multiplying by " + weight.name(), {&weight, bias}, [&] {
            const at::Tensor& in = tensorOf(x);
            const at::Tensor factors = operandFor(weight, in);
            const at::Tensor offsets = bias != nullptr ? operandFor(*bias, in) : at::Tensor();
            return isHostBrainFloat(in) ? brainProduct(in, factors.t(), offsets)
                                        : product(in, factors.t(), offsets);
        });
    }

    Made conv1D(const Activation& x, const Weight& weight, const Weight* bias) override {
        return operation("Multiplying by " + weight.name(), {&weight, bias}, [&] {
            const at::Tensor& in = tensorOf(x);
            const at::Tensor factors = operandFor(weight, in);
            const at::Tensor offsets = bias != nullptr ? operandFor(*bias, in) : at::Tensor();
            return isHostBrainFloat(in) ? brainProduct(in, factors, offsets)
                                        : product(in, factors, offsets);
        });
    }

    Made layerNorm(const Activation& x, const Weight& scale, const Weight& shift,
                   double epsilon) override {
        return operation("Normalising by " + scale.name(), {&scale, &shift}, [&] {
            const at::Tensor& in = tensorOf(x);
            const at::Tensor factors = operandFor(scale, in);
            const at::Tensor offsets = operandFor(shift, in);
            const auto normed = [&](const Widen& wide) {
                return at::layer_norm(wide(in), factors.sizes(), wide(factors), wide(offsets),
                                      epsilon);
            };
            return isHostBrainFloat(in) ? inFloat(in, normed) : normed(std::identity());
        });
    }

    Made rmsNorm(const Activation& x, const Weight& scale, double epsilon) override {
        return operation("Normalising by " + scale.name(), {&scale},
                         [&] { return rmsNormed(tensorOf(x), scale, epsilon); });
    }

    Made bend(const Activation& x, Bend how) override {
        return operation("An activation function", {}, [&] {
            const at::Tensor& in = tensorOf(x);
            const auto wideBent = [&](const Widen& wide) { return bent(wide(in), how); };
            return isHostBrainFloat(in) ? inFloat(in, wideBent) : bent(in, how);
        });
    }

    Made scale(const Activation& x, double factor) override {
        return operation("Scaling", {}, [&] { return tensorOf(x).mul(factor); });
    }

    Made rotate(const Activation& x, std::int64_t heads, const RotaryTable& table,
                std::int64_t firstPosition) override {
        return operation("Rotary positions", {},
                         [&] { return rotated(tensorOf(x), heads, table, firstPosition); });
    }

    Made attention(const AttentionInput& input) override {
        return operation("Attention", {}, [&] { return attend(input); });
    }

    Made columns(const Activation& x, std::int64_t first, std::int64_t count) override {
        return operation("Taking columns", {}, [&] { return tensorOf(x).narrow(1, first, count); });
    }

    Made headColumns(const Activation& x, std::int64_t heads, std::int64_t first,
                     std::int64_t count) override {
        return operation("Taking columns of heads", {}, [&] {
            const at::Tensor& in = tensorOf(x);
            return in.view({in.size(0), heads, -1})
                .narrow(2, first, count)
                .reshape({in.size(0), -1});
        });
    }

    Made rows(const Activation& x, std::span<const std::int64_t> rows) override {
        return operation("Taking rows", {}, [&] {
            const at::Tensor& in = tensorOf(x);
            return at::index_select(in, 0, indexTensor(rows, in.device()));
        });
    }

    Made append(const ActivationPtr& earlier, const Activation& more) override {
        return computing("Keeping keys and values",
                         [&]() -> Made { return appended(earlier.get(), tensorOf(more)); });
    }

    Made addRows(const Activation& x, std::span<const std::int64_t> rows, const Activation& more,
                 std::span<const float> shares) override {
        return operation("Adding rows", {}, [&] {
            const at::Tensor& in = tensorOf(more);
            const at::Tensor factors = at::from_blob(const_cast<float*>(shares.data()),
                                                     {static_cast<std::int64_t>(shares.size()), 1},
                                                     at::TensorOptions().dtype(at::kFloat))
                                           .to(in.device(), in.scalar_type());
            return at::index_add(tensorOf(x), 0, indexTensor(rows, in.device()), in * factors);
        });
    }

    Made zerosLike(const Activation& x) override {
        return operation("Making zeros", {}, [&] { return at::zeros_like(tensorOf(x)); });
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
