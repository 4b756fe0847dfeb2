// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/page_cache.h"
#include "engine/load/execute/load_steps.h"
#include "engine/load/read_choice.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>

namespace stowage {

/// What all workers of a load have read. Bytes.
struct ReadTotals {
    std::atomic<std::uint64_t> direct{0};
    std::atomic<std::uint64_t> buffered{0};
};

/// Reads ranges for one worker; of each shard in turn it keeps one open file.
class RangeReader {
public:
    /// Both outlive the reader.
    RangeReader(const LoadWork& work, ReadTotals& totals) : m_work(work), m_totals(totals) {}

    /// Fills `target` from `offset` of the shard, and counts it. ReadMode::Direct holds as far as
    /// the file system allows; `target` must then be congruent with `offset` modulo
    /// DirectReader::kAlignment, and the whole blocks that it lies in are written to.
    /// Errors: Cancelled, Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(std::uint32_t shard, std::uint64_t offset,
                                    std::span<std::byte> target, ReadMode mode,
                                    const std::stop_token& stop);
    /// The share of a range that is in memory already; nothing where that is unknown.
    [[nodiscard]] std::optional<double> cachedShare(std::uint32_t shard, std::uint64_t offset,
                                                    std::uint64_t length);

private:
    /// Opens what tells about the shard and reads it; without them where it cannot be opened.
    void openShard(std::uint32_t shard);

    const LoadWork& m_work;
    ReadTotals& m_totals;
    std::uint32_t m_shard = std::numeric_limits<std::uint32_t>::max();
    std::optional<CachedPages> m_cached;
    std::optional<DirectReader> m_direct;
};

}  // namespace stowage
