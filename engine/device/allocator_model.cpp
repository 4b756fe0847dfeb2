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
        block = rules::segmentSizeFor(size);
        if (m_reserved > std::numeric_limits<std::uint64_t>::max() - block) {
            return;
        }
        m_reserved += block;
    }
    if (const std::uint64_t rest = block - size; rules::splitsOff(rest, isSmall)) {
        give(blocks, rest);
        block = size;
    }
    m_allocated += block;
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

AllocatorModel::AllocatorModel(std::uint64_t limitBytes) : m_limit(limitBytes) {}

Result<ModelBlock> AllocatorModel::allocate(std::uint64_t bytes, std::string_view owner) {
    if (bytes == 0) {
        return ModelBlock{};
    }
    const bool countable = bytes <= kLargestRequest;
    const std::uint64_t size = countable ? roundUp(bytes, kRounding) : bytes;
    const bool smallPool = isSmall(size);
    std::uint64_t blockId = countable ? takeFreeBlock(size, smallPool) : 0;
    if (blockId == 0 && countable) {
        const std::uint64_t segmentSize = segmentSizeFor(size);
        if (segmentSize > m_limit || m_statistics.reserved > m_limit - segmentSize) {
            m_counters.allocRetries += 1;
            emptyCache();
        }
        if (segmentSize <= m_limit && m_statistics.reserved <= m_limit - segmentSize) {
            blockId = addSegment(segmentSize, smallPool);
        }
    }
    if (blockId == 0) {
        m_counters.outOfMemories += 1;
        return fail(ErrorCode::DeviceOutOfMemory,
                    "The device has no room for " + formatExactBytes(static_cast<double>(bytes)) +
                        ": " + formatSize(static_cast<double>(m_statistics.reserved)) +
                        " are reserved of " + formatSize(static_cast<double>(m_limit)) + ".");
    }
    splitBlock(blockId, size, smallPool);
    Block& block = m_blocks.at(blockId);
    block.requested = bytes;
    block.owner = owner;
    countAllocated(block, smallPool);
    return ModelBlock{blockId, block.segment, block.offset, block.size};
}

std::uint64_t AllocatorModel::takeFreeBlock(std::uint64_t size, bool smallPool) {
    std::set<FreeKey>& pool = smallPool ? m_freeSmall : m_freeLarge;
    const auto best = pool.lower_bound(FreeKey{size, 0, 0, 0});
    if (best == pool.end()) {
        return 0;
    }
    const std::uint64_t blockId = std::get<3>(*best);
    pool.erase(best);
    Block& block = m_blocks.at(blockId);
    block.free = false;
    countInactiveSplit(block, smallPool, false);
    return blockId;
}

std::uint64_t AllocatorModel::addSegment(std::uint64_t segmentSize, bool smallPool) {
    const std::uint64_t segmentId = m_nextSegment++;
    const std::uint64_t blockId = m_nextBlock++;
    m_blocks[blockId] = Block{segmentId, 0, segmentSize};
    m_segments[segmentId] = Segment{segmentSize, smallPool, {{0, blockId}}};
    m_counters.segment.add(1, smallPool);
    m_counters.reservedBytes.add(segmentSize, smallPool);
    m_statistics.reserved += segmentSize;
    m_statistics.peakReserved = std::max(m_statistics.peakReserved, m_statistics.reserved);
    m_changes.push_back({SegmentChange::Kind::Created, segmentId, segmentSize});
    return blockId;
}

void AllocatorModel::splitBlock(std::uint64_t blockId, std::uint64_t size, bool smallPool) {
    Block& block = m_blocks.at(blockId);
    const std::uint64_t rest = block.size - size;
    if (!splitsOff(rest, smallPool)) {
        return;
    }
    block.size = size;
    const std::uint64_t restId = m_nextBlock++;
    const Block restBlock{block.segment, block.offset + size, rest, true};
    m_blocks[restId] = restBlock;
    m_segments.at(restBlock.segment).blocksByOffset[restBlock.offset] = restId;
    (smallPool ? m_freeSmall : m_freeLarge)
        .insert(FreeKey{rest, restBlock.segment, restBlock.offset, restId});
    countInactiveSplit(restBlock, smallPool, true);
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
    if (isWholeSegment(block)) {
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
    Block merged = found->second;
    Segment& segment = m_segments.at(merged.segment);
    countFreed(merged, segment.smallPool);
    std::set<FreeKey>& pool = segment.smallPool ? m_freeSmall : m_freeLarge;
    const auto absorb = [&](std::map<std::uint64_t, std::uint64_t>::iterator neighbour) {
        const std::uint64_t id = neighbour->second;
        const Block other = m_blocks.at(id);
        if (!other.free) {
            return;
        }
        merged.offset = std::min(merged.offset, other.offset);
        merged.size += other.size;
        countInactiveSplit(other, segment.smallPool, false);
        pool.erase(FreeKey{other.size, other.segment, other.offset, id});
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
    merged.free = true;
    merged.requested = 0;
    merged.owner.clear();
    countInactiveSplit(merged, segment.smallPool, true);
    pool.insert(FreeKey{merged.size, merged.segment, merged.offset, blockId});
    m_blocks[blockId] = std::move(merged);
}

void AllocatorModel::emptyCache() {
    for (auto segment = m_segments.begin(); segment != m_segments.end();) {
        const auto& [segmentId, content] = *segment;
        const std::uint64_t blockId = content.blocksByOffset.begin()->second;
        const Block block = m_blocks.at(blockId);
        if (!block.free || block.size != content.size) {
            ++segment;
            continue;
        }
        (content.smallPool ? m_freeSmall : m_freeLarge)
            .erase(FreeKey{block.size, block.segment, block.offset, blockId});
        m_blocks.erase(blockId);
        m_counters.segment.remove(1, content.smallPool);
        m_counters.reservedBytes.remove(content.size, content.smallPool);
        m_statistics.reserved -= content.size;
        m_changes.push_back({SegmentChange::Kind::Released, segmentId, content.size});
        segment = m_segments.erase(segment);
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
    AllocatorGrowth growth;
    growth.m_allocated = m_statistics.allocated;
    growth.m_reserved = m_statistics.reserved;
    for (const FreeKey& block : m_freeSmall) {
        AllocatorGrowth::give(growth.m_small, std::get<0>(block));
    }
    for (const FreeKey& block : m_freeLarge) {
        AllocatorGrowth::give(growth.m_large, std::get<0>(block));
    }
    return growth;
}

std::vector<SegmentSnapshot> AllocatorModel::segments() const {
    std::vector<SegmentSnapshot> segments;
    segments.reserve(m_segments.size());
    for (const auto& [id, segment] : m_segments) {
        SegmentSnapshot snapshot{
            id, segment.smallPool ? AllocatorPool::Small : AllocatorPool::Large, segment.size, {}};
        snapshot.blocks.reserve(segment.blocksByOffset.size());
        for (const auto& [offset, blockId] : segment.blocksByOffset) {
            const Block& block = m_blocks.at(blockId);
            snapshot.blocks.push_back(
                BlockSnapshot{offset, block.size, block.requested, !block.free, block.owner});
        }
        segments.push_back(std::move(snapshot));
    }
    return segments;
}

std::vector<SegmentChange> AllocatorModel::takeSegmentChanges() {
    return std::exchange(m_changes, {});
}

}  // namespace stowage
