// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_support.h"
#include "engine/backend_torch/torch_support.h"
#include "engine/backend_torch/torch_tensor_set.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

#include <algorithm>
#include <chrono>

namespace stowage {

namespace {

/// More threads gain nothing where memory is the limit, and each costs a stack.
constexpr int kMostThreads = 8;
constexpr double kInitialDeviation = 0.02;  ///< GPT-2's own initial weights

std::int64_t elementsOf(std::span<const std::byte> bytes, at::ScalarType scalar) {
    return static_cast<std::int64_t>(bytes.size() / at::elementSize(scalar));
}

/// A one-dimensional tensor over memory that the caller keeps; LibTorch takes no const pointers.
at::Tensor over(std::span<const std::byte> bytes, at::ScalarType scalar) {
    return at::from_blob(const_cast<std::byte*>(bytes.data()), {elementsOf(bytes, scalar)},
                         at::TensorOptions().dtype(scalar));
}

/// As over(), for all of a buffer on a card.
at::Tensor overCard(const DeviceBuffer& buffer, at::ScalarType scalar, int ordinal) {
    const at::Device card(at::kCUDA, static_cast<c10::DeviceIndex>(ordinal));
    const std::span<const std::byte> bytes(buffer.data(), buffer.size());
    return at::for_blob(buffer.data(), {elementsOf(bytes, scalar)})
        .options(at::TensorOptions().dtype(scalar).device(card))
        .target_device(card)
        .make_tensor();
}

class TorchBackend : public TensorBackend {
public:
    TorchBackend() { at::set_num_threads(std::clamp(at::get_num_threads(), 1, kMostThreads)); }

    std::string description() const override {
        return std::string("LibTorch ") + TORCH_VERSION + ", " +
               std::to_string(at::get_num_threads()) + " threads";
    }

    std::unique_ptr<TensorSet> makeTensorSet() override { return makeTorchTensorSet(m_live); }
    std::size_t liveTensors() const override { return m_live->load(); }

    Result<void> cast(DType from, std::span<const std::byte> source, DType to,
                      std::span<std::byte> target) override {
        const Message what = say("Casting %1 to %2", dtypeName(from), dtypeName(to));
        if (!isCastSupported(from, to)) {
            return fail(ErrorCode::Unsupported,
                        say("%1 is not supported: only float16, bfloat16, float32 and float64 can "
                            "be cast. Load this model in its stored dtype.",
                            what));
        }
        return guarded(what, [&]() -> Result<void> {
            const at::ScalarType fromScalar = *scalarTypeOf(from);
            const at::ScalarType toScalar = *scalarTypeOf(to);
            if (elementsOf(source, fromScalar) != elementsOf(target, toScalar)) {
                return fail(ErrorCode::Internal,
                            say("%1: source and target differ in length.", what));
            }
            if (!target.empty()) {
                over(target, toScalar).copy_(over(source, fromScalar));
            }
            return {};
        });
    }

    Result<void> initialise(DType dtype, std::span<std::byte> target, std::uint64_t seed) override {
        return guarded(phrase("Initialising weights"), [&]() -> Result<void> {
            if (target.empty()) {
                return {};
            }
            if (!isCastSupported(dtype, dtype)) {
                over(target, at::kByte).zero_();
                return {};
            }
            at::Generator generator = at::detail::createCPUGenerator(seed);
            at::Tensor weights = over(target, *scalarTypeOf(dtype));
            if (dtype == DType::Float32 || dtype == DType::Float64) {
                weights.normal_(0.0, kInitialDeviation, generator);
            } else {  // LibTorch 1.13 has no float16 normal_ on the CPU
                at::Tensor wide =
                    at::empty({weights.numel()}, at::TensorOptions().dtype(at::kFloat));
                weights.copy_(wide.normal_(0.0, kInitialDeviation, generator));
            }
            return {};
        });
    }

    Result<std::vector<DeviceInfo>> cudaDevices() override { return m_cuda->describe(); }
    Result<std::shared_ptr<DeviceMemory>> openCudaDevice(const DeviceInfo& device) override {
        return m_cuda->open(device);
    }

    Result<void> castOnDevice(DType from, const DeviceBuffer& source, DType to,
                              DeviceBuffer& target) override {
        const Message what = say("Casting %1 to %2", dtypeName(from), dtypeName(to));
        const std::optional<int> card = cudaOrdinalOf(target);
        if (!isCastSupported(from, to) || !card || cudaOrdinalOf(source) != card) {
            return fail(ErrorCode::Unsupported,
                        say("%1 on a device needs two buffers on the same CUDA device, and both "
                            "dtypes must be float16, bfloat16, float32 or float64.",
                            what));
        }
        return guarded(what, [&]() -> Result<void> {
            const at::Tensor wide = overCard(source, *scalarTypeOf(from), *card);
            at::Tensor cast = overCard(target, *scalarTypeOf(to), *card);
            if (wide.numel() != cast.numel()) {
                return fail(ErrorCode::Internal,
                            say("%1: source and target differ in length.", what));
            }
            if (cast.numel() > 0) {
                cast.copy_(wide);
                waitForCuda(*card);
            }
            return {};
        });
    }

    Result<double> matmulSeconds(DType dtype, std::int64_t side) override {
        return guarded(phrase("A matrix product"), [&]() -> Result<double> {
            const std::optional<at::ScalarType> scalar = scalarTypeOf(dtype);
            if (!scalar || !isCastSupported(dtype, dtype)) {
                return TensorBackend::matmulSeconds(dtype, side);
            }
            const auto options = at::TensorOptions().dtype(*scalar);
            const at::Tensor left = at::ones({side, side}, options);
            const at::Tensor right = at::ones({side, side}, options);
            at::Tensor product =
                at::mm(left, right);  // its pages and the library's buffers are made
            const auto begin = std::chrono::steady_clock::now();
            at::mm_out(product, left, right);
            const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
            return elapsed.count();
        });
    }

    void warmUp() override {
        // Large enough that ATen starts its worker threads and its allocator settles.
        const Result<void> done = guarded(phrase("Starting LibTorch"), []() -> Result<void> {
            constexpr std::int64_t kWarmUpBytes = 4 * 1024 * 1024;
            at::Tensor bytes = at::zeros({kWarmUpBytes}, at::TensorOptions().dtype(at::kByte));
            (void)checksumOnDevice(bytes);
            bytes.view(at::kFloat).normal_(0.0, kInitialDeviation);
            (void)bytes.view(at::kFloat).to(at::kHalf);
            return {};
        });
        (void)done;  // what fails here fails again, with a report, when it is needed
    }

private:
    std::unique_ptr<CudaDevices> m_cuda = makeCudaDevices();
    std::shared_ptr<std::atomic<std::size_t>> m_live =
        std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace

}  // namespace stowage

extern "C" __attribute__((visibility("default"))) stowage::TensorBackend*
stowageCreateTensorBackend();

extern "C" stowage::TensorBackend* stowageCreateTensorBackend() {
    const stowage::Result<stowage::TensorBackend*> made = stowage::guarded(
        stowage::phrase("Starting LibTorch"), []() -> stowage::Result<stowage::TensorBackend*> {
            return static_cast<stowage::TensorBackend*>(new stowage::TorchBackend());
        });
    return made ? *made : nullptr;
}
