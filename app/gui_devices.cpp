// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui_devices.h"

#include "app/backends.h"
#include "app/real_devices.h"
#include "engine/base/byte_size.h"

#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kUsualContextBytes = 512 * kMiB;

}  // namespace

std::vector<DeviceInfo> makeWindowDevices(std::vector<DeviceInfo> gpus,
                                          const GivenCapacities& given) {
    std::vector<DeviceInfo> devices = withHostAndDisk(std::move(gpus), readHostMemory());
    for (DeviceInfo& device : devices) {
        if (device.id == DeviceId::cpu() && device.capacity) {
            device.name = hostName(*device.capacity);
        } else if (device.id == DeviceId::disk()) {
            device.name = defaultOffloadParent();
        }
        const auto& bytes = device.id == DeviceId::cpu() ? given.ram : given.disk;
        if (bytes && !device.id.isGpu()) {
            giveCapacity(device, *bytes);
        }
    }
    return devices;
}

std::vector<DeviceInfo> firstStartGpus() {
    std::vector<DeviceInfo> gpus = listRealGpus();
    for (DeviceInfo& simulated : simulatedStartGpus()) {
        simulated.id = DeviceId::gpu(static_cast<std::uint32_t>(gpus.size()));
        gpus.push_back(std::move(simulated));
    }
    return gpus;
}

Result<std::vector<DeviceInfo>> parseWindowGpus(const std::string& spec) {
    if (spec != "real") {
        return parseSimulatedGpus(spec);
    }
    std::vector<DeviceInfo> gpus = listRealGpus();
    if (gpus.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    "--gpus real: no CUDA device can be used here (stowagectl devices --gpus real "
                    "says why); simulate some, as in --gpus 24GiB,24GiB.",
                    {}, "--gpus");
    }
    return gpus;
}

std::vector<DeviceInfo> simulatedStartGpus() {
    std::vector<DeviceInfo> gpus;
    for (std::uint32_t index = 0; index < 2; ++index) {
        DeviceInfo gpu;
        gpu.id = DeviceId::gpu(index);
        gpu.name = "Simulated, 2 GiB";
        gpu.simulated = true;
        gpu.capacity = 2 * kGiB;
        gpu.context = kUsualContextBytes;
        gpus.push_back(gpu);
    }
    return gpus;
}

}  // namespace stowage
