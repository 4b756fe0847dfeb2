// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"
#include "engine/device/host_memory.h"

#include <memory>
#include <vector>

namespace stowage {

/// One device at one moment.
struct DeviceUse {
    DeviceInfo device;  ///< with what other programs held then
    AllocatorStatistics memory;
};

/// Every device, the process and the machine at one moment: what stands on the device cards.
struct MemorySnapshot {
    std::vector<DeviceUse> devices;  ///< GPUs and the CPU, in the order they were given in
    ProcessMemory process;
    HostMemory machine;

    /// Null where that device is not among them.
    [[nodiscard]] const DeviceUse* find(DeviceId device) const;
};

/// Asks every device and the system. Thread-safe; about a millisecond, and it may wait for a
/// device that is giving pages back: meant for a worker.
[[nodiscard]] MemorySnapshot takeSnapshot(
    const std::vector<std::shared_ptr<DeviceMemory>>& devices);

/// A command that changed what devices hold, and what it changed.
struct MemoryChange {
    enum class Command { Unload, EmptyCache, ResetPeaks, SetOthers };
    Command command = Command::Unload;
    MemorySnapshot before;
    MemorySnapshot after;
};

}  // namespace stowage
