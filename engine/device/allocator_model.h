// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"
#include "engine/base/result.h"
#include "engine/device/allocator_statistics.h"
#include "engine/device/device_info.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage::allocator_rules {

/// Constants of c10/cuda/CUDACachingAllocator (docs/spec/memory.md §1).
constexpr std::uint64_t kRounding = 512;
constexpr std::uint64_t kSmallRequest = kMiB;          ///< up to here: small pool
constexpr std::uint64_t kSmallSegment = 2 * kMiB;      ///< one segment of the small pool
constexpr std::uint64_t kMiddleRequest = 10 * kMiB;    ///< below: shared large segments
constexpr std::uint64_t kMiddleSegment = 20 * kMiB;    ///< one shared large segment
constexpr std::uint64_t kLargeSegmentStep = 2 * kMiB;  ///< own segments are multiples of this
constexpr std::uint64_t kSmallestSplitInSmallPool = kRounding;
constexpr std::uint64_t kLargePoolKeepsUpTo = kMiB;  ///< rests up to here are not split off
/// What rounding up can still count.
constexpr std::uint64_t kLargestRequest =
    std::numeric_limits<std::uint64_t>::max() - kMiddleSegment;

[[nodiscard]] constexpr std::uint64_t roundUp(std::uint64_t value, std::uint64_t step) {
    return (value + step - 1) / step * step;
}

/// Of a request that is rounded already.
[[nodiscard]] constexpr bool isSmall(std::uint64_t size) {
    return size <= kSmallRequest;
}

[[nodiscard]] constexpr std::uint64_t segmentSizeFor(std::uint64_t size) {
    if (isSmall(size)) {
        return kSmallSegment;
    }
    return size < kMiddleRequest ? kMiddleSegment : roundUp(size, kLargeSegmentStep);
}

/// Bytes by which an expandable segment of a pool grows and shrinks: one physical allocation.
[[nodiscard]] constexpr std::uint64_t granuleOf(bool smallPool) {
    return smallPool ? kSmallSegment : kMiddleSegment;
}

/// True where the rest of a block becomes a free block of its own: PyTorch's should_split().
[[nodiscard]] constexpr bool splitsOff(std::uint64_t rest, bool smallPool, AllocatorKind kind) {
    return smallPool || kind == AllocatorKind::ExpandableSegments
               ? rest >= kSmallestSplitInSmallPool
               : rest > kLargePoolKeepsUpTo;
}

}  // namespace stowage::allocator_rules

namespace stowage {

/// What an AllocatorModel without a limit comes to when it is only ever asked for more, as when a
/// model is moved to a device: the figures depend on the sizes of free blocks alone, so neither
/// blocks nor segments are kept. Requests that no 64-bit number can count are passed over.
/// Expandable segments have no end here, and of one in which a cache was emptied the gaps between
/// blocks stay as they are.
class AllocatorGrowth {
public:
    explicit AllocatorGrowth(AllocatorKind kind = AllocatorKind::Native) : m_kind(kind) {}
    void allocate(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t allocated() const { return m_allocated; }
    [[nodiscard]] std::uint64_t reserved() const { return m_reserved; }

private:
    friend class AllocatorModel;
    /// Sizes of free blocks, ascending, and how many there are of each.
    using FreeBlocks = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

    /// Takes the smallest block of at least `size`; 0 where there is none.
    static std::uint64_t take(FreeBlocks& blocks, std::uint64_t size);
    static void give(FreeBlocks& blocks, std::uint64_t size);
    [[nodiscard]] std::uint64_t takeNew(std::uint64_t size);

    AllocatorKind m_kind;
    std::uint64_t m_allocated = 0;
    std::uint64_t m_reserved = 0;
    FreeBlocks m_small;
    FreeBlocks m_large;
    std::uint64_t m_smallTail = 0;  ///< free bytes behind the last block of an expandable segment
    std::uint64_t m_largeTail = 0;
};

/// One live allocation of the model.
struct ModelBlock {
    std::uint64_t id = 0;       ///< for free()
    std::uint64_t segment = 0;  ///< which segment it lies in
    std::uint64_t offset = 0;   ///< within the segment
    std::uint64_t size = 0;     ///< what counts as allocated: rounded, unsplit rest included
};

/// A segment, or a part of an expandable one, that came or went with the last call; the back end
/// maps or unmaps pages for it.
struct SegmentChange {
    enum class Kind {
        Created,   ///< a segment; of an expandable one the addresses alone
        Released,  ///< all of it
        Mapped,    ///< memory behind a part of an expandable one, in whole granules
        Unmapped,
    };
    Kind kind = Kind::Created;
    std::uint64_t segment = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  ///< within the segment
};

/// PyTorch's CUDA caching allocator as arithmetic, after docs/spec/memory.md §1: rounding to 512,
/// small and large pools, best fit, split, merge, cached segments released when full.
/// Pure and deterministic; the planner predicts with it, the simulated device runs on it.
/// Not thread-safe.
///
/// With AllocatorKind::ExpandableSegments it follows c10/cuda/CUDACachingAllocator.cpp of PyTorch
/// 2.7 under PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, function by function:
/// - find_expandable_block: each pool has one segment, of 9/8 of the card in addresses, and another
///   only where no stretch of free and unmapped addresses is long enough; the lowest one is taken.
/// - try_allocate_expandable_block, map_block: behind a free block at its begin only what is
///   missing is mapped, in granules of 2 MiB (small pool) or 20 MiB (large pool), each stretch
///   whole or not at all; what was mapped before one failed stays, as a free block.
/// - get_free_block: best fit, but a block that can still grow counts with what it can grow to.
/// - should_split: a rest from 512 bytes on is a block of its own, in both pools.
/// - release_cached_blocks, unmap_block: an emptied cache gives back every whole granule of every
///   free block, the large pool's first; a segment without memory goes.
/// - reserved is what is mapped; expandable segments count as neither "segment" nor
///   "inactive_split".
class AllocatorModel {
public:
    /// `limitBytes`: reserved may not exceed it (capacity − context − used by others).
    explicit AllocatorModel(std::uint64_t limitBytes = std::numeric_limits<std::uint64_t>::max(),
                            AllocatorKind kind = AllocatorKind::Native,
                            std::uint64_t cardBytes = kLargestCard);
    /// An empty one as `device` has it, without a limit.
    [[nodiscard]] static AllocatorModel of(const DeviceInfo& device);

    /// Error: DeviceOutOfMemory with the numbers. A request of 0 bytes takes nothing and is legal.
    /// `owner`: the tensor it is for, shown in the segment map.
    [[nodiscard]] Result<ModelBlock> allocate(std::uint64_t bytes, std::string_view owner = {});
    void free(std::uint64_t blockId);
    /// Releases every segment that holds no live block.
    void emptyCache();
    void resetPeaks();
    /// From now on counters() stay as they are, which saves time; statistics() go on.
    void stopCounting() { m_counts = false; }
    /// Takes effect at once. A limit below what is reserved takes nothing away: the next request
    /// that needs a segment fails unless emptying the cache makes room.
    void setLimit(std::uint64_t limitBytes) { m_limit = limitBytes; }
    [[nodiscard]] std::uint64_t limit() const { return m_limit; }
    [[nodiscard]] AllocatorKind kind() const { return m_kind; }
    /// Does what a request without room does: empties the cache and counts as out of memory.
    void failRequest();

    [[nodiscard]] const AllocatorStatistics& statistics() const { return m_statistics; }
    [[nodiscard]] AllocatorCounters counters() const;
    /// What follows if from now on it is only ever asked for more, and has no limit.
    [[nodiscard]] AllocatorGrowth growth() const;
    /// Every segment, oldest first; of an expandable one each stretch that is mapped, by address.
    [[nodiscard]] std::vector<SegmentSnapshot> segments() const;
    /// Appends all that decides how later calls go: free blocks, and what is reserved. Two models
    /// of one kind that write the same, and whose live blocks are at the same places, go on alike.
    void writeState(std::vector<std::uint64_t>& state) const;
    /// Segments that came or went since the last call of this function, in order.
    [[nodiscard]] std::vector<SegmentChange> takeSegmentChanges();

private:
    /// More than any has: so many addresses can be had.
    static constexpr std::uint64_t kLargestCard = 1024 * kGiB;

    using Slot = std::uint32_t;  ///< a place in m_blocks
    static constexpr Slot kNone = 0;

    struct Block {
        std::uint64_t segment = 0;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        std::uint64_t requested = 0;
        Slot before = kNone;  ///< its neighbours in the segment
        Slot after = kNone;
        std::uint32_t generation = 0;  ///< how often the slot was used before
        bool free = false;
        bool mapped = true;  ///< memory is behind it; always but in expandable segments
        bool smallPool = false;
        std::string owner{};
    };
    struct Segment {
        std::uint64_t size = 0;
        bool smallPool = false;
        Slot first = kNone;
    };
    /// The best fit is the first one not smaller. Of what is not mapped the size is 0, so that the
    /// lowest comes first.
    struct FreeKey {
        std::uint64_t size = 0;
        std::uint64_t segment = 0;
        std::uint64_t offset = 0;
        Slot block = kNone;
        friend bool operator<(const FreeKey& a, const FreeKey& b) {
            return a.size != b.size         ? a.size < b.size
                   : a.segment != b.segment ? a.segment < b.segment
                                            : a.offset < b.offset;
        }
    };
    /// Ascending. In short chunks, so that few keys move when one is inserted.
    class FreeKeys {
    public:
        struct Place {
            std::size_t chunk = 0;
            std::size_t index = 0;
        };
        [[nodiscard]] Place begin() const { return {}; }
        /// The first key that is not less.
        [[nodiscard]] Place from(const FreeKey& key) const;
        /// Null: the end.
        [[nodiscard]] const FreeKey* at(Place place) const;
        [[nodiscard]] Place after(Place place) const;
        [[nodiscard]] std::size_t size() const { return m_size; }
        void insert(const FreeKey& key);
        void erase(Place place);
        /// Erases the key there and inserts this one.
        void replace(Place place, const FreeKey& key);

    private:
        std::vector<std::vector<FreeKey>> m_chunks;  ///< none is empty
        std::size_t m_size = 0;
    };
    struct Pool {
        FreeKeys free;
        FreeKeys unmapped;
    };

    [[nodiscard]] Pool& poolOf(bool smallPool) { return smallPool ? m_small : m_large; }
    [[nodiscard]] FreeKeys& keysOf(const Block& block);
    [[nodiscard]] static FreeKey keyOf(const Block& block, Slot slot);
    [[nodiscard]] Slot newSlot();
    [[nodiscard]] std::uint64_t idOf(Slot slot) const;
    /// A free block of at least that size; the rest of it stays free. kNone: there is none.
    Slot takeFreeBlock(std::uint64_t size, bool smallPool);
    [[nodiscard]] Slot takeNewBlock(std::uint64_t size, bool smallPool);
    [[nodiscard]] bool hasRoomFor(std::uint64_t bytes) const;
    void reserve(std::uint64_t bytes, bool smallPool);
    void unreserve(std::uint64_t bytes, bool smallPool);
    Slot addSegment(std::uint64_t segmentSize, bool smallPool);
    void eraseSegment(std::uint64_t segmentId);
    /// Leaves a block its first `size` bytes: the rest becomes a free block, in no pool.
    [[nodiscard]] Slot split(Slot block, std::uint64_t size, bool mapped);
    /// The same, and puts the rest into its pool.
    void cutOff(Slot block, std::uint64_t size, bool mapped);
    void remove(Slot block);
    void putBack(Slot block);
    void emptyPool(bool smallPool);
    [[nodiscard]] std::uint64_t sizeWithGrowth(const FreeKey& key) const;
    [[nodiscard]] Slot findAddresses(std::uint64_t size, bool smallPool);
    [[nodiscard]] bool map(Slot block, std::uint64_t size);
    void unmap(Slot block);
    [[nodiscard]] static bool isWholeSegment(const Block& block) {
        return block.before == kNone && block.after == kNone;
    }
    void countAllocated(const Block& block, bool smallPool);
    void countFreed(const Block& block, bool smallPool);
    void countInactiveSplit(const Block& block, bool smallPool, bool appears);

    std::uint64_t m_limit;
    AllocatorKind m_kind;
    std::uint64_t m_cardBytes;
    AllocatorStatistics m_statistics;
    AllocatorCounters m_counters;  ///< without what is active: all that is allocated
    bool m_counts = true;
    std::vector<Block> m_blocks{1};  ///< by slot; the first one is kNone
    std::vector<Slot> m_unused;      ///< slots of blocks that went
    std::map<std::uint64_t, Segment> m_segments;
    Pool m_small;
    Pool m_large;
    std::vector<SegmentChange> m_changes;
    std::uint64_t m_nextSegment = 1;
};

}  // namespace stowage
