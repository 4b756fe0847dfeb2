// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_support.h"

#include "engine/backend_torch/cuda_device.h"

#include <ATen/Context.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>
#include <torch/version.h>

#include <mutex>
#include <utility>

namespace at::cuda {
// Of ATen/cuda/CUDAContext.h, which needs the headers of every CUDA library.
void clearCublasWorkspaces();
}  // namespace at::cuda

namespace stowage {

namespace {

class RealCudaDevices : public CudaDevices {
public:
    Result<std::vector<DeviceInfo>> describe() override;
    Result<std::shared_ptr<DeviceMemory>> open(const DeviceInfo& device) override;

private:
    /// Every card of this process, opened when first asked for. Under m_mutex.
    Result<void> openCards();

    std::mutex m_mutex;
    std::vector<std::shared_ptr<CudaCard>> m_cards;
};

Unexpected noCard(const Message& why) {
    constexpr std::string_view kVersion = TORCH_VERSION;
    return fail(ErrorCode::BackendUnavailable,
                say("There is no CUDA device for LibTorch %1: %2. Check the driver with "
                    "nvidia-smi, check CUDA_VISIBLE_DEVICES, or simulate GPUs, as in --gpus 24GiB.",
                    kVersion, why));
}

/// Makes ATen's CUDA side and the caching allocator ready; called under another name before 2.6.
template <class Context>
void startAten(Context& context) {
    if constexpr (requires { context.lazyInitDevice(at::kCUDA); }) {
        context.lazyInitDevice(at::kCUDA);
    } else {
        context.lazyInitCUDA();
    }
}

Result<void> RealCudaDevices::openCards() {
    if (!m_cards.empty()) {
        return {};
    }
    int count = 0;
    if (const cudaError_t outcome = ::cudaGetDeviceCount(&count); outcome != cudaSuccess) {
        (void)::cudaGetLastError();
        return noCard(::cudaGetErrorString(outcome));
    }
    if (count == 0) {
        return noCard(phrase("the driver shows no CUDA device to this process"));
    }
    return guardedOnCard(phrase("Opening the CUDA devices"), [&]() -> Result<void> {
        startAten(at::globalContext());
        const auto opened = NvmlLibrary::open();
        const std::shared_ptr<const NvmlLibrary> nvml = opened ? *opened : nullptr;
        std::vector<std::shared_ptr<CudaCard>> cards;
        for (int ordinal = 0; ordinal < count; ++ordinal) {
            cards.push_back(std::make_shared<CudaCard>(ordinal, nvml));
        }
        m_cards = std::move(cards);
        return {};
    });
}

Result<std::vector<DeviceInfo>> RealCudaDevices::describe() {
    const std::scoped_lock lock(m_mutex);
    STOWAGE_TRY(openCards());
    return guardedOnCard(phrase("Querying the CUDA devices"),
                         [&]() -> Result<std::vector<DeviceInfo>> {
                             std::vector<DeviceInfo> devices;
                             for (const std::shared_ptr<CudaCard>& card : m_cards) {
                                 devices.push_back(card->describe());
                             }
                             return devices;
                         });
}

Result<std::shared_ptr<DeviceMemory>> RealCudaDevices::open(const DeviceInfo& device) {
    const std::scoped_lock lock(m_mutex);
    STOWAGE_TRY(openCards());
    for (const std::shared_ptr<CudaCard>& card : m_cards) {
        const bool isIt = device.uuid.empty()
                              ? static_cast<std::uint32_t>(card->ordinal()) == device.id.index
                              : card->uuid() == device.uuid;
        if (!isIt) {
            continue;
        }
        return guardedOnCard(say("Opening %1", deviceLabel(device.id)),
                             [&]() -> Result<std::shared_ptr<DeviceMemory>> {
                                 DeviceInfo info = card->describe();
                                 info.id = device.id;
                                 info.linkBytesPerSecond = device.linkBytesPerSecond;
                                 return std::shared_ptr<DeviceMemory>(
                                     std::make_shared<CudaDevice>(card, std::move(info)));
                             });
    }
    return fail(ErrorCode::InvalidArgument,
                say("%1 (%2, %3) is not among the CUDA devices that this process may use; check "
                    "CUDA_VISIBLE_DEVICES.",
                    deviceLabel(device.id), device.name, device.uuid));
}

}  // namespace

std::unique_ptr<CudaDevices> makeCudaDevices() {
    return std::make_unique<RealCudaDevices>();
}

std::optional<int> cudaOrdinalOf(const DeviceBuffer& buffer) {
    const auto* const onCard = dynamic_cast<const CudaBuffer*>(&buffer);
    return onCard == nullptr ? std::nullopt : std::optional(onCard->ordinal());
}

Error computeErrorOfCurrentException(const Message& what) {
    return cudaErrorOfCurrentException(what);
}

void waitForCuda(int ordinal) {
    const auto index = static_cast<c10::DeviceIndex>(ordinal);
    const c10::cuda::CUDAGuard guard(index);
    C10_CUDA_CHECK(cudaStreamSynchronize(c10::cuda::getCurrentCUDAStream(index).stream()));
}

void dropCudaWorkspaces() {
    at::cuda::clearCublasWorkspaces();
}

}  // namespace stowage
