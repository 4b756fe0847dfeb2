// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/real_devices.h"

#include "engine/base/byte_size.h"
#include "engine/device/device_probe.h"
#include "engine/device/visible_devices.h"
#include "engine/load/tensor_backend.h"

#include <cstdlib>

namespace stowage {

namespace {

/// What a CUDA context usually takes; measured where one is open.
constexpr std::uint64_t kUsualContextBytes = 512 * kMiB;

#ifdef STOWAGE_CUDA
constexpr bool kDrivesCuda = true;
#else
constexpr bool kDrivesCuda = false;
#endif

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

namespace {

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

}  // namespace

std::vector<std::string> showOnlyGpus(const std::string& list) {
    (void)::setenv("CUDA_VISIBLE_DEVICES", list.c_str(), 1);
    const std::vector<DeviceInfo> cards = cardsOfNvml();
    return cards.empty() ? std::vector<std::string>()
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

}  // namespace stowage
