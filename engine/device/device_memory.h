// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/allocator_model.h"
#include "engine/device/device_info.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace stowage {

/// Live memory of one device: gives its bytes back when it is destroyed.
class DeviceBuffer {
public:
    virtual ~DeviceBuffer() = default;
    /// Address for tensors on that device. For simulated GPUs and the CPU the host can touch it.
    [[nodiscard]] virtual std::byte* data() const = 0;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
};

/// One device that can hold tensors: a simulated GPU, the CPU, later a CUDA card.
/// Thread-safe.
class DeviceMemory {
public:
    virtual ~DeviceMemory() = default;
    [[nodiscard]] virtual const DeviceInfo& info() const = 0;
    /// Errors: DeviceOutOfMemory, OutOfMemory.
    [[nodiscard]] virtual Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) = 0;
    /// Host to device; a link limit is kept here. Error: Cancelled.
    [[nodiscard]] virtual Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                                             std::span<const std::byte> source,
                                             std::stop_token stop) = 0;
    /// Copies all of `source`, which lies on this device too, to the start of `target`; no link
    /// is crossed. Error: Cancelled.
    [[nodiscard]] virtual Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                                  std::stop_token stop) = 0;
    [[nodiscard]] virtual AllocatorStatistics statistics() const = 0;
    virtual void resetPeaks() = 0;
    virtual void emptyCache() = 0;
    /// True where reads from a file may go straight into data() (host memory).
    [[nodiscard]] virtual bool isHost() const = 0;
};

}  // namespace stowage
