// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"

#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/device/visible_devices.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

namespace stowage {
namespace {

/// What a CUDA context usually takes; measured where one is open.
constexpr std::uint64_t kUsualContextBytes = 512 * kMiB;

#ifdef STOWAGE_CUDA
constexpr bool kDrivesCuda = true;
#else
constexpr bool kDrivesCuda = false;
#endif

std::vector<std::string> uuidsOf(const std::vector<DeviceInfo>& devices) {
    std::vector<std::string> uuids;
    for (const DeviceInfo& device : devices) {
        uuids.push_back(device.uuid);
    }
    return uuids;
}

/// Every card of the machine; empty where nothing answers.
std::vector<DeviceInfo> cardsOfNvml() {
    const auto nvml = NvmlLibrary::open();
    auto devices = nvml ? describeCards(**nvml, kUsualContextBytes)
                        : Result<std::vector<DeviceInfo>>(nvml.unexpected());
    return devices ? std::move(devices).value() : std::vector<DeviceInfo>();
}

bool isRealGpu(const DeviceInfo& device) {
    return device.id.isGpu() && !device.simulated;
}

Result<LoadBackends> withTensors(const std::vector<DeviceInfo>& devices,
                                 std::shared_ptr<TensorBackend> tensors) {
    std::vector<DeviceInfo> ours;
    std::vector<DeviceInfo> real;
    for (const DeviceInfo& device : devices) {
        (isRealGpu(device) ? real : ours).push_back(device);
    }
    auto memories = makeDevices(ours);
    STOWAGE_TRY(memories);
    LoadBackends backends;
    backends.devices = std::move(*memories);
    backends.tensors = std::move(tensors);
    for (const DeviceInfo& device : real) {
        auto opened = backends.tensors->openCudaDevice(device);
        STOWAGE_TRY(opened);
        backends.devices.push_back(std::move(*opened));
    }
    // The GPUs first, in their order, as samples and reports list them.
    std::ranges::stable_sort(backends.devices, {}, [](const std::shared_ptr<DeviceMemory>& device) {
        return device->info().id;
    });
    return backends;
}

}  // namespace

bool mayHaveRealGpus() {
    return kDrivesCuda && hasNvidiaDriver();
}

Result<std::vector<DeviceInfo>> openRealGpus() {
    // So that CUDA's numbers are those of nvidia-smi, unless a person chose otherwise.
    (void)::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 0);
    const auto backend = openTensorBackend();
    return backend ? (*backend)->cudaDevices()
                   : Result<std::vector<DeviceInfo>>(backend.unexpected());
}

std::vector<Message> showOnlyGpus(const std::string& list) {
    (void)::setenv("CUDA_VISIBLE_DEVICES", list.c_str(), 1);
    const std::vector<DeviceInfo> cards = cardsOfNvml();
    return cards.empty() ? std::vector<Message>()
                         : parseVisibleRealDevices(list, uuidsOf(cards)).notes;
}

std::vector<DeviceInfo> listRealGpus() {
    if (!mayHaveRealGpus()) {
        return {};
    }
    std::vector<DeviceInfo> cards = cardsOfNvml();
    if (const char* const list = std::getenv("CUDA_VISIBLE_DEVICES")) {
        return visibleOf(cards, parseVisibleRealDevices(list, uuidsOf(cards)));
    }
    return cards;
}

std::optional<std::vector<GpuProcess>> processesOn(const DeviceInfo& device) {
    if (device.uuid.empty()) {
        return std::nullopt;
    }
    const auto nvml = NvmlLibrary::open();
    auto processes =
        nvml ? (*nvml)->processes(device.uuid) : Result<std::vector<GpuProcess>>(nvml.unexpected());
    return processes ? std::optional(std::move(processes).value()) : std::nullopt;
}

GpuReader makeGpuReader() {
    return [library = std::make_shared<std::shared_ptr<NvmlLibrary>>()](
               const std::vector<std::string>& uuids) {
        if (*library == nullptr) {
            auto opened = NvmlLibrary::open();
            if (!opened) {
                return std::vector<GpuUse>();
            }
            *library = std::move(*opened);
        }
        return readGpuUse(**library, uuids);
    };
}

std::vector<DeviceInfo> withHostAndDisk(std::vector<DeviceInfo> gpus, const HostMemory& memory,
                                        const std::string& offloadFolder) {
    std::vector<DeviceInfo> devices = std::move(gpus);
    devices.push_back(describeHost(memory));
    devices.push_back(describeDisk(offloadFolder.empty() ? defaultOffloadParent() : offloadFolder));
    return devices;
}

Result<LoadBackends> makeLoadBackends(const std::vector<DeviceInfo>& devices) {
    auto tensors = openTensorBackend();
    STOWAGE_TRY(tensors);
    return withTensors(devices, std::move(*tensors));
}

Result<LoadBackends> lateLoadBackends(const std::vector<DeviceInfo>& devices) {
    return std::ranges::any_of(devices, isRealGpu) ? makeLoadBackends(devices)
                                                   : withTensors(devices, lateTensorBackend());
}

void useOneHeap() {
    constexpr int kGrowth = 1 << 20;
    (void)::mallopt(M_ARENA_MAX, 1);
    (void)::mallopt(M_TOP_PAD, kGrowth);
}

}  // namespace stowage
