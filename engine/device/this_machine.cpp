// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/this_machine.h"

#include "engine/base/byte_size.h"
#include "engine/base/scratch_folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace stowage {

DeviceInfo describeHost(const HostMemory& memory) {
    DeviceInfo host;
    host.id = DeviceId::cpu();
    host.name = "CPU";
    host.capacity = memory.total;
    if (memory.cgroupLimit && (!host.capacity || *memory.cgroupLimit < *host.capacity)) {
        host.capacity = memory.cgroupLimit;
    }
    const auto left = hostBudgetBytes(memory);
    if (host.capacity && left) {
        host.usedByOthers = *host.capacity - std::min(*host.capacity, *left);
    }
    return host;
}

DeviceInfo describeDisk(const std::string& folder) {
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Disk";
    std::error_code failure;
    std::filesystem::path place = std::filesystem::absolute(folder, failure);
    while (!std::filesystem::exists(place, failure) && place.has_relative_path()) {
        place = place.parent_path();  // the folder will be made there
    }
    const std::filesystem::space_info space = std::filesystem::space(place, failure);
    if (!failure && space.capacity > 0) {
        disk.capacity = space.capacity;
        disk.usedByOthers = space.capacity - std::min(space.capacity, space.available);
    }
    return disk;
}

std::string defaultOffloadParent() {
    return temporaryFolder();
}

std::string hostName(std::uint64_t capacity) {
    return formatSize(capacity) + " RAM";
}

void overrideCapacity(DeviceInfo& device, std::uint64_t bytes) {
    if (!device.presentBytes) {
        device.presentBytes = device.capacity;
    }
    device.capacity = bytes;
    device.usedByOthers = 0;
    if (device.id == DeviceId::disk()) {
        device.name = "Disk";  // a folder of this machine says nothing about another
    } else if (device.name != "CPU") {
        device.name = hostName(bytes);
    }
}

void resetCapacity(DeviceInfo& device) {
    if (!device.presentBytes) {
        return;
    }
    const bool isDisk = device.id == DeviceId::disk();
    const bool hasName = !isDisk && device.name != "CPU";
    device = isDisk ? describeDisk(defaultOffloadParent()) : describeHost(readHostMemory());
    if (hasName && device.capacity) {
        device.name = hostName(*device.capacity);
    }
}

bool exceedsThisMachine(const DeviceInfo& device) {
    return device.presentBytes && device.capacity && *device.capacity > *device.presentBytes;
}

std::optional<Message> plannedOnlyReason(std::span<const DeviceInfo> devices) {
    std::vector<Message> has;
    for (const DeviceInfo& device : devices) {
        if (exceedsThisMachine(device)) {
            const std::string wanted = formatSize(*device.capacity);
            const std::string present = formatSize(*device.presentBytes);
            has.push_back(device.id.kind == DeviceKind::Disk
                              ? say("%1 of disk space (this machine has %2)", wanted, present)
                              : say("%1 of RAM (this machine has %2)", wanted, present));
        }
    }
    if (has.empty()) {
        return std::nullopt;
    }
    Message all = has.front();
    for (std::size_t i = 1; i < has.size(); ++i) {
        all = say("%1 and %2", all, has[i]);
    }
    return say(
        "The plan is for another machine, with %1. On this machine, the model can be planned and "
        "estimated, but not loaded.",
        all);
}

}  // namespace stowage
