// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/allocator_model.h"
#include "engine/device/device_info.h"
#include "engine/device/memory_arena.h"
#include "engine/device/segment_map.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stowage {

/// Live memory of one device: gives its bytes back when it is destroyed.
class DeviceBuffer {
public:
    virtual ~DeviceBuffer() = default;
    /// Address for tensors on that device. For simulated GPUs and the CPU the host can touch it.
    [[nodiscard]] virtual std::byte* data() const = 0;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// The device whose memory this is, as the memory itself knows; nothing where it does not.
    [[nodiscard]] virtual std::optional<DeviceId> device() const { return std::nullopt; }
};

/// One device that can hold tensors: a simulated GPU, the CPU, later a CUDA card.
/// Thread-safe.
class DeviceMemory {
public:
    virtual ~DeviceMemory() = default;
    /// The device as it is now. The reference stays good, and its content the same, as long as the
    /// device lives: a change of the memory used by others is seen by the next call.
    [[nodiscard]] virtual const DeviceInfo& info() const = 0;
    /// Errors: DeviceOutOfMemory, OutOfMemory, DeviceLost.
    [[nodiscard]] virtual Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) = 0;
    /// As allocate(); `owner`, a tensor's name, is shown in the segment map and in errors.
    [[nodiscard]] virtual Result<std::shared_ptr<DeviceBuffer>> allocateFor(std::uint64_t bytes,
                                                                            std::string_view owner);
    /// Memory for many tensors at once, `bytes` of it; null where the device has none of the kind,
    /// then each tensor is allocated alone. Error: OutOfMemory.
    [[nodiscard]] virtual Result<std::shared_ptr<MemoryArena>> makeArena(std::uint64_t bytes,
                                                                         HostMemoryUse use);
    /// Host to device; a link limit is kept here. Errors: Cancelled, DeviceLost.
    [[nodiscard]] virtual Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                                             std::span<const std::byte> source,
                                             std::stop_token stop) = 0;
    /// Copies all of `source`, which lies on this device too, to the start of `target`; no link
    /// is crossed. Errors: Cancelled, DeviceLost.
    [[nodiscard]] virtual Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                                  std::stop_token stop) = 0;
    [[nodiscard]] virtual AllocatorStatistics statistics() const = 0;
    /// As torch.cuda.memory_stats. A device without pools only fills in what statistics() knows.
    [[nodiscard]] virtual AllocatorCounters counters() const;
    /// Every segment with its blocks, taken at one moment; empty for a device without segments.
    [[nodiscard]] virtual std::vector<SegmentSnapshot> segments() const;
    virtual void resetPeaks() = 0;
    /// Gives segments without a live block back; their pages are gone when it returns.
    virtual void emptyCache() = 0;
    /// What other programs hold of a simulated GPU, from now on. Legal below what is reserved
    /// already: then the next segment fails. Errors: Unsupported where the system says it,
    /// InvalidArgument above the capacity, DeviceLost.
    [[nodiscard]] virtual Result<void> setUsedByOthers(std::uint64_t bytes);
    /// True where reads from a file may go straight into data() (host memory).
    [[nodiscard]] virtual bool isHost() const = 0;
};

}  // namespace stowage
