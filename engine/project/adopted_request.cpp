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
void adoptGpu(DeviceInfo& gpu, std::span<const DeviceInfo> here, std::vector<Message>& notes) {
    const DeviceInfo* const present = findDevice(here, gpu.id);
    if (present != nullptr && isSameCard(gpu, *present)) {
        return;
    }
    gpu.simulated = true;
    gpu.uuid.clear();
    notes.push_back(
        gpu.capacity ? say("%1 was a real %2 of %3, which this machine does not have under that "
                           "number; it is simulated.",
                           deviceLabel(gpu.id), gpu.name, formatSize(*gpu.capacity))
                     : say("%1 was a real %2, which this machine does not have under that number; "
                           "it is simulated.",
                           deviceLabel(gpu.id), gpu.name));
}

/// CPU and disk as they were saved; what this machine has is remembered where it has less, and
/// where they were another machine's already.
void adoptHost(DeviceInfo& device, std::span<const DeviceInfo> here, std::vector<Message>& notes) {
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
        const std::string planned = formatSize(*device.capacity);
        notes.push_back(
            device.id == DeviceId::cpu()
                ? say("The plan is for %1 of RAM; this machine has %2, so that it is planned and "
                      "estimated here, not loaded.",
                      planned, formatSize(has))
                : say("The plan is for %1 of disk; this machine has %2, so that it is planned and "
                      "estimated here, not loaded.",
                      planned, formatSize(has)));
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
