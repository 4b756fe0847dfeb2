// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_sim/simulated_faults.h"
#include "engine/device/device_memory.h"

#include <memory>
#include <vector>

namespace stowage {

/// A simulated GPU: AllocatorModel over real pages of a memfd, mapped shared, so that its weights
/// show in RssShmem and st_blocks and never in anonymous memory. Pages come when written and go
/// when the cache is emptied. Capacity, context and memory used by others limit it as a real card.
/// `faults` count from the start. Errors: OutOfMemory where no memfd or mapping can be had.
[[nodiscard]] Result<std::shared_ptr<DeviceMemory>> makeSimulatedGpu(
    const DeviceInfo& info, const SimulatedFaults& faults = {});

/// Orders other faults, counted from now; none for `{}`, though a lost device stays lost. Safe
/// while a load runs. Error: InvalidArgument where `gpu` is not a simulated GPU.
[[nodiscard]] Result<void> orderFaults(DeviceMemory& gpu, const SimulatedFaults& faults);

/// The host as a device: anonymous memory, huge pages where the kernel gives them; small tensors
/// share a mapping. `info.capacity` limits nothing: the kernel does.
[[nodiscard]] std::shared_ptr<DeviceMemory> makeHostDevice(const DeviceInfo& info);

/// Every GPU (simulated) and the CPU of `devices`; disk is skipped.
[[nodiscard]] Result<std::vector<std::shared_ptr<DeviceMemory>>> makeDevices(
    const std::vector<DeviceInfo>& devices);

}  // namespace stowage
