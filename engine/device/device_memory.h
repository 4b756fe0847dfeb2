// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/allocator_model.h"
#include "engine/device/allocator_statistics.h"
#include "engine/device/device_info.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stowage {

class DeviceBuffer;

/// Whether the host memory of a load may be memory that an earlier one has used.
enum class HostMemoryUse {
    /// New pages, given back to the system when the last tensor over them goes: the default, so
    /// that figures before a load and after it are those of a process that never loaded.
    Fresh,
    /// Taken from the host device's pool where a fitting arena lies there, and put back into it
    /// when the last tensor goes: a second load then writes to pages that exist already. The
    /// pool keeps at most half of the machine's memory, the oldest arenas go first; what it
    /// holds counts as reserved, not as allocated, and DeviceMemory::emptyCache() of the host
    /// gives it back. A load with Fresh does not touch it.
    Reused,
};

/// Memory of one device for many tensors at once. Thread-safe.
class MemoryArena {
public:
    virtual ~MemoryArena() = default;
    /// All of it; begins on a huge page where the device is the host.
    [[nodiscard]] virtual std::span<std::byte> bytes() const = 0;
    /// Bytes that were there already, because they come from a pool.
    [[nodiscard]] virtual std::uint64_t reusedBytes() const = 0;
    /// A tensor's part. It owns a share of the arena, which goes with the last share; it counts
    /// as allocated as long as it lives. Errors: those of DeviceMemory::allocateFor.
    [[nodiscard]] virtual Result<std::shared_ptr<DeviceBuffer>> take(std::uint64_t offset,
                                                                     std::uint64_t bytes,
                                                                     std::string_view owner) = 0;
};

/// Live memory of one device: gives its bytes back when it is destroyed.
class DeviceBuffer {
public:
    virtual ~DeviceBuffer() = default;
    /// Address for tensors on that device. The host may touch it only where the device says so
    /// (DeviceMemory::isHostAddressable): on simulated GPUs and the CPU.
    [[nodiscard]] virtual std::byte* data() const = 0;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// The device whose memory this is, as the memory itself knows; nothing where it does not.
    [[nodiscard]] virtual std::optional<DeviceId> device() const { return std::nullopt; }
    /// Error: Truncated, ReadFailed or Malformed where the bytes are pages of a file that was
    /// changed since: they are no longer what was loaded.
    [[nodiscard]] virtual Result<void> check() const { return {}; }
};

/// Writes to one device that go on while their caller does something else. Used by one thread at a
/// time; whoever lets it go waits for what is under way.
class WriteQueue {
public:
    virtual ~WriteQueue() = default;
    /// As DeviceMemory::write, but `source` must stay as it is, and `target` there, until finish()
    /// has returned.
    [[nodiscard]] virtual Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                                             std::span<const std::byte> source,
                                             std::stop_token stop) = 0;
    /// Waits until everything has arrived. Error: DeviceLost.
    [[nodiscard]] virtual Result<void> finish() = 0;
};

/// One device that can hold tensors: a simulated GPU, the CPU, a CUDA card.
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
    /// For writes out of page-locked memory (pinHost) that overlap other work; null where the
    /// device has none: a write then takes the thread that calls it. The device must outlive it.
    [[nodiscard]] virtual std::unique_ptr<WriteQueue> makeWriteQueue() { return nullptr; }
    /// Puts pages behind that part of `target`, which is about to be written: quicker ahead than on
    /// the way. What fails is left to the write. From any thread, beside writes.
    virtual void makePages(DeviceBuffer& target, std::uint64_t offset, std::uint64_t size);
    /// Copies all of `source`, which lies on this device too, to the start of `target`; no link
    /// is crossed. Errors: Cancelled, DeviceLost.
    [[nodiscard]] virtual Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                                  std::stop_token stop) = 0;
    [[nodiscard]] virtual AllocatorStatistics statistics() const = 0;
    /// As torch.cuda.memory_stats. A device without pools only fills in what statistics() knows.
    [[nodiscard]] virtual AllocatorCounters counters() const;
    /// Every segment with its blocks, taken at one moment; empty for a device without segments.
    [[nodiscard]] virtual std::vector<SegmentSnapshot> segments() const;
    /// The caching allocator as it is now, to predict what comes next; nothing where it
    /// cannot be told (the host, a real card).
    [[nodiscard]] virtual std::optional<AllocatorModel> allocatorState() const;
    virtual void resetPeaks() = 0;
    /// Gives segments without a live block back; their pages are gone when it returns.
    virtual void emptyCache() = 0;
    /// What other programs hold of a simulated GPU, from now on. Legal below what is reserved
    /// already: then the next segment fails. Errors: Unsupported where the system says it,
    /// InvalidArgument above the capacity, DeviceLost.
    [[nodiscard]] virtual Result<void> setUsedByOthers(std::uint64_t bytes);
    /// True where reads from a file may go straight into data() (host memory).
    [[nodiscard]] virtual bool isHost() const = 0;
    /// True where the host can touch data(): the CPU and simulated GPUs, whose bytes lie in this
    /// machine's memory. Elsewhere data() is an address for the device alone.
    [[nodiscard]] virtual bool isHostAddressable() const { return true; }
    /// Device to host: copies target.size() bytes of `source`, from `offset` on.
    /// Errors: Cancelled, DeviceLost.
    [[nodiscard]] virtual Result<void> readBack(const DeviceBuffer& source, std::uint64_t offset,
                                                std::span<std::byte> target,
                                                std::stop_token stop) const;
    /// Makes host memory fit for fast transfers (page-locked) until the returned token goes, which
    /// must be before the memory does. Null where that would change nothing or is refused: write()
    /// then goes through buffers of its own.
    [[nodiscard]] virtual std::shared_ptr<void> pinHost(std::span<std::byte> memory);
    /// Asks the system again what others use and what the context takes; info() tells it from then
    /// on. Cheap enough for every sample. Nothing to do where we decide it ourselves.
    virtual void refresh() {}
    /// Bytes per second of plain copies of page-locked host memory to the device, measured now
    /// (some 20 ms, and some 64 MiB on each side). Error: Unsupported but for real devices.
    [[nodiscard]] virtual Result<double> measureLink();
};

/// DeviceOutOfMemory for a request of `bytes` that `allocator` refused after emptying its cache:
/// what was asked for and for whom, what is free, who holds the rest, and whether free pieces
/// inside segments would have sufficed had they been in one. `key` is the owner.
[[nodiscard]] Error outOfMemoryError(const DeviceInfo& device, const AllocatorModel& allocator,
                                     std::uint64_t bytes, std::string_view owner);

}  // namespace stowage
