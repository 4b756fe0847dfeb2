// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/allocator_model.h"

#include "engine/base/byte_size.h"
#include "engine/device/allocator_rules.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace stowage {

using namespace allocator_rules;

AllocatorModel::AllocatorModel(std::uint64_t limitBytes) : m_limit(limitBytes) {}

Result<ModelBlock> AllocatorModel::allocate(std::uint64_t bytes) {
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
            emptyCache();
        }
        if (segmentSize <= m_limit && m_statistics.reserved <= m_limit - segmentSize) {
            blockId = addSegment(segmentSize, smallPool);
        }
    }
    if (blockId == 0) {
        return fail(ErrorCode::DeviceOutOfMemory,
                    "The device has no room for " + formatExactBytes(static_cast<double>(bytes)) +
                        ": " + formatSize(static_cast<double>(m_statistics.reserved)) +
                        " are reserved of " + formatSize(static_cast<double>(m_limit)) + ".");
    }
    splitBlock(blockId, size, smallPool);
    const Block& block = m_blocks.at(blockId);
    m_statistics.allocated += block.size;
    m_statistics.peakAllocated = std::max(m_statistics.peakAllocated, m_statistics.allocated);
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
    m_blocks.at(blockId).free = false;
    return blockId;
}

std::uint64_t AllocatorModel::addSegment(std::uint64_t segmentSize, bool smallPool) {
    const std::uint64_t segmentId = m_nextSegment++;
    const std::uint64_t blockId = m_nextBlock++;
    m_blocks[blockId] = Block{segmentId, 0, segmentSize, false};
    m_segments[segmentId] = Segment{segmentSize, smallPool, {{0, blockId}}};
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
}

void AllocatorModel::free(std::uint64_t blockId) {
    const auto found = m_blocks.find(blockId);
    if (found == m_blocks.end() || found->second.free) {
        return;  // the block of an empty request, or freed before
    }
    Block merged = found->second;
    m_statistics.allocated -= merged.size;
    Segment& segment = m_segments.at(merged.segment);
    std::set<FreeKey>& pool = segment.smallPool ? m_freeSmall : m_freeLarge;
    const auto absorb = [&](std::map<std::uint64_t, std::uint64_t>::iterator neighbour) {
        const std::uint64_t id = neighbour->second;
        const Block other = m_blocks.at(id);
        if (!other.free) {
            return;
        }
        merged.offset = std::min(merged.offset, other.offset);
        merged.size += other.size;
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
    m_blocks[blockId] = merged;
    pool.insert(FreeKey{merged.size, merged.segment, merged.offset, blockId});
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
        m_statistics.reserved -= content.size;
        m_changes.push_back({SegmentChange::Kind::Released, segmentId, content.size});
        segment = m_segments.erase(segment);
    }
}

void AllocatorModel::resetPeaks() {
    m_statistics.peakAllocated = m_statistics.allocated;
    m_statistics.peakReserved = m_statistics.reserved;
}

std::vector<SegmentChange> AllocatorModel::takeSegmentChanges() {
    return std::exchange(m_changes, {});
}

}  // namespace stowage
