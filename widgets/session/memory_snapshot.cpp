// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/memory_snapshot.h"

#include <algorithm>

namespace stowage {

const DeviceUse* MemorySnapshot::find(DeviceId device) const {
    const auto found = std::ranges::find_if(
        devices, [device](const DeviceUse& use) { return use.device.id == device; });
    return found == devices.end() ? nullptr : &*found;
}

MemorySnapshot takeSnapshot(const std::vector<std::shared_ptr<DeviceMemory>>& devices) {
    MemorySnapshot snapshot;
    for (const std::shared_ptr<DeviceMemory>& device : devices) {
        snapshot.devices.push_back({device->info(), device->statistics()});
    }
    snapshot.process = ProcessMemoryReader().read();
    snapshot.machine = readHostMemory();
    return snapshot;
}

}  // namespace stowage
