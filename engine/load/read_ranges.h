// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stowage {

/// Reading over a gap below this size is cheaper than a second read.
inline constexpr std::uint64_t kMergedGap = std::uint64_t{64} << 10U;

/// Neighbouring tensors of one shard that are read as if they were one.
struct ReadRange {
    std::uint32_t shard = 0;
    std::uint64_t offset = 0;            ///< in the file
    std::uint64_t length = 0;            ///< gaps included
    std::vector<std::uint32_t> tensors;  ///< indices into LoadSchedule::tensors, by offset, apart
};

/// Where a scheduled tensor is stored.
[[nodiscard]] const StoredTensor& storedOf(const LoadSchedule& schedule, std::uint32_t scheduled);

/// Every scheduled tensor that has bytes and lies in C order, by file and offset.
[[nodiscard]] std::vector<std::uint32_t> contiguousByOffset(const LoadSchedule& schedule);

/// Merges tensors, given by file and offset, where gaps are below kMergedGap. A tensor that
/// overlaps the one before it begins a range of its own.
[[nodiscard]] std::vector<ReadRange> mergeNeighbours(const LoadSchedule& schedule,
                                                     const std::vector<std::uint32_t>& tensors);

}  // namespace stowage
