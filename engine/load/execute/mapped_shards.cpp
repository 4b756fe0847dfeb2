// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/mapped_shards.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// Of a map so much is asked of the disk before it is copied.
constexpr std::uint64_t kMappedAhead = 16 * kMiB;

}  // namespace

MappedShards::MappedShards(const LoadWork& work, std::vector<std::uint32_t> copies)
    : m_work(work), m_copies(std::move(copies)) {}

Result<void> MappedShards::mapAll() {
    for (std::uint32_t index = 0; index < m_work.schedule.tensors.size(); ++index) {
        const std::uint32_t shard = m_work.stored(index).location.shard;
        if (m_maps.contains(shard)) {
            continue;
        }
        STOWAGE_TRY(map(shard));
    }
    return {};
}

Result<void> MappedShards::mapFileOf(std::uint32_t tensor) {
    return map(m_work.stored(tensor).location.shard);
}

Result<void> MappedShards::map(std::uint32_t shard) {
    Result<std::shared_ptr<MappedFile>> map =
        MappedFile::map(m_work.schedule.checkpoint->shards[shard]);
    STOWAGE_TRY(map);
    m_maps.emplace(shard, std::move(map).value());
    return {};
}

Result<void> MappedShards::unmapAll() {
    STOWAGE_TRY(checkAll());
    m_work.monitor.sampleNow();
    m_maps.clear();
    return {};
}

Result<void> MappedShards::unmapFileOf(std::uint32_t tensor) {
    Result<void> whole = check(tensor);
    m_work.monitor.sampleNow();
    m_maps.erase(m_work.stored(tensor).location.shard);
    return whole;
}

Result<std::span<std::byte>> MappedShards::bytesToCopy(std::uint32_t tensor) {
    STOWAGE_TRY(check(tensor));
    expectAhead();
    const TensorLocation& place = m_work.stored(tensor).location;
    return mapOf(tensor)->bytes(place.offset, place.length);
}

void MappedShards::copied(std::uint64_t bytes) {
    m_copiedBytes += bytes;
    expectAhead();
}

Result<std::shared_ptr<MappedView>> MappedShards::view(std::uint32_t tensor) const {
    STOWAGE_TRY(check(tensor));
    const TensorLocation& place = m_work.stored(tensor).location;
    return std::make_shared<MappedView>(mapOf(tensor), place.offset, place.length);
}

Result<void> MappedShards::check(std::uint32_t tensor) const {
    return mapOf(tensor)->check();
}

Result<void> MappedShards::checkAll() const {
    for (const auto& [shard, map] : m_maps) {
        STOWAGE_TRY(map->check());
    }
    return {};
}

const std::shared_ptr<MappedFile>& MappedShards::mapOf(std::uint32_t tensor) const {
    return m_maps.at(m_work.stored(tensor).location.shard);
}

/// Keeps the disk busy with what will be copied next out of the maps that there are. Bytes of
/// strided tensors count as copied, so that it may run less far ahead of those.
void MappedShards::expectAhead() {
    while (m_expecting < m_copies.size() && m_expectedBytes < m_copiedBytes + kMappedAhead) {
        const TensorLocation& place = m_work.stored(m_copies[m_expecting]).location;
        const auto map = m_maps.find(place.shard);
        if (map == m_maps.end()) {
            return;
        }
        const std::uint64_t length = std::min(kMappedAhead, place.length - m_expectedPart);
        map->second->expect(place.offset + m_expectedPart, length);
        m_expectedBytes += length;
        m_expectedPart += length;
        if (m_expectedPart == place.length) {
            m_expectedPart = 0;
            ++m_expecting;
        }
    }
}

}  // namespace stowage
