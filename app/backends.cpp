// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"

#include "engine/backend_sim/sim_gpu.h"

#include <algorithm>
#include <utility>

namespace stowage {

std::vector<DeviceInfo> withHostAndDisk(std::vector<DeviceInfo> gpus, const HostMemory& memory,
                                        const std::string& offloadFolder) {
    std::vector<DeviceInfo> devices = std::move(gpus);
    devices.push_back(describeHost(memory));
    devices.push_back(describeDisk(offloadFolder.empty() ? defaultOffloadParent() : offloadFolder));
    return devices;
}

Result<LoadBackends> makeLoadBackends(const std::vector<DeviceInfo>& devices) {
    std::vector<DeviceInfo> ours;
    std::vector<DeviceInfo> real;
    for (const DeviceInfo& device : devices) {
        (device.id.isGpu() && !device.simulated ? real : ours).push_back(device);
    }
    auto memories = makeDevices(ours);
    if (!memories) {
        return memories.unexpected();
    }
    auto tensors = openTensorBackend();
    if (!tensors) {
        return tensors.unexpected();
    }
    LoadBackends backends;
    backends.devices = std::move(*memories);
    backends.tensors = std::move(*tensors);
    for (const DeviceInfo& device : real) {
        auto opened = backends.tensors->openCudaDevice(device);
        if (!opened) {
            return opened.unexpected();
        }
        backends.devices.push_back(std::move(*opened));
    }
    // The GPUs first, in their order, as samples and reports list them.
    std::ranges::stable_sort(backends.devices, {}, [](const std::shared_ptr<DeviceMemory>& device) {
        return device->info().id;
    });
    return backends;
}

}  // namespace stowage
