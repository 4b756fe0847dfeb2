// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/compute_resources.h"
#include "engine/backend_torch/cuda_support.h"
#include "engine/backend_torch/torch_attention.h"
#include "engine/backend_torch/torch_operands.h"
#include "engine/backend_torch/torch_support.h"
#include "engine/backend_torch/torch_tensor_set.h"
#include "engine/run/weights/compute.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace at {
class Tensor;
}

namespace stowage {

/// The same numbers in the memory of this thread's scope; the tensor itself where it lies there
/// already. Into a simulated GPU they cross its link. Of tensors of the CPU.
/// Throws DeviceFailure, c10::Error.
[[nodiscard]] at::Tensor inScopeMemory(const at::Tensor& tensor);

namespace {

std::byte* bytesAt(const at::Tensor& tensor) {
    return static_cast<std::byte*>(tensor.data_ptr());
}

std::span<std::byte> matrixBytes(const at::Tensor& tensor) {
    return {bytesAt(tensor), static_cast<std::size_t>(tensor.nbytes())};
}

/// A copy that it takes lies where the numbers lie.
at::Tensor denseWhereItLies(const at::Tensor& tensor, DeviceMemory* device) {
    const MemoryScope there(device);
    return tensor.contiguous();
}

/// How far into its block a tensor begins.
std::uint64_t offsetOf(const at::Tensor& tensor, const DeviceBuffer& buffer) {
    return static_cast<std::uint64_t>(bytesAt(tensor) - buffer.data());
}

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

at::Tensor activated(const at::Tensor& x, ActivationFunction how) {
    switch (how) {
        case ActivationFunction::Gelu:
            return at::gelu(x);
        case ActivationFunction::GeluTanh:
            return at::gelu(x, "tanh");
        case ActivationFunction::Silu:
            return at::silu(x);
        case ActivationFunction::Relu:
            return at::relu(x);
        case ActivationFunction::Tanh:
            return at::tanh(x);
        case ActivationFunction::Softplus:
            return at::softplus(x);
        case ActivationFunction::QuickGelu:
            return x.mul(1.702).sigmoid_().mul_(x);
    }
    return x;
}

at::Tensor rmsNormed(const at::Tensor& x, const Weight& scale, double epsilon, RmsScale how) {
    const std::int64_t width = tensorOf(scale).numel();
    const at::Tensor wide = x.reshape({-1, width}).to(at::kFloat);
    const at::Tensor mean = wide.pow(2).mean(-1, true);
    const at::Tensor normal = wide * at::rsqrt(mean + epsilon);
    if (how == RmsScale::Rounded) {
        const at::Tensor factors = operandFor(scale, x);
        return (factors * normal.to(x.scalar_type())).view(x.sizes());
    }
    at::Tensor factors = operandFor(scale, wide);
    if (how == RmsScale::OnePlus) {
        factors = factors + 1;
    }
    return (factors * normal).to(x.scalar_type()).view(x.sizes());
}

/// What is widened afterwards is none of a simulated GPU's.
at::Tensor rowsOf(const at::Tensor& table, const at::Tensor& rows) {
    const MemoryScope where(widens(table) ? nullptr : computeDevice());
    return at::embedding(table, rows);
}

/// A table of more dimensions, or a single row, as rows.
at::Tensor asRows(const at::Tensor& table) {
    return table.dim() == 2 ? table : table.view({-1, table.size(-1)});
}

/// Each row divided by its length.
at::Tensor unitRows(const at::Tensor& x) {
    const at::Tensor lengths = x.square().sum(-1, true).sqrt_();
    return x / lengths;
}

/// The pieces of an image that lie under a kernel, each as a row, in the dtype that the kernel is
/// computed with: [patches × channels · height · width].
at::Tensor patchesUnder(const at::Tensor& kernel, const at::Tensor& image) {
    const std::int64_t lines = image.size(1) / kernel.size(2);
    const std::int64_t columns = image.size(2) / kernel.size(3);
    const at::Tensor whole =
        image.narrow(1, 0, lines * kernel.size(2))
            .narrow(2, 0, columns * kernel.size(3))
            .view({image.size(0), lines, kernel.size(2), columns, kernel.size(3)})
            .permute({1, 3, 0, 2, 4});
    const auto dtype = widens(kernel) ? at::kFloat : kernel.scalar_type();
    at::Tensor rows =
        at::empty({lines * columns, kernel.numel() / kernel.size(0)}, image.options().dtype(dtype));
    rows.view(whole.sizes()).copy_(whole);
    return rows;
}

/// The rows that a kernel [out × in × rows] sees at once, beside each other, in the dtype in which
/// the kernel is computed with: [made × rows · in]. Rows outside of x are zero.
at::Tensor rowsUnder(const at::Tensor& kernel, const at::Tensor& x, const RowConvolution& how) {
    const at::Tensor rows = how.areColumns ? x.t() : x;
    const std::int64_t count = rows.size(0);
    const std::int64_t made = how.made(count, kernel.size(2));
    const auto dtype = widens(kernel) ? at::kFloat : kernel.scalar_type();
    const at::Tensor seen =
        at::empty({made, kernel.size(2), kernel.size(1)}, x.options().dtype(dtype));
    for (std::int64_t k = 0; k < kernel.size(2); ++k) {
        // Row r of those made sees r · stride + k − padding.
        const std::int64_t before = std::max<std::int64_t>(how.padding - k, 0);
        const std::int64_t first = std::min((before + how.stride - 1) / how.stride, made);
        const std::int64_t from = first * how.stride + k - how.padding;
        const std::int64_t inside =
            from < count ? std::min((count - from - 1) / how.stride + 1, made - first) : 0;
        const at::Tensor at = seen.select(1, k);
        at.narrow(0, 0, first).zero_();
        at.narrow(0, first + inside, made - first - inside).zero_();
        if (inside > 0) {
            at.narrow(0, first, inside)
                .copy_(rows.slice(0, from, from + (inside - 1) * how.stride + 1, how.stride));
        }
    }
    return seen.flatten(1);
}

/// Rows of a table in blocks, as they are stored; on the host, as what is widened.
at::Tensor blockRowsOf(const at::Tensor& table, const at::Tensor& rows) {
    const MemoryScope host(nullptr);
    return table.index_select(0, rows);
}

/// x · weight + bias, where there is one; a weight that is stored [out × in] is turned.
at::Tensor multiplied(const at::Tensor& x, const Weight& weight, const Weight* bias,
                      bool isTurned) {
    const auto turned = [&](const at::Tensor& stored) { return isTurned ? stored.t() : stored; };
    if (const auto blocks = blocksOf(weight)) {
        at::Tensor made = at::empty({x.size(0), tensorOf(weight).size(0)}, x.options());
        multiplyDequantized(made, x, tensorOf(weight), *blocks,
                            bias != nullptr ? operandFor(*bias, x) : at::Tensor());
        return made;
    }
    if (widens(tensorOf(weight)) && x.scalar_type() == at::kFloat) {
        const at::Tensor matrix = turned(tensorOf(weight));
        at::Tensor made = at::empty({x.size(0), matrix.size(1)}, x.options());
        multiplyWidened(made, x, matrix, bias != nullptr ? tensorOf(*bias) : at::Tensor());
        return made;
    }
    const at::Tensor matrix = turned(operandFor(weight, x));
    const at::Tensor offsets = bias != nullptr ? operandFor(*bias, x) : at::Tensor();
    return isHostBFloat16(x) ? bfloat16Product(x, matrix, offsets) : product(x, matrix, offsets);
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
        return guarded(Doing(phrase("Accessing %1"), name), [&]() -> Result<WeightPtr> {
            Result<at::Tensor> tensor = torchTensorOf(set, name);
            STOWAGE_TRY(tensor);
            const Result<TensorSignature> signature = set.signature(name);
            STOWAGE_TRY(signature);
            return makeWeight(name, signature->dtype, std::move(*tensor));
        });
    }

    Result<WeightPtr> part(const Weight& stack, std::int64_t index) override {
        return guarded(Doing(phrase("Accessing a part of %1"), stack.name()),
                       [&]() -> Result<WeightPtr> { return partOf(stack, index); });
    }

    Made move(const ActivationPtr& x, ComputePlace place) override {
        return computing(phrase("Moving an activation"), [&]() -> Made {
            const at::Tensor& tensor = tensorOf(*x);
            const at::Tensor moved =
                place.card || x->place().card ? tensor.to(deviceAt(place)) : inScopeMemory(tensor);
            return moved.is_same(tensor) ? x : makeActivation(moved);
        });
    }

    Result<void> copyOut(const Activation& x, std::span<float> target) override {
        return computing(phrase("Reading an activation"), [&]() -> Result<void> {
            const MemoryScope host(nullptr);
            const at::Tensor& tensor = tensorOf(x);
            if (tensor.numel() != static_cast<std::int64_t>(target.size())) {
                return fail(ErrorCode::Internal,
                            say("%2 numbers were requested, but the activation has %1 numbers.",
                                tensor.numel(), target.size()));
            }
            at::from_blob(target.data(), tensor.sizes(), at::TensorOptions().dtype(at::kFloat))
                .copy_(tensor);
            return {};
        });
    }

    Result<void> finish(ComputePlace place) override {
        return computing(phrase("Waiting for the device"), [&]() -> Result<void> {
            if (place.card) {
                waitForCuda(*place.card);
            }
            return {};
        });
    }

    void dropWorkspaces() override {
        m_turner.clear();
        dropCudaWorkspaces();
    }

    Made embedding(std::span<const std::int64_t> rows, const Weight& table) override {
        return operation({phrase("Looking up rows of %1"), table.name()}, {&table}, [&] {
            const at::Tensor& all = tensorOf(table);
            if (const auto blocks = blocksOf(table)) {
                return dequantized(blockRowsOf(all, indexTensor(rows, all.device())), *blocks);
            }
            return widened(rowsOf(asRows(all), indexTensor(rows, all.device())));
        });
    }

    Made add(const Activation& a, const Activation& b) override {
        return operation(phrase("Adding two activations"), {},
                         [&] { return at::add(tensorOf(a), tensorOf(b)); });
    }

    Made multiply(const Activation& a, const Activation& b) override {
        return operation(phrase("Multiplying two activations"), {},
                         [&] { return at::mul(tensorOf(a), tensorOf(b)); });
    }

    Made linear(const Activation& x, const Weight& weight, const Weight* bias) override {
        return operation({phrase("Multiplying by %1"), weight.name()}, {&weight, bias},
                         [&] { return multiplied(tensorOf(x), weight, bias, true); });
    }

    Made conv1D(const Activation& x, const Weight& weight, const Weight* bias) override {
        return operation({phrase("Multiplying by %1"), weight.name()}, {&weight, bias},
                         [&] { return multiplied(tensorOf(x), weight, bias, false); });
    }

    Made layerNorm(const Activation& x, const Weight& scale, const Weight& shift,
                   double epsilon) override {
        return operation({phrase("Normalising by %1"), scale.name()}, {&scale, &shift}, [&] {
            const at::Tensor& in = tensorOf(x);
            const at::Tensor factors = operandFor(scale, in);
            const at::Tensor offsets = operandFor(shift, in);
            const auto normed = [&](const Widen& wide) {
                return at::layer_norm(wide(in), factors.sizes(), wide(factors), wide(offsets),
                                      epsilon);
            };
            return isHostBFloat16(in) ? inFloat(in, normed) : normed(std::identity());
        });
    }

    Made rmsNorm(const Activation& x, const Weight& scale, double epsilon, RmsScale how) override {
        return operation({phrase("Normalising by %1"), scale.name()}, {&scale},
                         [&] { return rmsNormed(tensorOf(x), scale, epsilon, how); });
    }

    Made normalize(const Activation& x, double epsilon) override {
        return operation(phrase("Normalising"), {},
                         [&] { return normalized(tensorOf(x), epsilon); });
    }

    Made convert(const ActivationPtr& x, const Weight* like) override {
        return computing(phrase("Converting an activation"), [&]() -> Made {
            const at::Tensor& tensor = tensorOf(*x);
            const bool isNarrow = like != nullptr && !widens(tensorOf(*like)) && !blocksOf(*like);
            const at::Tensor made =
                tensor.to(isNarrow ? tensorOf(*like).scalar_type() : at::kFloat);
            return made.is_same(tensor) ? x : makeActivation(made);
        });
    }

    Made activation(const Activation& x, ActivationFunction how) override {
        return operation(phrase("An activation function"), {}, [&] {
            const at::Tensor& in = tensorOf(x);
            const auto wideActivated = [&](const Widen& wide) { return activated(wide(in), how); };
            return isHostBFloat16(in) ? inFloat(in, wideActivated) : activated(in, how);
        });
    }

    Made scale(const Activation& x, double factor) override {
        return operation(phrase("Scaling"), {}, [&] { return tensorOf(x).mul(factor); });
    }

    Made rotate(const Activation& x, std::int64_t heads, const RotaryTable& table,
                std::int64_t firstPosition) override {
        return operation(phrase("Rotary positions"), {},
                         [&] { return m_turner.rotate(tensorOf(x), heads, table, firstPosition); });
    }

    Made attention(const AttentionInput& input) override {
        return operation(phrase("Attention"), {}, [&] { return attend(input); });
    }

    Result<Carried> causalConvolution(const Activation& x, const Weight& weight, const Weight* bias,
                                      const Activation* state) override {
        return computing({phrase("Convolving by %1"), weight.name()}, [&]() -> Result<Carried> {
            STOWAGE_TRY(requireComputable({&weight, bias}));
            return convolved(x, weight, bias, state);
        });
    }

    Result<Carried> selectiveScan(const ScanInput& input) override {
        return computing({phrase("A selective scan by %1"), input.aLog.name()},
                         [&]() -> Result<Carried> {
                             STOWAGE_TRY(requireComputable({&input.aLog, input.d}));
                             return scanned(input);
                         });
    }

    Made columns(const Activation& x, std::int64_t first, std::int64_t count) override {
        return operation(phrase("Taking columns"), {},
                         [&] { return tensorOf(x).narrow(1, first, count); });
    }

    Made headColumns(const Activation& x, std::int64_t heads, std::int64_t first,
                     std::int64_t count) override {
        return operation(phrase("Taking columns of heads"), {}, [&] {
            const at::Tensor& in = tensorOf(x);
            return in.view({in.size(0), heads, -1})
                .narrow(2, first, count)
                .reshape({in.size(0), -1});
        });
    }

    Made rows(const Activation& x, std::span<const std::int64_t> rows) override {
        return operation(phrase("Taking rows"), {}, [&] {
            const at::Tensor& in = tensorOf(x);
            return at::index_select(in, 0, indexTensor(rows, in.device()));
        });
    }

    Made rowRange(const Activation& x, std::int64_t first, std::int64_t count) override {
        return operation(phrase("Taking rows"), {},
                         [&] { return tensorOf(x).narrow(0, first, count); });
    }

    Made join(std::span<const ActivationPtr> parts) override {
        return operation(phrase("Joining rows"), {}, [&] {
            std::vector<at::Tensor> tensors;
            for (const ActivationPtr& part : parts) {
                tensors.push_back(tensorOf(*part));
            }
            return at::cat(tensors, 0);
        });
    }

    Made append(const ActivationPtr& earlier, const Activation& more) override {
        return computing(phrase("Storing keys and values"),
                         [&]() -> Made { return appended(earlier.get(), tensorOf(more)); });
    }

    Made addRows(const Activation& x, std::span<const std::int64_t> rows, const Activation& more,
                 std::span<const float> shares) override {
        return operation(phrase("Adding rows"), {}, [&] {
            const at::Tensor& in = tensorOf(more);
            const at::Tensor factors = at::from_blob(const_cast<float*>(shares.data()),
                                                     {static_cast<std::int64_t>(shares.size()), 1},
                                                     at::TensorOptions().dtype(at::kFloat))
                                           .to(in.device(), in.scalar_type());
            return at::index_add(tensorOf(x), 0, indexTensor(rows, in.device()), in * factors);
        });
    }

    Made zerosLike(const Activation& x) override {
        return operation(phrase("Creating zeros"), {}, [&] { return at::zeros_like(tensorOf(x)); });
    }

    Made relativeBias(const Weight& table, const RelativeBuckets& buckets, std::int64_t firstQuery,
                      std::int64_t rows, std::int64_t seen) override {
        return operation({phrase("Relative positions of %1"), table.name()}, {&table}, [&] {
            return stowage::relativeBias(table, buckets, firstQuery, rows, seen);
        });
    }

    Made input(std::span<const float> values, std::span<const std::int64_t> shape,
               ComputePlace place) override {
        return operation(phrase("Preparing an input"), {}, [&] {
            // LibTorch takes no const pointers.
            const at::Tensor lent =
                at::from_blob(const_cast<float*>(values.data()), {shape.data(), shape.size()},
                              at::TensorOptions().dtype(at::kFloat));
            const at::Tensor here = place.card ? lent.to(deviceAt(place)) : inScopeMemory(lent);
            return here.is_same(lent) ? lent.clone() : here;
        });
    }

    Made convolvePatches(const Activation& image, const Weight& kernel,
                         const Weight* bias) override {
        return operation(
            {phrase("Multiplying patches by %1"), kernel.name()}, {&kernel, bias}, [&] {
                const at::Tensor patches = patchesUnder(tensorOf(kernel), tensorOf(image));
                return multiplied(patches, *matrixOf(kernel), bias, true);
            });
    }

    Made convolveRows(const Activation& x, const Weight& weight, const Weight* bias,
                      const RowConvolution& how) override {
        return operation({phrase("Multiplying rows by %1"), weight.name()}, {&weight, bias}, [&] {
            const at::Tensor rows = rowsUnder(tensorOf(weight), tensorOf(x), how);
            return multiplied(rows, *rowMatrixOf(weight), bias, true);
        });
    }

    Made cosines(const Activation& a, const Activation& b, const Weight& logScale) override {
        return operation(phrase("Comparing rows"), {&logScale}, [&] {
            const at::Tensor& first = tensorOf(a);
            const at::Tensor factor = operandFor(logScale, first);
            const auto compared = [&](const Widen& wide) {
                const at::Tensor left = unitRows(wide(first));
                const at::Tensor right = unitRows(wide(tensorOf(b)));
                const at::Tensor products = at::mm(left, right.t());
                return products.mul_(wide(factor).exp());
            };
            return isHostBFloat16(first) ? inFloat(first, compared) : compared(std::identity());
        });
    }

private:
    RotaryTurner m_turner;
};

}  // namespace

at::Tensor inScopeMemory(const at::Tensor& tensor) {
    DeviceMemory* const from = memoryOf(tensor).device;
    DeviceMemory* const to = computeDevice();
    if (from == to || tensor.numel() == 0) {
        return tensor;
    }
    const at::Tensor source = denseWhereItLies(tensor, from);
    at::Tensor target = at::empty(source.sizes(), source.options());
    const TensorMemory memory = memoryOf(to != nullptr ? target : source);
    if (memory.buffer == nullptr) {  // so few bytes that both lie on the host
        return target.copy_(source);
    }
    const Result<void> moved =
        to != nullptr
            ? to->write(*memory.buffer, offsetOf(target, *memory.buffer), matrixBytes(source), {})
            : from->readBack(*memory.buffer, offsetOf(source, *memory.buffer), matrixBytes(target),
                             {});
    if (!moved) {
        throw DeviceFailure(moved.error());
    }
    return target;
}

}  // namespace stowage

extern "C" __attribute__((visibility("default"))) stowage::Compute* stowageCreateCompute();

extern "C" stowage::Compute* stowageCreateCompute() {
    const stowage::Result<stowage::Compute*> made = stowage::guarded(
        stowage::phrase("Starting LibTorch"), []() -> stowage::Result<stowage::Compute*> {
            return static_cast<stowage::Compute*>(new stowage::TorchCompute());
        });
    return made ? *made : nullptr;
}
