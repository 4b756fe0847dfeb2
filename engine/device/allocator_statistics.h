// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// The four figures that charts and predictions live on.
struct AllocatorStatistics {
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
    std::uint64_t peakAllocated = 0;
    std::uint64_t peakReserved = 0;
};

/// One counter of torch.cuda.memory_stats.
struct AllocatorCounter {
    std::uint64_t current = 0;    ///< ".current"
    std::uint64_t peak = 0;       ///< ".peak", since resetPeaks()
    std::uint64_t allocated = 0;  ///< ".allocated": everything that ever came
    std::uint64_t freed = 0;      ///< ".freed": everything that ever went

    void add(std::uint64_t amount);
    void remove(std::uint64_t amount);
    void raisePeak(const AllocatorCounter& other);
};

/// A counter for both pools together and for each.
struct AllocatorPoolCounters {
    AllocatorCounter all;    ///< ".all"
    AllocatorCounter small;  ///< ".small_pool"
    AllocatorCounter large;  ///< ".large_pool"

    void add(std::uint64_t amount, bool smallPool);
    void remove(std::uint64_t amount, bool smallPool);
    void resetPeaks();
    void raisePeaks(const AllocatorPoolCounters& other);
};

/// Everything torch.cuda.memory_stats tells, field by field under torch's own keys. With one
/// stream "active" equals "allocated"; nothing is ever oversize, as no split size is set.
struct AllocatorCounters {
    AllocatorPoolCounters allocation;          ///< "allocation": live blocks
    AllocatorPoolCounters segment;             ///< "segment": segments of the device
    AllocatorPoolCounters active;              ///< "active": live blocks
    AllocatorPoolCounters inactiveSplit;       ///< "inactive_split": free parts of split segments
    AllocatorPoolCounters allocatedBytes;      ///< "allocated_bytes"
    AllocatorPoolCounters reservedBytes;       ///< "reserved_bytes"
    AllocatorPoolCounters activeBytes;         ///< "active_bytes"
    AllocatorPoolCounters inactiveSplitBytes;  ///< "inactive_split_bytes"
    AllocatorPoolCounters requestedBytes;      ///< "requested_bytes": before rounding
    std::uint64_t allocRetries = 0;   ///< "num_alloc_retries": the cache was emptied for a request
    std::uint64_t outOfMemories = 0;  ///< "num_ooms": and it did not help

    void resetPeaks();
    /// Takes the higher peak of both, field by field: peaks over several stretches of time.
    void raisePeaks(const AllocatorCounters& other);
};

/// Keys and values as torch.cuda.memory_stats returns them, in its order (sorted by key).
[[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> torchMemoryStats(
    const AllocatorCounters& counters);

}  // namespace stowage
