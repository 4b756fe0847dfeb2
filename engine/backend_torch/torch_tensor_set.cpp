// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_tensor_set.h"

#include "engine/backend_torch/cuda_support.h"
#include "engine/backend_torch/torch_support.h"

#include <ATen/ATen.h>

#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// The tensor's bytes as a one-dimensional uint8 view.
at::Tensor bytesOf(const at::Tensor& tensor) {
    if (tensor.numel() == 0) {
        return at::empty({0}, tensor.options().dtype(at::kByte));
    }
    return tensor.view({-1}).view(at::kByte);
}

at::Device deviceOf(const DeviceBuffer& buffer) {
    const std::optional<int> card = cudaOrdinalOf(buffer);
    return card ? at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(*card))
                : at::Device(at::kCPU);
}

/// What a tensor holds of a buffer, counted while it lasts (also where from_blob throws).
class LiveShare {
public:
    LiveShare(std::shared_ptr<DeviceBuffer> buffer, std::shared_ptr<std::atomic<std::size_t>> live)
        : m_buffer(std::move(buffer)), m_live(std::move(live)) {
        m_live->fetch_add(1);
    }
    ~LiveShare() { m_live->fetch_sub(1); }
    LiveShare(const LiveShare&) = delete;
    LiveShare& operator=(const LiveShare&) = delete;

private:
    std::shared_ptr<DeviceBuffer> m_buffer;
    std::shared_ptr<std::atomic<std::size_t>> m_live;
};

class TorchTensorSet : public TensorSet {
public:
    explicit TorchTensorSet(std::shared_ptr<std::atomic<std::size_t>> live)
        : m_live(std::move(live)) {}

    [[nodiscard]] Result<void> add(const TensorDescription& description) override {
        return guarded(
            Doing(phrase("Creating the tensor %1"), description.name), [&]() -> Result<void> {
                const AtenLayout layout = layoutOf(description.dtype, description.shape);
                const std::shared_ptr<DeviceBuffer>& buffer = description.buffer;
                if (description.bufferOffset > buffer->size() ||
                    layout.byteSize > buffer->size() - description.bufferOffset) {
                    return fail(ErrorCode::Internal,
                                say("The memory for the tensor %1 is too small.", description.name),
                                {}, description.name);
                }
                const Place place{buffer.get(), description.bufferOffset, description.dtype,
                                  description.shape};
                at::Tensor& tensor = m_byPlace[place];
                if (!tensor.defined()) {
                    auto share = std::make_shared<LiveShare>(buffer, m_live);
                    const at::Device device = deviceOf(*buffer);
                    // The target is said, or ATen asks CUDA whose address it is: empty tensors have
                    // none.
                    tensor = at::for_blob(buffer->data() + description.bufferOffset, layout.shape)
                                 .deleter([share](void*) mutable { share.reset(); })
                                 .options(at::TensorOptions().dtype(layout.scalar).device(device))
                                 .target_device(device)
                                 .make_tensor();
                }
                m_signatures[description.name] = {description.dtype, description.shape};
                if (!m_tensors.emplace(description.name, tensor).second) {
                    return fail(ErrorCode::Internal,
                                say("The tensor %1 exists already.", description.name), {},
                                description.name);
                }
                return {};
            });
    }

    [[nodiscard]] std::size_t size() const override { return m_tensors.size(); }
    [[nodiscard]] Result<TensorSignature> signature(const std::string& name) const override {
        return guarded(Doing(phrase("Accessing %1"), name), [&]() -> Result<TensorSignature> {
            const Result<at::Tensor> tensor = find(name);
            STOWAGE_TRY(tensor);
            const TensorSignature& described = m_signatures.at(name);
            if (!scalarTypeOf(described.dtype)) {
                return described;  // raw bytes: only our record knows
            }
            const at::IntArrayRef sizes = tensor->sizes();
            return TensorSignature{*dtypeOf(tensor->scalar_type()), {sizes.begin(), sizes.end()}};
        });
    }

    [[nodiscard]] Result<std::uint64_t> checksum(const std::string& name) const override {
        return guarded(Doing(phrase("Computing the checksum of %1"), name),
                       [&]() -> Result<std::uint64_t> {
                           const Result<at::Tensor> tensor = find(name);
                           STOWAGE_TRY(tensor);
                           return checksumOnDevice(bytesOf(*tensor));
                       });
    }

    [[nodiscard]] Result<void> copyOut(const std::string& name, std::uint64_t offset,
                                       std::span<std::byte> target) const override {
        return guarded(Doing(phrase("Reading back %1"), name), [&]() -> Result<void> {
            const Result<at::Tensor> tensor = find(name);
            STOWAGE_TRY(tensor);
            const at::Tensor bytes = bytesOf(*tensor);
            const auto size = static_cast<std::uint64_t>(bytes.numel());
            if (offset > size || target.size() > size - offset) {
                return fail(
                    ErrorCode::InvalidArgument,
                    say("The tensor %1 has %2 bytes, but bytes up to position %3 were requested.",
                        name, size, offset + target.size()),
                    {}, name);
            }
            if (!target.empty()) {
                const auto count = static_cast<std::int64_t>(target.size());
                at::from_blob(target.data(), {count}, at::TensorOptions().dtype(at::kByte))
                    .copy_(bytes.narrow(0, static_cast<std::int64_t>(offset), count));
            }
            return {};
        });
    }

    [[nodiscard]] Result<at::Tensor> find(const std::string& name) const {
        const auto found = m_tensors.find(name);
        if (found == m_tensors.end()) {
            return fail(ErrorCode::InvalidArgument, say("No tensor %1 is loaded.", name), {}, name);
        }
        return found->second;
    }

private:
    using Place = std::tuple<const DeviceBuffer*, std::uint64_t, DType, std::vector<std::int64_t>>;

    std::shared_ptr<std::atomic<std::size_t>> m_live;
    std::unordered_map<std::string, at::Tensor> m_tensors;
    std::unordered_map<std::string, TensorSignature> m_signatures;  ///< as described to add()
    std::map<Place, at::Tensor> m_byPlace;                          ///< tied names share one tensor
};

}  // namespace

std::unique_ptr<TensorSet> makeTorchTensorSet(std::shared_ptr<std::atomic<std::size_t>> live) {
    return std::make_unique<TorchTensorSet>(std::move(live));
}

Result<at::Tensor> torchTensorOf(const TensorSet& set, const std::string& name) {
    const auto* const ours = dynamic_cast<const TorchTensorSet*>(&set);
    if (ours == nullptr) {
        return fail(
            ErrorCode::InvalidArgument,
            say("The tensor %1 is not one of LibTorch\'s, so it cannot be used here.", name), {},
            name);
    }
    return ours->find(name);
}

}  // namespace stowage
