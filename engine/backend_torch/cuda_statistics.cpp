// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_statistics.h"

#include <c10/cuda/CUDACachingAllocator.h>

#include <algorithm>
#include <set>
#include <utility>

namespace stowage {

namespace {

namespace caching = c10::cuda::CUDACachingAllocator;

// The order of StatType in every version: all, small pool, large pool.
constexpr std::size_t kAll = 0;
constexpr std::size_t kSmall = 1;
constexpr std::size_t kLarge = 2;

std::uint64_t positive(std::int64_t figure) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(figure, 0));
}

template <class Stat>
AllocatorCounter counterOf(const Stat& stat) {
    return {positive(stat.current), positive(stat.peak), positive(stat.allocated),
            positive(stat.freed)};
}

template <class Stats>
AllocatorPoolCounters countersOf(const Stats& stats) {
    return {counterOf(stats[kAll]), counterOf(stats[kSmall]), counterOf(stats[kLarge])};
}

/// Before 2.1 nobody counted what was asked for before rounding.
template <class DeviceStats>
AllocatorPoolCounters requestedOf(const DeviceStats& stats) {
    if constexpr (requires { stats.requested_bytes; }) {
        return countersOf(stats.requested_bytes);
    } else {
        return countersOf(stats.allocated_bytes);
    }
}

template <class Block>
std::uint64_t requestedOfBlock(const Block& block) {
    if constexpr (requires { block.requested_size; }) {
        return block.requested_size == 0 ? block.size : block.requested_size;
    } else {
        return block.size;
    }
}

template <class Segment>
SegmentSnapshot describe(const Segment& segment, const std::map<std::uint64_t, std::string>& owners,
                         std::uint64_t id) {
    SegmentSnapshot described;
    described.id = id;
    described.pool = segment.is_large ? AllocatorPool::Large : AllocatorPool::Small;
    described.size = segment.total_size;
    std::uint64_t offset = 0;
    for (const auto& block : segment.blocks) {
        BlockSnapshot shown;
        shown.offset = offset;
        shown.size = block.size;
        shown.active = block.active;
        shown.requested = block.active ? requestedOfBlock(block) : 0;
        const auto owner = owners.find(static_cast<std::uint64_t>(segment.address) + offset);
        if (block.active && owner != owners.end()) {
            shown.owner = owner->second;
        }
        described.blocks.push_back(std::move(shown));
        offset += block.size;
    }
    return described;
}

}  // namespace

AllocatorCounters cudaCounters(int ordinal) {
    const auto stats = caching::getDeviceStats(static_cast<c10::DeviceIndex>(ordinal));
    AllocatorCounters counters;
    counters.allocation = countersOf(stats.allocation);
    counters.segment = countersOf(stats.segment);
    counters.active = countersOf(stats.active);
    counters.inactiveSplit = countersOf(stats.inactive_split);
    counters.allocatedBytes = countersOf(stats.allocated_bytes);
    counters.reservedBytes = countersOf(stats.reserved_bytes);
    counters.activeBytes = countersOf(stats.active_bytes);
    counters.inactiveSplitBytes = countersOf(stats.inactive_split_bytes);
    counters.requestedBytes = requestedOf(stats);
    counters.allocRetries = positive(stats.num_alloc_retries);
    counters.outOfMemories = positive(stats.num_ooms);
    return counters;
}

std::vector<SegmentSnapshot> cudaSegments(int ordinal,
                                          const std::map<std::uint64_t, std::string>& owners,
                                          std::map<std::uint64_t, std::uint64_t>& ids,
                                          std::uint64_t& nextId) {
    const auto snapshot = caching::snapshot();
    std::vector<SegmentSnapshot> segments;
    std::set<std::uint64_t> present;
    for (const auto& segment : snapshot.segments) {
        if (static_cast<int>(segment.device) != ordinal) {
            continue;
        }
        const auto address = static_cast<std::uint64_t>(segment.address);
        present.insert(address);
        const auto [known, isNew] = ids.try_emplace(address, nextId);
        nextId += isNew ? 1U : 0U;
        segments.push_back(describe(segment, owners, known->second));
    }
    std::erase_if(ids, [&](const auto& entry) { return !present.contains(entry.first); });
    return segments;
}

}  // namespace stowage
