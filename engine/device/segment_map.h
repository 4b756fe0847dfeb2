// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stowage {

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

    /// True where no block is in use: emptying the cache gives it back.
    [[nodiscard]] bool isCached() const;
};

/// What a segment map comes to.
struct SegmentMapFigures {
    std::uint64_t reserved = 0;     ///< all segments
    std::uint64_t allocated = 0;    ///< blocks in use
    std::uint64_t requested = 0;    ///< what they were asked for
    std::uint64_t waste = 0;        ///< allocated − requested
    std::uint64_t cached = 0;       ///< segments without a block in use
    std::uint64_t trapped = 0;      ///< free parts of segments that hold a block in use
    std::uint64_t largestFree = 0;  ///< the largest free block
    /// 1 − largest free block ÷ all free bytes: 0 where they are in one piece (or none are free),
    /// towards 1 the smaller the pieces.
    double fragmentation = 0;
};

[[nodiscard]] SegmentMapFigures figuresOf(const std::vector<SegmentSnapshot>& segments);

}  // namespace stowage
