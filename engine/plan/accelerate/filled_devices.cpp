// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/filled_devices.h"

#include <algorithm>
#include <string>

namespace stowage {

FilledDevices::FilledDevices(const MaxMemory& budgets) {
    for (const auto& [key, bytes] : budgets) {
        const bool isDisk = key.kind == DeviceKey::Kind::Disk;
        m_devices.push_back({key, isDisk ? std::nullopt : std::optional(bytes)});
    }
    const auto has = [this](DeviceKey::Kind kind) {
        return std::ranges::find_if(
            m_devices, [kind](const FilledDevice& device) { return device.key.kind == kind; });
    };
    if (has(DeviceKey::Kind::Disk) == m_devices.end()) {
        m_devices.push_back({DeviceKey::fromText("disk"), std::nullopt});
    }
    if (const auto mps = has(DeviceKey::Kind::Mps); mps != m_devices.end()) {
        mps->isMain = true;
        return;
    }
    if (m_devices.front().key.isAccelerator()) {
        m_devices.front().isMain = true;
    }
    if (const auto cpu = has(DeviceKey::Kind::Cpu); cpu != m_devices.end()) {
        cpu->isMain = true;
    }
}

void FilledDevices::charge(const DeviceKey& key, PythonNumber size) {
    for (FilledDevice& device : m_devices) {
        if (device.key == key) {
            device.used += size;
        }
    }
}

std::vector<DeviceKey> FilledDevices::keys() const {
    std::vector<DeviceKey> keys;
    for (const FilledDevice& device : m_devices) {
        keys.push_back(device.key);
    }
    return keys;
}

std::vector<std::pair<DeviceKey, PythonNumber>> FilledDevices::reserves() const {
    std::vector<std::pair<DeviceKey, PythonNumber>> reserves;
    for (const FilledDevice& device : m_devices) {
        if (device.reserve) {
            reserves.emplace_back(device.key, *device.reserve);
        }
    }
    return reserves;
}

void FilledDevices::noteLeftovers(AccelerateNotes& notes) const {
    PythonNumber buffers;
    bool anyAccelerator = false;
    for (const FilledDevice& device : m_devices) {
        if (device.key.isAccelerator()) {
            anyAccelerator = true;
        } else {
            buffers += device.buffers;
        }
    }
    const bool fitsSomewhere =
        std::ranges::any_of(m_devices, [&buffers](const FilledDevice& device) {
            return device.key.isAccelerator() &&
                   device.budget->value >= (buffers + device.used).value;
        });
    if (buffers.value > 0 && anyAccelerator && !fitsSomewhere) {
        notes.warnings.push_back(
            "Current model requires " + buffers.text() +
            " bytes of buffer for offloaded layers, which seems does not fit any GPU's "
            "remaining memory. If you are experiencing a OOM later, please consider using "
            "offload_buffers=True.");
        notes.notices.push_back(
            {AccelerateNotice::Kind::BuffersMayNotFit, {}, buffers.value, notes.warnings.back()});
    }
    std::string minima;
    for (const FilledDevice& device : m_devices) {
        if (device.minimum) {
            minima +=
                "  - " + device.key.text() + ": " + device.minimum->text() + " bytes required\n";
        }
    }
    if (!minima.empty()) {
        notes.info(
            "Based on the current allocation process, no modules could be assigned to the "
            "following devices due to insufficient memory:\n" +
            minima +
            "These minimum requirements are specific to this allocation attempt and may vary. "
            "Consider increasing the available memory for these devices to at least the "
            "specified minimum, or adjusting the model config.");
    }
}

}  // namespace stowage
