// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/device/host_memory.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace stowage {

/// The host's memory as a device. Its capacity is what machine and cgroup have at most, what is
/// not available counts as used by others; unknown figures stay unknown.
[[nodiscard]] DeviceInfo describeHost(const HostMemory& memory);

/// The file system that holds `folder`, which need not be there yet, as a device: its size, and
/// what of it is not free for a user counts as used by others; unknown figures stay unknown.
[[nodiscard]] DeviceInfo describeDisk(const std::string& folder);

/// Where offloaded weights go unless a folder is given: the folder of temporary files.
[[nodiscard]] std::string defaultOffloadParent();

/// "32.00 GiB RAM": the host under the name that people know it by.
[[nodiscard]] std::string hostName(std::uint64_t capacity);

/// Gives the CPU or the disk the capacity of a machine that is planned for, all of it free. What
/// this machine has is remembered, however often it is given.
void overrideCapacity(DeviceInfo& device, std::uint64_t bytes);
/// Takes back what overrideCapacity() gave: this machine's own again, as it is now.
void resetCapacity(DeviceInfo& device);

/// True where the device was given more than this machine has.
[[nodiscard]] bool exceedsThisMachine(const DeviceInfo& device);

/// Why a plan on these devices is planned and estimated but not loaded: the machine that they
/// belong to is not this one. Nothing where it is.
[[nodiscard]] std::optional<Message> plannedOnlyReason(std::span<const DeviceInfo> devices);

}  // namespace stowage
