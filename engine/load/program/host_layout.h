// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/program/load_program.h"

#include <cstdint>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// Reading over a gap below this size is cheaper than a second read.
inline constexpr std::uint64_t kMergedGap = std::uint64_t{64} << 10U;

/// Neighbouring tensors of one shard that are read as if they were one.
struct ReadRange {
    std::uint32_t shard = 0;
    std::uint64_t offset = 0;            ///< in the file
    std::uint64_t length = 0;            ///< gaps included
    std::vector<std::uint32_t> tensors;  ///< indices into LoadSchedule::tensors, by offset, apart
};

/// Every scheduled tensor that has bytes and lies in C order, by file and offset.
[[nodiscard]] std::vector<std::uint32_t> contiguousByOffset(const LoadSchedule& schedule);

/// Merges tensors, given by file and offset, where gaps are below kMergedGap. A tensor that
/// overlaps the one before it begins a range of its own.
[[nodiscard]] std::vector<ReadRange> mergeNeighbours(const LoadSchedule& schedule,
                                                     const std::vector<std::uint32_t>& tensors);

/// A range of a file and its place in an arena. Both offsets are congruent modulo 4 KiB, and no
/// block of 4 KiB of the arena holds bytes of two runs, so that direct I/O can read whole blocks.
struct HostRun {
    ReadRange range;
    std::uint32_t arena = 0;
    std::uint64_t arenaOffset = 0;  ///< where the range's first byte lies
};

struct HostPlace {
    std::uint32_t arena = kNone;  ///< none: the tensor is allocated alone
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// How the weights that a `streamed` load brings to the CPU lie in host memory: one arena a shard,
/// in which they lie as in the file, so that one read brings many of them.
struct HostLayout {
    std::vector<std::uint64_t> arenaBytes;
    std::vector<HostRun> runs;
    std::vector<HostPlace> places;  ///< by scheduled tensor
};

/// Left out are tensors that cannot lie as in the file: those that are cast, not in C order, at an
/// odd address for their dtype, or that overlap another one; and shards with less than 1 MiB, for
/// which pages of their own would be a waste.
[[nodiscard]] HostLayout layOutHost(const LoadSchedule& schedule);

/// True where any weight changes its dtype on its way, for which half of the ring is needed.
[[nodiscard]] bool castsAny(const LoadSchedule& schedule);

/// True where any weight goes to a real card, which copies while the processor reads.
[[nodiscard]] bool fillsCards(const LoadSchedule& schedule);

/// Of the staging ring.
[[nodiscard]] std::uint64_t stagingBytes(const LoadSchedule& schedule);

/// Bytes of the staging ring that a `streamed` load writes to, or a card has page-locked: none
/// where every weight is read straight to its place on the CPU.
[[nodiscard]] std::uint64_t stagingUse(const LoadSchedule& schedule);

}  // namespace stowage
