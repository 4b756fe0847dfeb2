// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/allocator_model.h"

#include <algorithm>
#include <iterator>
#include <optional>

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
    Slot slot = countable ? takeFreeBlock(size, smallPool) : kNone;
    if (slot == kNone && countable) {
        slot = takeNewBlock(size, smallPool);
        if (slot == kNone) {
            m_counters.allocRetries += 1;
            emptyCache();
            slot = takeNewBlock(size, smallPool);
        }
        if (slot != kNone && splitsOff(m_blocks[slot].size - size, smallPool, m_kind)) {
            cutOff(slot, size, true);
        }
    }
    if (slot == kNone) {
        m_counters.outOfMemories += 1;
        return fail(ErrorCode::DeviceOutOfMemory,
                    say("The device has too little free memory for %1: %2 of %3 is reserved.",
                        formatExactBytes(static_cast<double>(bytes)),
                        formatSize(static_cast<double>(m_statistics.reserved)),
                        formatSize(static_cast<double>(m_limit))));
    }
    Block& block = m_blocks[slot];
    block.requested = bytes;
    block.owner = owner;
    countAllocated(block, smallPool);
    return ModelBlock{idOf(slot), block.segment, block.offset, block.size};
}

AllocatorModel::FreeKeys& AllocatorModel::keysOf(const Block& block) {
    Pool& pool = poolOf(block.smallPool);
    return block.mapped ? pool.free : pool.unmapped;
}

AllocatorModel::FreeKey AllocatorModel::keyOf(const Block& block, Slot slot) {
    return {block.mapped ? block.size : 0, block.segment, block.offset, slot};
}

AllocatorModel::FreeKeys::Place AllocatorModel::FreeKeys::from(const FreeKey& key) const {
    const auto chunk = std::partition_point(
        m_chunks.begin(), m_chunks.end(),
        [&key](const std::vector<FreeKey>& keys) { return keys.back() < key; });
    const auto number = static_cast<std::size_t>(chunk - m_chunks.begin());
    return {number,
            chunk == m_chunks.end()
                ? 0
                : static_cast<std::size_t>(std::lower_bound(chunk->begin(), chunk->end(), key) -
                                           chunk->begin())};
}

const AllocatorModel::FreeKey* AllocatorModel::FreeKeys::at(Place place) const {
    return place.chunk < m_chunks.size() ? &m_chunks[place.chunk][place.index] : nullptr;
}

AllocatorModel::FreeKeys::Place AllocatorModel::FreeKeys::after(Place place) const {
    return place.index + 1 < m_chunks[place.chunk].size() ? Place{place.chunk, place.index + 1}
                                                          : Place{place.chunk + 1, 0};
}

void AllocatorModel::FreeKeys::insert(const FreeKey& key) {
    constexpr std::size_t kMostOfChunk = 32;
    Place place = from(key);
    if (m_chunks.empty()) {
        m_chunks.emplace_back();
    } else if (place.chunk == m_chunks.size()) {
        place = {place.chunk - 1, m_chunks.back().size()};
    }
    std::vector<FreeKey>& chunk = m_chunks[place.chunk];
    chunk.insert(chunk.begin() + static_cast<std::ptrdiff_t>(place.index), key);
    ++m_size;
    if (chunk.size() > kMostOfChunk) {
        const auto middle = chunk.begin() + kMostOfChunk / 2;
        std::vector<FreeKey> rest(middle, chunk.end());
        chunk.erase(middle, chunk.end());
        m_chunks.insert(m_chunks.begin() + static_cast<std::ptrdiff_t>(place.chunk) + 1,
                        std::move(rest));
    }
}

void AllocatorModel::FreeKeys::erase(Place place) {
    const auto chunk = m_chunks.begin() + static_cast<std::ptrdiff_t>(place.chunk);
    chunk->erase(chunk->begin() + static_cast<std::ptrdiff_t>(place.index));
    --m_size;
    if (chunk->empty()) {
        m_chunks.erase(chunk);
    }
}

void AllocatorModel::FreeKeys::replace(Place place, const FreeKey& key) {
    std::vector<FreeKey>& chunk = m_chunks[place.chunk];
    const bool isFirst = place.index == 0;
    const bool isLast = place.index + 1 == chunk.size();
    const bool follows = isFirst ? place.chunk == 0 || m_chunks[place.chunk - 1].back() < key
                                 : chunk[place.index - 1] < key;
    const bool precedes =
        isLast ? place.chunk + 1 == m_chunks.size() || key < m_chunks[place.chunk + 1].front()
               : key < chunk[place.index + 1];
    if (follows && precedes) {
        chunk[place.index] = key;
        return;
    }
    erase(place);
    insert(key);
}

AllocatorModel::Slot AllocatorModel::newSlot() {
    if (m_unused.empty()) {
        m_blocks.emplace_back();
        return static_cast<Slot>(m_blocks.size() - 1);
    }
    const Slot slot = m_unused.back();
    m_unused.pop_back();
    return slot;
}

/// Differs from those of blocks that had the slot before.
std::uint64_t AllocatorModel::idOf(Slot slot) const {
    return std::uint64_t{m_blocks[slot].generation} << 32U | slot;
}

AllocatorModel::Slot AllocatorModel::takeFreeBlock(std::uint64_t size, bool smallPool) {
    FreeKeys& keys = poolOf(smallPool).free;
    auto best = keys.from({size});
    if (keys.at(best) == nullptr) {
        return kNone;
    }
    if (m_kind == AllocatorKind::ExpandableSegments) {
        for (auto next = keys.after(best);
             keys.at(next) != nullptr &&
             sizeWithGrowth(*keys.at(next)) < sizeWithGrowth(*keys.at(best));
             next = keys.after(next)) {
            best = next;
        }
    }
    const Slot slot = keys.at(best)->block;
    m_blocks[slot].free = false;
    countInactiveSplit(m_blocks[slot], smallPool, false);
    if (splitsOff(m_blocks[slot].size - size, smallPool, m_kind)) {
        const Slot rest = split(slot, size, true);
        keys.replace(best, keyOf(m_blocks[rest], rest));
    } else {
        keys.erase(best);
    }
    return slot;
}

/// A segment of its own, or new memory of one that expands; kNone where there is no room.
AllocatorModel::Slot AllocatorModel::takeNewBlock(std::uint64_t size, bool smallPool) {
    if (m_kind == AllocatorKind::Native) {
        const std::uint64_t segmentSize = segmentSizeFor(size);
        if (!hasRoomFor(segmentSize)) {
            return kNone;
        }
        reserve(segmentSize, smallPool);
        return addSegment(segmentSize, smallPool);
    }
    Slot slot = findAddresses(size, smallPool);
    if (slot == kNone) {
        return kNone;
    }
    if (const Block& first = m_blocks[slot];
        !first.mapped && !map(slot, std::min(first.size, size))) {
        return kNone;
    }
    while (m_blocks[slot].size < size) {
        const Slot next = m_blocks[slot].after;
        const std::uint64_t missing = size - m_blocks[slot].size;
        if (!map(next, std::min(missing, m_blocks[next].size))) {
            return kNone;
        }
        slot = next;  // it has taken up what lay before it
    }
    Block& block = m_blocks[slot];
    poolOf(smallPool).free.erase(poolOf(smallPool).free.from(keyOf(block, slot)));
    block.free = false;
    return slot;
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
AllocatorModel::Slot AllocatorModel::addSegment(std::uint64_t segmentSize, bool smallPool) {
    const std::uint64_t segmentId = m_nextSegment++;
    const Slot slot = newSlot();
    Block& block = m_blocks[slot];
    block.segment = segmentId;
    block.size = segmentSize;
    block.smallPool = smallPool;
    m_segments[segmentId] = Segment{segmentSize, smallPool, slot};
    if (m_kind == AllocatorKind::Native) {
        m_counters.segment.add(1, smallPool);
    }
    m_changes.push_back({SegmentChange::Kind::Created, segmentId, segmentSize});
    return slot;
}

/// Of one with a single block, which is in no pool.
void AllocatorModel::eraseSegment(std::uint64_t segmentId) {
    const Segment& segment = m_segments.at(segmentId);
    m_changes.push_back({SegmentChange::Kind::Released, segmentId, segment.size});
    remove(segment.first);
    m_segments.erase(segmentId);
}

/// Takes a block out of its segment; it is in no pool.
void AllocatorModel::remove(Slot slot) {
    Block& block = m_blocks[slot];
    if (block.before != kNone) {
        m_blocks[block.before].after = block.after;
    } else {
        m_segments.at(block.segment).first = block.after;
    }
    if (block.after != kNone) {
        m_blocks[block.after].before = block.before;
    }
    const std::uint32_t generation = block.generation + 1;
    block = Block{};
    block.generation = generation;
    m_unused.push_back(slot);
}

AllocatorModel::Slot AllocatorModel::split(Slot slot, std::uint64_t size, bool mapped) {
    const Slot restSlot = newSlot();
    Block& block = m_blocks[slot];
    Block& rest = m_blocks[restSlot];
    rest.segment = block.segment;
    rest.offset = block.offset + size;
    rest.size = block.size - size;
    rest.before = slot;
    rest.after = block.after;
    rest.free = true;
    rest.mapped = mapped;
    rest.smallPool = block.smallPool;
    if (rest.after != kNone) {
        m_blocks[rest.after].before = restSlot;
    }
    block.after = restSlot;
    block.size = size;
    countInactiveSplit(rest, rest.smallPool, true);
    return restSlot;
}

void AllocatorModel::cutOff(Slot slot, std::uint64_t size, bool mapped) {
    const Slot rest = split(slot, size, mapped);
    keysOf(m_blocks[rest]).insert(keyOf(m_blocks[rest], rest));
}

/// Of a free block, with the addresses behind it into which its segment can expand.
std::uint64_t AllocatorModel::sizeWithGrowth(const FreeKey& key) const {
    const Block& next = m_blocks[m_blocks[key.block].after];
    return key.size + (next.mapped ? 0 : next.size);
}

/// The first block of the lowest stretch of addresses in which `size` bytes fit; where there is
/// none, of a new segment, or kNone if there is no memory for its begin.
AllocatorModel::Slot AllocatorModel::findAddresses(std::uint64_t size, bool smallPool) {
    const FreeKeys& unmapped = poolOf(smallPool).unmapped;
    for (auto place = unmapped.begin(); unmapped.at(place) != nullptr;
         place = unmapped.after(place)) {
        const Slot block = unmapped.at(place)->block;
        const Slot before = m_blocks[block].before;
        const Slot first = before != kNone && m_blocks[before].free ? before : block;
        std::uint64_t bytes = 0;
        for (Slot at = first; at != kNone && m_blocks[at].free && bytes < size;
             at = m_blocks[at].after) {
            bytes += m_blocks[at].size;
        }
        if (bytes >= size) {
            return first;
        }
    }
    const std::uint64_t granule = granuleOf(smallPool);
    if (!hasRoomFor(roundUp(size, granule))) {
        return kNone;
    }
    const std::uint64_t addresses = std::max(m_cardBytes + m_cardBytes / 8, size);
    const Slot slot = addSegment(roundUp(addresses, granule), smallPool);
    Block& block = m_blocks[slot];
    block.free = true;
    block.mapped = false;
    poolOf(smallPool).unmapped.insert(keyOf(block, slot));
    return slot;
}

/// Puts memory behind the first `size` bytes of a block, in whole granules, and makes them free.
bool AllocatorModel::map(Slot slot, std::uint64_t size) {
    const Block& block = m_blocks[slot];
    const bool smallPool = block.smallPool;
    const std::uint64_t bytes = roundUp(size, granuleOf(smallPool));
    if (!hasRoomFor(bytes)) {
        return false;
    }
    reserve(bytes, smallPool);
    m_changes.push_back({SegmentChange::Kind::Mapped, block.segment, bytes, block.offset});
    poolOf(smallPool).unmapped.erase(poolOf(smallPool).unmapped.from(keyOf(block, slot)));
    if (block.size > bytes) {
        cutOff(slot, bytes, false);
    }
    m_blocks[slot].mapped = true;
    putBack(slot);
    return true;
}

/// Takes the memory from behind every whole granule of a free block.
void AllocatorModel::unmap(Slot slot) {
    const Block whole = m_blocks[slot];
    const std::uint64_t granule = granuleOf(whole.smallPool);
    const std::uint64_t begin = roundUp(whole.offset, granule);
    const std::uint64_t end = (whole.offset + whole.size) / granule * granule;
    if (begin >= end) {
        return;
    }
    poolOf(whole.smallPool).free.erase(poolOf(whole.smallPool).free.from(keyOf(whole, slot)));
    Slot middle = slot;
    if (end < whole.offset + whole.size) {
        cutOff(slot, end - whole.offset, true);
    }
    if (begin > whole.offset) {  // what is cut off is free and mapped for a moment
        cutOff(slot, begin - whole.offset, true);
        middle = m_blocks[slot].after;
        poolOf(whole.smallPool)
            .free.erase(poolOf(whole.smallPool).free.from(keyOf(m_blocks[middle], middle)));
        poolOf(whole.smallPool).free.insert(keyOf(m_blocks[slot], slot));
    }
    m_blocks[middle].mapped = false;
    putBack(middle);
    unreserve(end - begin, whole.smallPool);
    m_changes.push_back({SegmentChange::Kind::Unmapped, whole.segment, end - begin, begin});
    // The block into which it was put keeps its slot.
    if (const Block& rest = m_blocks[middle]; isWholeSegment(rest)) {
        poolOf(whole.smallPool)
            .unmapped.erase(poolOf(whole.smallPool).unmapped.from(keyOf(rest, middle)));
        eraseSegment(whole.segment);
    }
}

void AllocatorModel::countAllocated(const Block& block, bool smallPool) {
    m_statistics.allocated += block.size;
    m_statistics.peakAllocated = std::max(m_statistics.peakAllocated, m_statistics.allocated);
    if (!m_counts) {
        return;
    }
    m_counters.allocation.add(1, smallPool);
    m_counters.allocatedBytes.add(block.size, smallPool);
    m_counters.requestedBytes.add(block.requested, smallPool);
}

void AllocatorModel::countFreed(const Block& block, bool smallPool) {
    m_statistics.allocated -= block.size;
    if (!m_counts) {
        return;
    }
    m_counters.allocation.remove(1, smallPool);
    m_counters.allocatedBytes.remove(block.size, smallPool);
    m_counters.requestedBytes.remove(block.requested, smallPool);
}

AllocatorCounters AllocatorModel::counters() const {
    AllocatorCounters counters = m_counters;
    counters.active = counters.allocation;
    counters.activeBytes = counters.allocatedBytes;
    return counters;
}

void AllocatorModel::countInactiveSplit(const Block& block, bool smallPool, bool appears) {
    if (!m_counts || m_kind == AllocatorKind::ExpandableSegments || isWholeSegment(block)) {
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
    const auto slot = static_cast<Slot>(blockId);
    if (slot == kNone || slot >= m_blocks.size() || idOf(slot) != blockId || m_blocks[slot].free) {
        return;  // the block of an empty request, or freed before
    }
    Block& block = m_blocks[slot];
    countFreed(block, block.smallPool);
    block.free = true;
    block.requested = 0;
    block.owner.clear();
    putBack(slot);
}

/// Joins a block that became free with its free neighbours, one without memory with such ones; it
/// keeps its slot.
void AllocatorModel::putBack(Slot slot) {
    Block& merged = m_blocks[slot];
    FreeKeys& keys = keysOf(merged);
    std::optional<FreeKey> absorbed;  // the last one, still among the keys
    const auto absorb = [&](Slot neighbour) {
        const Block& other = m_blocks[neighbour];
        if (neighbour == kNone || !other.free || other.mapped != merged.mapped) {
            return;
        }
        countInactiveSplit(other, merged.smallPool, false);
        if (absorbed) {
            keys.erase(keys.from(*absorbed));
        }
        absorbed = keyOf(other, neighbour);
        merged.offset = std::min(merged.offset, other.offset);
        merged.size += other.size;
        remove(neighbour);
    };
    absorb(merged.after);
    absorb(merged.before);
    countInactiveSplit(merged, merged.smallPool, true);
    if (absorbed) {
        keys.replace(keys.from(*absorbed), keyOf(merged, slot));
    } else {
        keys.insert(keyOf(merged, slot));
    }
}

void AllocatorModel::emptyCache() {
    if (m_kind == AllocatorKind::ExpandableSegments) {
        emptyPool(false);
        emptyPool(true);
        return;
    }
    for (auto segment = m_segments.begin(); segment != m_segments.end();) {
        const auto& [segmentId, content] = *segment++;
        const Block& block = m_blocks[content.first];
        if (!block.free || !isWholeSegment(block)) {
            continue;
        }
        poolOf(content.smallPool)
            .free.erase(poolOf(content.smallPool).free.from(keyOf(block, content.first)));
        m_counters.segment.remove(1, content.smallPool);
        unreserve(content.size, content.smallPool);
        eraseSegment(segmentId);
    }
}

/// Of expandable segments.
void AllocatorModel::emptyPool(bool smallPool) {
    const FreeKeys keys = poolOf(smallPool).free;
    for (auto place = keys.begin(); keys.at(place) != nullptr; place = keys.after(place)) {
        unmap(keys.at(place)->block);
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
        const FreeKeys& keys = (small ? m_small : m_large).free;
        for (auto place = keys.begin(); keys.at(place) != nullptr; place = keys.after(place)) {
            const FreeKey& key = *keys.at(place);
            const Block& next = m_blocks[m_blocks[key.block].after];
            if (!next.mapped && next.after == kNone) {
                tail = key.size;
            } else {
                AllocatorGrowth::give(small ? growth.m_small : growth.m_large, key.size);
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
        for (Slot slot = segment.first; slot != kNone; slot = m_blocks[slot].after) {
            const Block& block = m_blocks[slot];
            if (block.mapped && !goesOn) {
                begin = block.offset;
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
                    block.offset - begin, block.size, block.requested, !block.free, block.owner});
            }
        }
    }
    return segments;
}

void AllocatorModel::writeState(std::vector<std::uint64_t>& state) const {
    state.insert(state.end(), {m_statistics.reserved, m_nextSegment});
    for (const FreeKeys* const keys :
         {&m_small.free, &m_small.unmapped, &m_large.free, &m_large.unmapped}) {
        state.push_back(keys->size());
        for (auto place = keys->begin(); keys->at(place) != nullptr; place = keys->after(place)) {
            const FreeKey& key = *keys->at(place);
            state.push_back(key.size);
            state.push_back(key.segment);
            state.push_back(key.offset);
        }
    }
}

std::vector<SegmentChange> AllocatorModel::takeSegmentChanges() {
    return std::exchange(m_changes, {});
}

}  // namespace stowage
