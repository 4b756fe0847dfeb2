// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/range_reader.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr std::uint64_t kReadBlock = DirectReader::kAlignment;

/// Reads the whole blocks around `target`, and returns how many bytes of it are there.
std::uint64_t readBlocks(const DirectReader& file, std::uint64_t offset,
                         std::span<std::byte> target) {
    const std::uint64_t head = offset % kReadBlock;
    const std::uint64_t length = (head + target.size() + kReadBlock - 1) / kReadBlock * kReadBlock;
    const std::uint64_t got = file.readSome(offset - head, {target.data() - head, length});
    return std::min<std::uint64_t>(got - std::min(got, head), target.size());
}

bool isCongruent(std::uint64_t offset, const std::byte* address) {
    return reinterpret_cast<std::uintptr_t>(address) % kReadBlock == offset % kReadBlock;
}

}  // namespace

Result<void> RangeReader::read(std::uint32_t shard, std::uint64_t offset,
                               std::span<std::byte> target, ReadMode mode,
                               const std::stop_token& stop) {
    STOWAGE_TRY(proceed(m_work, stop));
    std::uint64_t done = 0;
    const bool mayBeDirect = mode == ReadMode::Direct && isCongruent(offset, target.data());
    if (mayBeDirect) {
        openShard(shard);
    }
    if (mayBeDirect && m_direct) {
        done = readBlocks(*m_direct, offset, target);
        m_totals.direct += done;
        m_work.monitor.countRead(done);
    }
    if (done == target.size()) {
        return {};
    }
    const std::span<std::byte> rest = target.subspan(done);
    Result<void> read = readRange(m_work, shard, offset + done, rest, stop);
    m_totals.buffered += read ? rest.size() : 0;
    return read;
}

std::optional<double> RangeReader::cachedShare(std::uint32_t shard, std::uint64_t offset,
                                               std::uint64_t length) {
    openShard(shard);
    return m_cached ? m_cached->sample(offset, length) : std::nullopt;
}

void RangeReader::openShard(std::uint32_t shard) {
    if (shard == m_shard) {
        return;
    }
    m_shard = shard;
    m_cached.reset();
    m_direct.reset();
    // A file that cannot be opened any more is the buffered read's failure to tell.
    if (const auto file = m_work.schedule.checkpoint->shards[shard]->lease()) {
        m_cached.emplace(**file);
        m_direct = DirectReader::open(**file);
    }
}

}  // namespace stowage
