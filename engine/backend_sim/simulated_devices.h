// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// A link that turns slow.
struct SlowLinkFault {
    double factor = 0.1;  ///< of the link's rate; of LinkThrottle::kReferenceRate where unlimited
    std::uint64_t afterBytes = 0;  ///< bytes that still pass at full speed
};

/// Faults to order from a simulated GPU. Everything counts from the moment of the order; requests
/// of 0 bytes do not count.
struct SimulatedFaults {
    std::optional<std::uint64_t> outOfMemoryAt;     ///< this allocation fails; 1 is the next one
    std::optional<SlowLinkFault> slowLink;          ///< stays slow until other faults are ordered
    std::optional<std::uint64_t> lostAtAllocation;  ///< the device vanishes here; 1 is the next one
    std::optional<std::uint64_t> lostAfterBytes;  ///< vanishes when so much is written; 0: at once
};

/// A simulated GPU: AllocatorModel over real pages of a memfd, mapped shared, so that its weights
/// show in RssShmem and st_blocks and never in anonymous memory. Pages come when written and go
/// when the cache is emptied. Capacity, context and memory used by others limit it as a real card.
/// `faults` count from the start. Errors: OutOfMemory where no memfd or mapping can be had.
[[nodiscard]] Result<std::shared_ptr<DeviceMemory>> makeSimulatedGpu(
    const DeviceInfo& info, const SimulatedFaults& faults = {});

/// Orders other faults, counted from now; none for `{}`, though a lost device stays lost. Safe
/// while a load runs. Error: InvalidArgument where `gpu` is not a simulated GPU.
[[nodiscard]] Result<void> injectFaults(DeviceMemory& gpu, const SimulatedFaults& faults);

/// The host as a device: anonymous memory, huge pages where the kernel gives them; small tensors
/// share a mapping. `info.capacity` limits nothing: the kernel does.
[[nodiscard]] std::shared_ptr<DeviceMemory> makeHostDevice(const DeviceInfo& info);

/// Every GPU (simulated) and the CPU of `devices`; disk is skipped.
[[nodiscard]] Result<std::vector<std::shared_ptr<DeviceMemory>>> makeDevices(
    const std::vector<DeviceInfo>& devices);

}  // namespace stowage
