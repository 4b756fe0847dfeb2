// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/allocator_model.h"

#include <algorithm>
#include <iterator>

namespace stowage {

namespace rules = allocator_rules;

namespace {

bool isSmaller(const std::pair<std::uint64_t, std::uint64_t>& block, std::uint64_t size) {
    return block.first < size;
}

}  // namespace

void AllocatorGrowth::allocate(std::uint64_t bytes) {
    if (bytes == 0 || bytes > rules::kLargestRequest) {
        return;
    }
    const std::uint64_t size = rules::roundUp(bytes, rules::kRounding);
    const bool isSmall = rules::isSmall(size);
    FreeBlocks& blocks = isSmall ? m_small : m_large;
    std::uint64_t block = take(blocks, size);
    if (block == 0) {
        block = takeNew(size);
    }
    if (block == 0) {
        return;
    }
    if (const std::uint64_t rest = block - size; rules::splitsOff(rest, isSmall, m_kind)) {
        give(blocks, rest);
        block = size;
    }
    m_allocated += block;
}

/// A new segment, or the end of the one that expands; 0 where no number can count it.
std::uint64_t AllocatorGrowth::takeNew(std::uint64_t size) {
    const bool isSmall = rules::isSmall(size);
    std::uint64_t& tail = isSmall ? m_smallTail : m_largeTail;
    const bool expands = m_kind == AllocatorKind::ExpandableSegments;
    const std::uint64_t taken =
        expands ? rules::roundUp(size - std::min(tail, size), rules::granuleOf(isSmall))
                : rules::segmentSizeFor(size);
    if (m_reserved > std::numeric_limits<std::uint64_t>::max() - taken) {
        return 0;
    }
    m_reserved += taken;
    tail = expands ? tail + taken - size : 0;
    return expands ? size : taken;
}

std::uint64_t AllocatorGrowth::take(FreeBlocks& blocks, std::uint64_t size) {
    const auto best = std::lower_bound(blocks.begin(), blocks.end(), size, isSmaller);
    if (best == blocks.end()) {
        return 0;
    }
    const std::uint64_t found = best->first;
    best->second -= 1;
    if (best->second == 0) {
        blocks.erase(best);
    }
    return found;
}

void AllocatorGrowth::give(FreeBlocks& blocks, std::uint64_t size) {
    const auto place = std::lower_bound(blocks.begin(), blocks.end(), size, isSmaller);
    if (place != blocks.end() && place->first == size) {
        place->second += 1;
    } else {
        blocks.insert(place, {size, 1});
    }
}

using namespace allocator_rules;

AllocatorModel::AllocatorModel(std::uint64_t limitBytes, AllocatorKind kind,
                               std::uint64_t cardBytes)
    : m_limit(limitBytes), m_kind(kind), m_cardBytes(cardBytes) {}

AllocatorModel AllocatorModel::of(const DeviceInfo& device) {
    return AllocatorModel(std::numeric_limits<std::uint64_t>::max(), device.allocator,
                          std::min(device.capacity.value_or(kLargestCard), kLargestCard));
}

Result<ModelBlock> AllocatorModel::allocate(std::uint64_t bytes, std::string_view owner) {
    if (bytes == 0) {
        return ModelBlock{};
    }
    const bool countable = bytes <= kLargestRequest;
    const std::uint64_t size = countable ? roundUp(bytes, kRounding) : bytes;
    const bool smallPool = isSmall(size);
    std::uint64_t blockId = countable ? takeFreeBlock(size, smallPool) : 0;
    if (blockId == 0 && countable) {
        blockId = takeNewBlock(size, smallPool);
        if (blockId == 0) {
            m_counters.allocRetries += 1;
            emptyCache();
            blockId = takeNewBlock(size, smallPool);
        }
    }
    if (blockId == 0) {
        m_counters.outOfMemories += 1;
        return fail(ErrorCode::DeviceOutOfMemory,
                    say("The device has no room for %1: %2 of %3 is reserved.",
                        formatExactBytes(static_cast<double>(bytes)),
                        formatSize(static_cast<double>(m_statistics.reserved)),
                        formatSize(static_cast<double>(m_limit))));
    }
    splitBlock(blockId, size, smallPool);
    Block& block = m_blocks.at(blockId);
    block.requested = bytes;
    block.owner = owner;
    countAllocated(block, smallPool);
    return ModelBlock{blockId, block.segment, block.offset, block.size};
}

AllocatorModel::FreeKey AllocatorModel::keyOf(const Block& block, std::uint64_t blockId) {
    return {block.mapped ? block.size : 0, block.segment, block.offset, blockId};
}

std::uint64_t AllocatorModel::takeFreeBlock(std::uint64_t size, bool smallPool) {
    std::set<FreeKey>& pool = poolOf(smallPool).free;
    auto best = pool.lower_bound(FreeKey{size, 0, 0, 0});
    if (best == pool.end()) {
        return 0;
    }
    if (m_kind == AllocatorKind::ExpandableSegments) {
        auto next = std::next(best);
        while (next != pool.end() && sizeWithGrowth(*next) < sizeWithGrowth(*best)) {
            best = next++;
        }
    }
    const std::uint64_t blockId = std::get<3>(*best);
    pool.erase(best);
    Block& block = m_blocks.at(blockId);
    block.free = false;
    countInactiveSplit(block, smallPool, false);
    return blockId;
}

/// A segment of its own, or new memory of one that expands; 0 where there is no room.
std::uint64_t AllocatorModel::takeNewBlock(std::uint64_t size, bool smallPool) {
    if (m_kind == AllocatorKind::Native) {
        const std::uint64_t segmentSize = segmentSizeFor(size);
        if (!hasRoomFor(segmentSize)) {
            return 0;
        }
        reserve(segmentSize, smallPool);
        return addSegment(segmentSize, smallPool);
    }
    std::uint64_t blockId = findAddresses(size, smallPool);
    if (blockId == 0) {
        return 0;
    }
    if (const Block& first = m_blocks.at(blockId);
        !first.mapped && !map(blockId, std::min(first.size, size))) {
        return 0;
    }
    while (m_blocks.at(blockId).size < size) {
        const std::uint64_t next = blockAfter(blockId);
        const std::uint64_t missing = size - m_blocks.at(blockId).size;
        if (!map(next, std::min(missing, m_blocks.at(next).size))) {
            return 0;
        }
        blockId = next;  // it has taken up what lay before it
    }
    Block& block = m_blocks.at(blockId);
    poolOf(smallPool).free.erase(keyOf(block, blockId));
    block.free = false;
    return blockId;
}

bool AllocatorModel::hasRoomFor(std::uint64_t bytes) const {
    return bytes <= m_limit && m_statistics.reserved <= m_limit - bytes;
}

void AllocatorModel::reserve(std::uint64_t bytes, bool smallPool) {
    m_counters.reservedBytes.add(bytes, smallPool);
    m_statistics.reserved += bytes;
    m_statistics.peakReserved = std::max(m_statistics.peakReserved, m_statistics.reserved);
}

void AllocatorModel::unreserve(std::uint64_t bytes, bool smallPool) {
    m_counters.reservedBytes.remove(bytes, smallPool);
    m_statistics.reserved -= bytes;
}

/// The one block of a new segment, in no pool.
std::uint64_t AllocatorModel::addSegment(std::uint64_t segmentSize, bool smallPool) {
    const std::uint64_t segmentId = m_nextSegment++;
    const std::uint64_t blockId = m_nextBlock++;
    m_blocks[blockId] = Block{segmentId, 0, segmentSize};
    m_segments[segmentId] = Segment{segmentSize, smallPool, {{0, blockId}}};
    if (m_kind == AllocatorKind::Native) {
        m_counters.segment.add(1, smallPool);
    }
    m_changes.push_back({SegmentChange::Kind::Created, segmentId, segmentSize});
    return blockId;
}

/// Of one with a single block, which is in no pool.
void AllocatorModel::eraseSegment(std::uint64_t segmentId) {
    const Segment& segment = m_segments.at(segmentId);
    m_changes.push_back({SegmentChange::Kind::Released, segmentId, segment.size});
    m_blocks.erase(segment.blocksByOffset.begin()->second);
    m_segments.erase(segmentId);
}

void AllocatorModel::splitBlock(std::uint64_t blockId, std::uint64_t size, bool smallPool) {
    Block& block = m_blocks.at(blockId);
    const std::uint64_t rest = block.size - size;
    if (!splitsOff(rest, smallPool, m_kind)) {
        return;
    }
    block.size = size;
    addFreeBlock(Block{block.segment, block.offset + size, rest, true});
}

/// What was cut off another block, and is free.
void AllocatorModel::addFreeBlock(const Block& block) {
    const std::uint64_t blockId = m_nextBlock++;
    Segment& segment = m_segments.at(block.segment);
    m_blocks[blockId] = block;
    segment.blocksByOffset[block.offset] = blockId;
    Pool& pool = poolOf(segment.smallPool);
    (block.mapped ? pool.free : pool.unmapped).insert(keyOf(block, blockId));
    countInactiveSplit(block, segment.smallPool, true);
}

std::uint64_t AllocatorModel::blockAfter(std::uint64_t blockId) const {
    const Block& block = m_blocks.at(blockId);
    const auto& blocks = m_segments.at(block.segment).blocksByOffset;
    const auto next = blocks.upper_bound(block.offset);
    return next == blocks.end() ? 0 : next->second;
}

/// Of a free block, with the addresses behind it into which its segment can expand.
std::uint64_t AllocatorModel::sizeWithGrowth(const FreeKey& key) const {
    const std::uint64_t next = blockAfter(std::get<3>(key));
    const bool canGrow = next != 0 && !m_blocks.at(next).mapped;
    return std::get<0>(key) + (canGrow ? m_blocks.at(next).size : 0);
}

/// The first block of the lowest stretch of addresses in which `size` bytes fit; where there is
/// none, of a new segment, or 0 if there is no memory for its begin.
std::uint64_t AllocatorModel::findAddresses(std::uint64_t size, bool smallPool) {
    for (const FreeKey& key : poolOf(smallPool).unmapped) {
        const auto& blocks = m_segments.at(std::get<1>(key)).blocksByOffset;
        auto first = blocks.find(std::get<2>(key));
        if (first != blocks.begin() && m_blocks.at(std::prev(first)->second).free) {
            --first;
        }
        std::uint64_t bytes = 0;
        for (auto at = first; at != blocks.end() && m_blocks.at(at->second).free && bytes < size;
             ++at) {
            bytes += m_blocks.at(at->second).size;
        }
        if (bytes >= size) {
            return first->second;
        }
    }
    const std::uint64_t granule = granuleOf(smallPool);
    if (!hasRoomFor(roundUp(size, granule))) {
        return 0;
    }
    const std::uint64_t addresses = std::max(m_cardBytes + m_cardBytes / 8, size);
    const std::uint64_t blockId = addSegment(roundUp(addresses, granule), smallPool);
    Block& block = m_blocks.at(blockId);
    block.free = true;
    block.mapped = false;
    poolOf(smallPool).unmapped.insert(keyOf(block, blockId));
    return blockId;
}

/// Puts memory behind the first `size` bytes of a block, in whole granules, and makes them free.
bool AllocatorModel::map(std::uint64_t blockId, std::uint64_t size) {
    Block& block = m_blocks.at(blockId);
    const bool smallPool = m_segments.at(block.segment).smallPool;
    const std::uint64_t bytes = roundUp(size, granuleOf(smallPool));
    if (!hasRoomFor(bytes)) {
        return false;
    }
    reserve(bytes, smallPool);
    m_changes.push_back({SegmentChange::Kind::Mapped, block.segment, bytes, block.offset});
    poolOf(smallPool).unmapped.erase(keyOf(block, blockId));
    const std::uint64_t rest = std::exchange(block.size, bytes) - bytes;
    block.mapped = true;
    if (rest > 0) {
        addFreeBlock(Block{block.segment, block.offset + bytes, rest, true, false});
    }
    putBack(blockId);
    return true;
}

/// Takes the memory from behind every whole granule of a free block.
void AllocatorModel::unmap(std::uint64_t blockId) {
    const Block whole = m_blocks.at(blockId);
    const std::uint64_t segmentId = whole.segment;
    Segment& segment = m_segments.at(segmentId);
    const std::uint64_t granule = granuleOf(segment.smallPool);
    const std::uint64_t begin = roundUp(whole.offset, granule);
    const std::uint64_t end = (whole.offset + whole.size) / granule * granule;
    if (begin >= end) {
        return;
    }
    poolOf(segment.smallPool).free.erase(keyOf(whole, blockId));
    segment.blocksByOffset.erase(whole.offset);
    if (begin > whole.offset) {
        addFreeBlock(Block{segmentId, whole.offset, begin - whole.offset, true});
    }
    if (end < whole.offset + whole.size) {
        addFreeBlock(Block{segmentId, end, whole.offset + whole.size - end, true});
    }
    segment.blocksByOffset[begin] = blockId;
    m_blocks[blockId] = Block{segmentId, begin, end - begin, true, false};
    putBack(blockId);
    unreserve(end - begin, segment.smallPool);
    m_changes.push_back({SegmentChange::Kind::Unmapped, segmentId, end - begin, begin});
    if (const Block& rest = m_blocks.at(blockId); isWholeSegment(rest)) {
        poolOf(segment.smallPool).unmapped.erase(keyOf(rest, blockId));
        eraseSegment(segmentId);
    }
}

bool AllocatorModel::isWholeSegment(const Block& block) const {
    return block.size == m_segments.at(block.segment).size;
}

void AllocatorModel::countAllocated(const Block& block, bool smallPool) {
    m_statistics.allocated += block.size;
    m_statistics.peakAllocated = std::max(m_statistics.peakAllocated, m_statistics.allocated);
    m_counters.allocation.add(1, smallPool);
    m_counters.active.add(1, smallPool);
    m_counters.allocatedBytes.add(block.size, smallPool);
    m_counters.activeBytes.add(block.size, smallPool);
    m_counters.requestedBytes.add(block.requested, smallPool);
}

void AllocatorModel::countFreed(const Block& block, bool smallPool) {
    m_statistics.allocated -= block.size;
    m_counters.allocation.remove(1, smallPool);
    m_counters.active.remove(1, smallPool);
    m_counters.allocatedBytes.remove(block.size, smallPool);
    m_counters.activeBytes.remove(block.size, smallPool);
    m_counters.requestedBytes.remove(block.requested, smallPool);
}

void AllocatorModel::countInactiveSplit(const Block& block, bool smallPool, bool appears) {
    if (m_kind == AllocatorKind::ExpandableSegments || isWholeSegment(block)) {
        return;  // cached, not split
    }
    if (appears) {
        m_counters.inactiveSplit.add(1, smallPool);
        m_counters.inactiveSplitBytes.add(block.size, smallPool);
    } else {
        m_counters.inactiveSplit.remove(1, smallPool);
        m_counters.inactiveSplitBytes.remove(block.size, smallPool);
    }
}

void AllocatorModel::free(std::uint64_t blockId) {
    const auto found = m_blocks.find(blockId);
    if (found == m_blocks.end() || found->second.free) {
        return;  // the block of an empty request, or freed before
    }
    Block& block = found->second;
    countFreed(block, m_segments.at(block.segment).smallPool);
    block.free = true;
    block.requested = 0;
    block.owner.clear();
    putBack(blockId);
}

/// Joins a block that became free with its free neighbours, one without memory with such ones; it
/// keeps its id.
void AllocatorModel::putBack(std::uint64_t blockId) {
    Block merged = m_blocks.at(blockId);
    Segment& segment = m_segments.at(merged.segment);
    Pool& pools = poolOf(segment.smallPool);
    std::set<FreeKey>& pool = merged.mapped ? pools.free : pools.unmapped;
    const auto absorb = [&](std::map<std::uint64_t, std::uint64_t>::iterator neighbour) {
        const std::uint64_t id = neighbour->second;
        const Block other = m_blocks.at(id);
        if (!other.free || other.mapped != merged.mapped) {
            return;
        }
        merged.offset = std::min(merged.offset, other.offset);
        merged.size += other.size;
        countInactiveSplit(other, segment.smallPool, false);
        pool.erase(keyOf(other, id));
        m_blocks.erase(id);
        segment.blocksByOffset.erase(neighbour);
    };
    auto own = segment.blocksByOffset.find(merged.offset);
    if (const auto after = std::next(own); after != segment.blocksByOffset.end()) {
        absorb(after);
    }
    if (own != segment.blocksByOffset.begin()) {
        absorb(std::prev(own));
    }
    segment.blocksByOffset.erase(own);
    segment.blocksByOffset[merged.offset] = blockId;
    countInactiveSplit(merged, segment.smallPool, true);
    pool.insert(keyOf(merged, blockId));
    m_blocks[blockId] = std::move(merged);
}

void AllocatorModel::emptyCache() {
    if (m_kind == AllocatorKind::ExpandableSegments) {
        emptyPool(false);
        emptyPool(true);
        return;
    }
    for (auto segment = m_segments.begin(); segment != m_segments.end();) {
        const auto& [segmentId, content] = *segment++;
        const std::uint64_t blockId = content.blocksByOffset.begin()->second;
        const Block& block = m_blocks.at(blockId);
        if (!block.free || block.size != content.size) {
            continue;
        }
        poolOf(content.smallPool).free.erase(keyOf(block, blockId));
        m_counters.segment.remove(1, content.smallPool);
        unreserve(content.size, content.smallPool);
        eraseSegment(segmentId);
    }
}

/// Of expandable segments.
void AllocatorModel::emptyPool(bool smallPool) {
    std::vector<std::uint64_t> blocks;
    for (const FreeKey& key : poolOf(smallPool).free) {
        blocks.push_back(std::get<3>(key));
    }
    for (const std::uint64_t block : blocks) {
        unmap(block);
    }
}

void AllocatorModel::resetPeaks() {
    m_statistics.peakAllocated = m_statistics.allocated;
    m_statistics.peakReserved = m_statistics.reserved;
    m_counters.resetPeaks();
}

void AllocatorModel::failRequest() {
    m_counters.allocRetries += 1;
    emptyCache();
    m_counters.outOfMemories += 1;
}

AllocatorGrowth AllocatorModel::growth() const {
    AllocatorGrowth growth(m_kind);
    growth.m_allocated = m_statistics.allocated;
    growth.m_reserved = m_statistics.reserved;
    for (const bool small : {true, false}) {
        std::uint64_t& tail = small ? growth.m_smallTail : growth.m_largeTail;
        for (const FreeKey& key : (small ? m_small : m_large).free) {
            const std::uint64_t next = blockAfter(std::get<3>(key));
            if (next != 0 && !m_blocks.at(next).mapped && blockAfter(next) == 0) {
                tail = std::get<0>(key);
            } else {
                AllocatorGrowth::give(small ? growth.m_small : growth.m_large, std::get<0>(key));
            }
        }
    }
    return growth;
}

std::vector<SegmentSnapshot> AllocatorModel::segments() const {
    std::vector<SegmentSnapshot> segments;
    segments.reserve(m_segments.size());
    for (const auto& [id, segment] : m_segments) {
        const std::uint64_t granule =
            m_kind == AllocatorKind::ExpandableSegments ? granuleOf(segment.smallPool) : 0;
        std::uint64_t begin = 0;  // of the stretch, within the segment
        bool goesOn = false;
        for (const auto& [offset, blockId] : segment.blocksByOffset) {
            const Block& block = m_blocks.at(blockId);
            if (block.mapped && !goesOn) {
                begin = offset;
                segments.push_back({id,
                                    segment.smallPool ? AllocatorPool::Small : AllocatorPool::Large,
                                    0,
                                    {},
                                    granule});
            }
            goesOn = block.mapped;
            if (goesOn) {
                segments.back().size += block.size;
                segments.back().blocks.push_back(BlockSnapshot{
                    offset - begin, block.size, block.requested, !block.free, block.owner});
            }
        }
    }
    return segments;
}

std::vector<SegmentChange> AllocatorModel::takeSegmentChanges() {
    return std::exchange(m_changes, {});
}

}  // namespace stowage
