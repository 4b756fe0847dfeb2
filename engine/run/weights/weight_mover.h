// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/page_cache.h"
#include "engine/base/random_access_file.h"
#include "engine/device/device_memory.h"
#include "engine/load/execute/loaded_model.h"
#include "engine/load/staging_ring.h"
#include "engine/telemetry/timeline.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Memory of the host in which offloaded weights lie while they are used. What one tensor has left
/// serves the next of its size, because new pages cost as much as the read that fills them. It
/// holds no more than was in use at once, and the largest tensor's beside; what is not in use goes
/// with it. Thread-safe.
class WeightMemory {
public:
    WeightMemory();
    ~WeightMemory();
    WeightMemory(const WeightMemory&) = delete;
    WeightMemory& operator=(const WeightMemory&) = delete;

    /// Memory of `host`, always the same device; of more than a few pages it begins on one. It may
    /// outlive this object. Error: OutOfMemory.
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> take(DeviceMemory& host,
                                                             std::uint64_t bytes,
                                                             std::string_view owner);

private:
    class BufferPool;
    std::shared_ptr<BufferPool> m_pool;
};

/// How often offloaded weights are read from disk.
enum class DiskUse {
    Once,   ///< what the page cache lacks is read past it: sooner there, and nothing else leaves it
    Again,  ///< through the page cache, where the next pass finds it
};

/// Whether so many bytes of files may stay in the page cache for the next pass: half of the memory
/// that machine and control group have for files is given to them, without `promised` bytes that
/// others are about to take.
[[nodiscard]] bool filesStayCached(std::uint64_t bytes, std::uint64_t promised = 0);

/// The file of one offloaded tensor: its bytes alone, in C order.
class WeightFile {
public:
    /// `bytes`: the tensor's; `name`: for errors.
    /// Errors: those of RandomAccessFile::open; Truncated where the file has another length.
    [[nodiscard]] static Result<WeightFile> open(const std::string& path, const std::string& name,
                                                 std::uint64_t bytes, DiskUse use);

    /// Fills all of `target` from `offset`. What begins on blocks of 4 KiB, on both sides, can be
    /// read past the page cache. Stops within a few milliseconds.
    /// Errors: Cancelled, Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> target,
                                    const std::stop_token& stop);

private:
    explicit WeightFile(std::shared_ptr<const RandomAccessFile> file) : m_file(std::move(file)) {}
    /// Past the page cache from here on, where the file is not in it.
    void openDirectly();
    [[nodiscard]] std::uint64_t readDirectly(std::uint64_t offset, std::span<std::byte> target);

    std::shared_ptr<const RandomAccessFile> m_file;
    std::unique_ptr<const DirectReader> m_direct;  ///< null where it is not quicker
};

/// A part of a tensor that travelled: read from disk, or carried over the link to a device.
struct WeightTransfer {
    SpanKind kind = SpanKind::HostToDevice;
    DeviceId device;  ///< for which it travelled
    std::string_view tensor;
    std::uint64_t bytes = 0;
    Timeline::Clock::time_point begin;
    Timeline::Clock::time_point end;
};
/// Told of every part, from the thread that moved it; may be empty.
using TransferSink = std::function<void(const WeightTransfer&)>;

/// A tensor on its way.
struct WeightDelivery {
    const std::string& name;
    const LoadedTensor& tensor;  ///< where it lies
    const TensorSet& tensors;    ///< of its model
    DeviceMemory& device;        ///< where it goes
    DeviceBuffer& target;        ///< of that device; as large as the tensor
    std::uint64_t bytes = 0;
    DiskUse disk = DiskUse::Again;
};

class WeightMover;

/// Movers for whoever needs one. Thread-safe.
class WeightMovers {
public:
    WeightMovers();
    ~WeightMovers();
    WeightMovers(const WeightMovers&) = delete;
    WeightMovers& operator=(const WeightMovers&) = delete;

    /// Carries a tensor from where it lies to a device. Errors: Cancelled; Truncated, which names
    /// the file; ReadFailed; those of writing to the device.
    [[nodiscard]] Result<void> deliver(const WeightDelivery& delivery, const std::stop_token& stop,
                                       const TransferSink& sink);

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<WeightMover>> m_idle;
};

/// Whether weights on the CPU that travel to a card, so many bytes in each of so many passes, are
/// page-locked first. A card copies them then at the rate of its link, without a copy by the CPU
/// before it: 50 GB/s instead of 7 on an H100 behind PCI Express 5. Locking takes most of what a
/// single pass gains, so that one does not earn it. Not more than half of the host's memory, which
/// the system could not give to anybody else.
[[nodiscard]] bool areLockedForCards(std::uint64_t bytes, std::uint64_t passes,
                                     std::optional<std::uint64_t> hostCapacity);

/// Host memory that stays page-locked for copies to a card as long as this lives, which must not be
/// longer than the memory. Movable.
class LockedWeights {
public:
    /// Locks the pages under these tensors, neighbours together. What the system refuses, as pages
    /// of a file mapped for reading, stays as it is. Blocks: 0.06 s a GiB, and a third of that to
    /// unlock (H100, PCI Express 5). Stops between two pieces.
    void lock(DeviceMemory& card, std::vector<std::span<std::byte>> tensors,
              const std::stop_token& stop);

private:
    std::vector<std::shared_ptr<void>> m_locks;
};

}  // namespace stowage
