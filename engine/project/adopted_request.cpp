// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/adopted_request.h"

#include "engine/base/byte_size.h"
#include "engine/device/this_machine.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// Whether a real GPU of this machine can stand for a saved one: the very card, else one alike.
bool isSameCard(const DeviceInfo& saved, const DeviceInfo& present) {
    const bool isVeryCard = !saved.uuid.empty() && saved.uuid == present.uuid;
    return present.id.isGpu() && !present.simulated &&
           (isVeryCard || (saved.name == present.name && saved.capacity == present.capacity));
}

/// The real GPU under its number of this machine, else a simulated one in its place.
void adoptGpu(DeviceInfo& gpu, std::span<const DeviceInfo> here, std::vector<std::string>& notes) {
    const DeviceInfo* const present = findDevice(here, gpu.id);
    if (present != nullptr && isSameCard(gpu, *present)) {
        return;
    }
    gpu.simulated = true;
    gpu.uuid.clear();
    notes.push_back(deviceLabel(gpu.id) + " was a real " + gpu.name +
                    (gpu.capacity ? " of " + formatSize(*gpu.capacity) : std::string()) +
                    ", which this machine does not have under that number; it is simulated.");
}

/// CPU and disk as they were saved; what this machine has is remembered where it has less, and
/// where they were another machine's already.
void adoptHost(DeviceInfo& device, std::span<const DeviceInfo> here,
               std::vector<std::string>& notes) {
    const DeviceInfo* const present = findDevice(here, device.id);
    if (present == nullptr || !present->capacity || !device.capacity) {
        return;
    }
    const std::uint64_t has = present->presentBytes.value_or(*present->capacity);
    const bool wasElsewhere = exceedsThisMachine(device);
    if (device.presentBytes || *device.capacity > has) {
        device.presentBytes = has;
    }
    if (exceedsThisMachine(device) && !wasElsewhere) {
        notes.push_back("The plan is for " + formatSize(*device.capacity) +
                        (device.id == DeviceId::cpu() ? " of RAM" : " of disk") +
                        "; this machine has " + formatSize(has) +
                        ", so that it is planned and estimated here, not loaded.");
    }
}

}  // namespace

AdoptedRequest adoptRequest(PlacementRequest request, std::span<const DeviceInfo> here) {
    AdoptedRequest adopted{std::move(request), {}};
    for (DeviceInfo& device : adopted.request.devices) {
        if (!device.id.isGpu()) {
            adoptHost(device, here, adopted.notes);
        } else if (!device.simulated) {
            adoptGpu(device, here, adopted.notes);
        }
    }
    return adopted;
}

}  // namespace stowage
