// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

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

/// The pools of the caching allocator: requests up to 1 MiB, and all others.
enum class AllocatorPool : std::uint8_t { Small, Large };

/// A stretch of a segment, in use or free.
struct BlockSnapshot {
    std::uint64_t offset = 0;     ///< within the segment
    std::uint64_t size = 0;       ///< what it takes there
    std::uint64_t requested = 0;  ///< what was asked for; 0 where it is free
    bool active = false;
    std::string owner;  ///< the tensor's name where one was given

    /// What rounding and a rest too small to split off cost.
    [[nodiscard]] std::uint64_t waste() const { return active ? size - requested : 0; }
};

/// One segment as it was when asked for; its blocks ascend and leave no gap.
struct SegmentSnapshot {
    std::uint64_t id = 0;  ///< ascending with age, never used twice
    AllocatorPool pool = AllocatorPool::Large;
    std::uint64_t size = 0;
    std::vector<BlockSnapshot> blocks;
    /// Of an expandable segment, of which this is a stretch that is mapped (others may share its
    /// id): emptying the cache gives back whole granules of this size. 0: a segment of fixed size.
    std::uint64_t granule = 0;

    /// What emptying the cache gives back of a free block.
    [[nodiscard]] std::uint64_t cachedBytes(const BlockSnapshot& block) const;
    /// True where no block is in use: emptying the cache gives it back.
    [[nodiscard]] bool isCached() const;
};

/// What a segment map comes to.
struct SegmentMapFigures {
    std::uint64_t reserved = 0;     ///< all segments
    std::uint64_t allocated = 0;    ///< blocks in use
    std::uint64_t requested = 0;    ///< what they were asked for
    std::uint64_t waste = 0;        ///< allocated − requested
    std::uint64_t cached = 0;       ///< segments and granules without a block in use
    std::uint64_t trapped = 0;      ///< free parts of those that hold a block in use
    std::uint64_t largestFree = 0;  ///< the largest free block
    /// 1 − largest free block ÷ all free bytes: 0 where they are in one piece (or none are free),
    /// towards 1 the smaller the pieces.
    double fragmentation = 0;
};

[[nodiscard]] SegmentMapFigures figuresOf(const std::vector<SegmentSnapshot>& segments);

/// One flat object under torch.cuda.memory_stats' own keys.
[[nodiscard]] nlohmann::ordered_json allocatorStatisticsJson(const AllocatorCounters& counters);

/// {"reserved", "allocated", "requested", "waste", "cached", "trapped", "largest_free",
/// "fragmentation", "segments": [{"id", "pool", "size", "blocks": [{"offset", "size", "requested",
/// "state", "owner"?}], "is_expandable"?}]}; pool, state and is_expandable, which is there where it
/// is true, as in torch.cuda.memory_snapshot.
[[nodiscard]] nlohmann::ordered_json segmentMapJson(const std::vector<SegmentSnapshot>& segments);

}  // namespace stowage
