// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_job.h"
#include "engine/load/execute/load_monitor.h"
#include "engine/load/execute/placed_model.h"
#include "engine/load/ram_limit.h"
#include "engine/load/staging_ring.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace stowage {

class PerTensorFiles;

/// What every step of a running load works with. Borrowed from runLoadJob, which outlives it.
struct LoadWork {
    const LoadSchedule& schedule;
    const LoadBackends& backends;
    const LoadOptions& options;
    const PauseGate& gate;
    std::stop_token stop;
    LoadMonitor& monitor;
    PlacedModel& model;
    const RamWatch& ram;
    const PerTensorFiles* perTensor = nullptr;  ///< where `per-tensor` had to write its files
    bool opensMeanwhile = false;                ///< LibTorch, until the weights are read

    [[nodiscard]] const ScheduledTensor& scheduled(std::uint32_t index) const;
    [[nodiscard]] const StoredTensor& stored(std::uint32_t index) const;
    [[nodiscard]] const std::string& name(std::uint32_t index) const;
    [[nodiscard]] bool isCast(std::uint32_t index) const;
    [[nodiscard]] bool isOnDisk(std::uint32_t index) const;
    /// The device that a tensor in memory goes to.
    [[nodiscard]] DeviceMemory& device(std::uint32_t index) const;
};

/// Waits while paused. Errors: Cancelled; DeviceOutOfMemory where the RAM limit is exceeded.
[[nodiscard]] Result<void> proceed(const LoadWork& work, const std::stop_token& stop);

/// Reads one range of a file into `target` and counts it. Errors: Cancelled, Truncated, ReadFailed.
[[nodiscard]] Result<void> readFrom(const LoadWork& work, const RandomAccessFile& file,
                                    std::uint64_t offset, std::span<std::byte> target,
                                    const std::stop_token& stop);

/// Reads one range of a shard into `target` and counts it. Errors: Cancelled, Truncated,
/// ReadFailed.
[[nodiscard]] Result<void> readRange(const LoadWork& work, std::uint32_t shard,
                                     std::uint64_t offset, std::span<std::byte> target,
                                     const std::stop_token& stop);

/// Brings stored bytes (C order, whole elements, from `storedOffset` of the tensor on) to the
/// tensor's place, through `castSlot` where the dtype changes.
[[nodiscard]] Result<void> deliver(const LoadWork& work, std::uint32_t index,
                                   std::uint64_t storedOffset, std::span<const std::byte> source,
                                   std::span<std::byte> castSlot, const std::stop_token& stop);

/// Fills `target` with all of a tensor in C order; one that is not contiguous is gathered from its
/// whole extent, which is read into a temporary in parts of at most kReadBytes. Errors: OutOfMemory
/// and those of readRange.
[[nodiscard]] Result<void> readGathered(const LoadWork& work, std::uint32_t index,
                                        std::span<std::byte> target);

/// Stored bytes that fit both slots of kReadBytes, before and after a cast.
[[nodiscard]] std::uint64_t partBytes(const LoadWork& work, std::uint32_t index);

}  // namespace stowage
