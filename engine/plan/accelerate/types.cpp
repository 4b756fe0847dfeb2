// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/types.h"

namespace stowage {

DeviceKey DeviceKey::fromText(const std::string& text) {
    if (text == "mps") {
        return {Kind::Mps, 0, {}};
    }
    if (text == "cpu") {
        return {Kind::Cpu, 0, {}};
    }
    if (text == "disk") {
        return {Kind::Disk, 0, {}};
    }
    return {Kind::Other, 0, text};
}

DeviceKey DeviceKey::fromDevice(DeviceId device) {
    return device.isGpu() ? gpu(device.index) : fromText(deviceName(device));
}

std::optional<DeviceId> DeviceKey::device() const {
    switch (kind) {
        case Kind::Index:
            if (index < 0) {
                return std::nullopt;
            }
            return DeviceId::gpu(static_cast<std::uint32_t>(index));
        case Kind::Cpu:
            return DeviceId::cpu();
        case Kind::Disk:
            return DeviceId::disk();
        case Kind::Mps:
        case Kind::Other:
            break;
    }
    return std::nullopt;
}

std::string DeviceKey::text() const {
    switch (kind) {
        case Kind::Index:
            return std::to_string(index);
        case Kind::Mps:
            return "mps";
        case Kind::Cpu:
            return "cpu";
        case Kind::Disk:
            return "disk";
        case Kind::Other:
            break;
    }
    return other;
}

std::string DeviceKey::representation() const {
    return isIndex() ? text() : "'" + text() + "'";
}

const std::string& itemName(const ModuleTree& tree, TreeItem item) {
    return item.isTensor ? tree.tensor(item.tensor()).name : tree.path(item.module());
}

}  // namespace stowage
