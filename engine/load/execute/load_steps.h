// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_job.h"
#include "engine/load/execute/load_monitor.h"
#include "engine/load/execute/placed_model.h"
#include "engine/load/ram_limit.h"
#include "engine/load/staging_ring.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

namespace stowage {

class HostArenas;
class PerTensorFiles;
struct LoadProgram;
struct ProgramBuffer;
struct ScheduledTensor;
struct StoredTensor;

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

/// Makes the places of all tensors whose turn (turnsOf) is not after `turn`, as far as they are not
/// made, and perhaps those up to `ahead`: where another thread makes places meanwhile, the caller
/// waits for its own alone. From any thread.
using MakePlaces = std::function<Result<void>(std::uint32_t turn, std::uint32_t ahead)>;

/// The parallel part of `streamed`: workers claim ranges of the files, by the turns of what lies in
/// them, and bring them straight to the places, which are made a little before. The first part of a
/// large load, where no cache holds it, is read in several ways to choose the fastest. How it was
/// read is noted in the monitor.
/// Errors: Cancelled, OutOfMemory, Truncated, ReadFailed, DiskFull, WriteFailed, those of
/// makePlaces.
[[nodiscard]] Result<void> readInBulk(const LoadWork& work, const StagingRing& ring,
                                      const HostArenas& arenas, const MakePlaces& makePlaces);

/// Runs a program over real memory and files, step by step; BulkRead alone works in parallel.
/// Between any two steps, and every few MiB inside of one, it waits while paused and stops when
/// asked to. What it allocated goes with it unless it became a tensor's place.
/// Errors: Cancelled, DeviceOutOfMemory and OutOfMemory (with the tensor, the device, what was
/// needed and what is free), Truncated, ReadFailed, DiskFull, WriteFailed, Unsupported.
[[nodiscard]] Result<void> runProgram(const LoadWork& work, const LoadProgram& program);

/// Holds every loaded byte, dtype and shape, in memory and in the offload folder, against the
/// checkpoint's files read a second time; the checksum that ATen computes where a tensor lies
/// against that of the bytes in the file; each tensor's memory must be its planned device's. Fills
/// verified, verifyFailure (the first difference), audit, sha256 and, if asked for, digests. Needs
/// a few MiB. Errors: Cancelled and failures of reading; a difference is not an error here.
[[nodiscard]] Result<void> verifyLoad(const LoadWork& work, LoadReport& report);

/// The error of an allocation with the tensor that it was for, what that needs and what is free.
/// Where memory ran out, the monitor is told, so that the outcome can give advice.
[[nodiscard]] Unexpected refusedAllocation(const LoadWork& work, const ProgramBuffer& wanted,
                                           Error error);

/// The outcome of a step for `tensor`, or for none (kNone). Where it was the host that had no
/// memory, or the RAM limit no room, it names the tensor, and the monitor is told.
[[nodiscard]] Result<void> hostShort(const LoadWork& work, std::uint32_t tensor,
                                     Result<void> outcome);

}  // namespace stowage
