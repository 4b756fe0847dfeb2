// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/allocator_statistics.h"
#include "engine/device/segment_map.h"

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace stowage {

/// One live allocation of the model.
struct ModelBlock {
    std::uint64_t id = 0;       ///< for free()
    std::uint64_t segment = 0;  ///< which segment it lies in
    std::uint64_t offset = 0;   ///< within the segment
    std::uint64_t size = 0;     ///< what counts as allocated: rounded, unsplit rest included
};

/// A segment that came or went with the last call; the back end maps or unmaps pages for it.
struct SegmentChange {
    enum class Kind { Created, Released };
    Kind kind = Kind::Created;
    std::uint64_t segment = 0;
    std::uint64_t size = 0;
};

/// PyTorch's CUDA caching allocator as arithmetic, after spec memory.md §1: rounding to 512,
/// small and large pools, best fit, split, merge, cached segments released when full.
/// Pure and deterministic; the planner predicts with it, the simulated device runs on it.
/// Not thread-safe.
class AllocatorModel {
public:
    /// `limitBytes`: reserved may not exceed it (capacity − context − used by others).
    explicit AllocatorModel(std::uint64_t limitBytes = std::numeric_limits<std::uint64_t>::max());

    /// Error: DeviceOutOfMemory with the numbers. A request of 0 bytes takes nothing and is legal.
    /// `owner`: the tensor it is for, shown in the segment map.
    [[nodiscard]] Result<ModelBlock> allocate(std::uint64_t bytes, std::string_view owner = {});
    void free(std::uint64_t blockId);
    /// Releases every segment that holds no live block.
    void emptyCache();
    void resetPeaks();
    /// Takes effect at once. A limit below what is reserved takes nothing away: the next request
    /// that needs a segment fails unless emptying the cache makes room.
    void setLimit(std::uint64_t limitBytes) { m_limit = limitBytes; }
    [[nodiscard]] std::uint64_t limit() const { return m_limit; }
    /// Does what a request without room does: empties the cache and counts as out of memory.
    void failRequest();

    [[nodiscard]] const AllocatorStatistics& statistics() const { return m_statistics; }
    [[nodiscard]] const AllocatorCounters& counters() const { return m_counters; }
    /// Every segment, oldest first.
    [[nodiscard]] std::vector<SegmentSnapshot> segments() const;
    /// Segments that came or went since the last call of this function, in order.
    [[nodiscard]] std::vector<SegmentChange> takeSegmentChanges();

private:
    struct Block {
        std::uint64_t segment = 0;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        bool free = false;
        std::uint64_t requested = 0;
        std::string owner{};
    };
    struct Segment {
        std::uint64_t size = 0;
        bool smallPool = false;
        std::map<std::uint64_t, std::uint64_t> blocksByOffset;  ///< offset → block id
    };
    /// (size, segment, offset, block id): the best fit is the first one not smaller.
    using FreeKey = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

    std::uint64_t takeFreeBlock(std::uint64_t size, bool smallPool);
    std::uint64_t addSegment(std::uint64_t segmentSize, bool smallPool);
    void splitBlock(std::uint64_t blockId, std::uint64_t size, bool smallPool);
    [[nodiscard]] bool isWholeSegment(const Block& block) const;
    void countAllocated(const Block& block, bool smallPool);
    void countFreed(const Block& block, bool smallPool);
    void countInactiveSplit(const Block& block, bool smallPool, bool appears);

    std::uint64_t m_limit;
    AllocatorStatistics m_statistics;
    AllocatorCounters m_counters;
    std::map<std::uint64_t, Block> m_blocks;
    std::map<std::uint64_t, Segment> m_segments;
    std::set<FreeKey> m_freeSmall;
    std::set<FreeKey> m_freeLarge;
    std::vector<SegmentChange> m_changes;
    std::uint64_t m_nextBlock = 1;
    std::uint64_t m_nextSegment = 1;
};

}  // namespace stowage
