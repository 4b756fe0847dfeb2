// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_probe.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

bool hasNvidiaDriver() {
    std::error_code failure;
    // The second is what WSL has.
    return std::filesystem::exists("/dev/nvidiactl", failure) ||
           std::filesystem::exists("/dev/dxg", failure);
}

Result<std::vector<DeviceInfo>> describeCards(const NvmlLibrary& nvml, std::uint64_t contextBytes) {
    const Result<std::vector<NvmlCard>> cards = nvml.cards();
    if (!cards) {
        return cards.unexpected();
    }
    std::vector<DeviceInfo> devices;
    for (const NvmlCard& card : *cards) {
        DeviceInfo device;
        device.id = DeviceId::gpu(static_cast<std::uint32_t>(devices.size()));
        device.name = card.name;
        device.uuid = card.uuid;
        device.capacity = card.total;
        device.context = std::min(contextBytes, card.total.value_or(contextBytes));
        if (card.total && card.free) {
            device.usedByOthers = *card.total - std::min(*card.total, *card.free);
        }
        devices.push_back(std::move(device));
    }
    return devices;
}

}  // namespace stowage
