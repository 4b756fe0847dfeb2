// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/allocator_statistics.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace stowage {

using Json = nlohmann::ordered_json;

namespace {

using Entries = std::vector<std::pair<std::string, std::int64_t>>;

struct NamedCounters {
    const char* name;
    AllocatorPoolCounters AllocatorCounters::*counters;
};

constexpr std::array kPoolCounters = {
    NamedCounters{"allocation", &AllocatorCounters::allocation},
    NamedCounters{"segment", &AllocatorCounters::segment},
    NamedCounters{"active", &AllocatorCounters::active},
    NamedCounters{"inactive_split", &AllocatorCounters::inactiveSplit},
    NamedCounters{"allocated_bytes", &AllocatorCounters::allocatedBytes},
    NamedCounters{"reserved_bytes", &AllocatorCounters::reservedBytes},
    NamedCounters{"active_bytes", &AllocatorCounters::activeBytes},
    NamedCounters{"inactive_split_bytes", &AllocatorCounters::inactiveSplitBytes},
    NamedCounters{"requested_bytes", &AllocatorCounters::requestedBytes},
};

void appendCounter(Entries& entries, const std::string& name, const AllocatorCounter& counter) {
    entries.emplace_back(name + ".current", static_cast<std::int64_t>(counter.current));
    entries.emplace_back(name + ".peak", static_cast<std::int64_t>(counter.peak));
    entries.emplace_back(name + ".allocated", static_cast<std::int64_t>(counter.allocated));
    entries.emplace_back(name + ".freed", static_cast<std::int64_t>(counter.freed));
}

Json blockJson(const BlockSnapshot& block) {
    Json json{{"offset", block.offset},
              {"size", block.size},
              {"requested", block.requested},
              {"state", block.active ? "active_allocated" : "inactive"}};
    if (!block.owner.empty()) {
        json["owner"] = block.owner;
    }
    return json;
}

Json segmentJson(const SegmentSnapshot& segment) {
    Json blocks = Json::array();
    for (const BlockSnapshot& block : segment.blocks) {
        blocks.push_back(blockJson(block));
    }
    Json json{{"id", segment.id},
              {"pool", segment.pool == AllocatorPool::Small ? "small" : "large"},
              {"size", segment.size},
              {"blocks", std::move(blocks)}};
    if (segment.granule > 0) {
        json["is_expandable"] = true;
    }
    return json;
}

}  // namespace

void AllocatorCounter::add(std::uint64_t amount) {
    current += amount;
    allocated += amount;
    peak = std::max(peak, current);
}

void AllocatorCounter::remove(std::uint64_t amount) {
    current -= amount;
    freed += amount;
}

void AllocatorCounter::raisePeak(const AllocatorCounter& other) {
    peak = std::max(peak, other.peak);
}

void AllocatorPoolCounters::add(std::uint64_t amount, bool smallPool) {
    all.add(amount);
    (smallPool ? small : large).add(amount);
}

void AllocatorPoolCounters::remove(std::uint64_t amount, bool smallPool) {
    all.remove(amount);
    (smallPool ? small : large).remove(amount);
}

void AllocatorPoolCounters::resetPeaks() {
    for (AllocatorCounter* counter : {&all, &small, &large}) {
        counter->peak = counter->current;
    }
}

void AllocatorPoolCounters::raisePeaks(const AllocatorPoolCounters& other) {
    all.raisePeak(other.all);
    small.raisePeak(other.small);
    large.raisePeak(other.large);
}

void AllocatorCounters::raisePeaks(const AllocatorCounters& other) {
    for (const NamedCounters& named : kPoolCounters) {
        (this->*named.counters).raisePeaks(other.*named.counters);
    }
}

void AllocatorCounters::resetPeaks() {
    for (const NamedCounters& named : kPoolCounters) {
        (this->*named.counters).resetPeaks();
    }
}

Entries torchMemoryStats(const AllocatorCounters& counters) {
    Entries entries;
    for (const NamedCounters& named : kPoolCounters) {
        const AllocatorPoolCounters& pools = counters.*named.counters;
        const std::string name = named.name;
        appendCounter(entries, name + ".all", pools.all);
        appendCounter(entries, name + ".small_pool", pools.small);
        appendCounter(entries, name + ".large_pool", pools.large);
    }
    appendCounter(entries, "oversize_allocations", {});
    appendCounter(entries, "oversize_segments", {});
    entries.emplace_back("num_alloc_retries", static_cast<std::int64_t>(counters.allocRetries));
    entries.emplace_back("num_ooms", static_cast<std::int64_t>(counters.outOfMemories));
    entries.emplace_back("max_split_size", -1);
    std::sort(entries.begin(), entries.end());
    return entries;
}

bool SegmentSnapshot::isCached() const {
    return std::ranges::none_of(blocks, [](const BlockSnapshot& block) { return block.active; });
}

std::uint64_t SegmentSnapshot::cachedBytes(const BlockSnapshot& block) const {
    if (granule == 0) {
        return isCached() ? block.size : 0;
    }
    const std::uint64_t begin = (block.offset + granule - 1) / granule * granule;
    const std::uint64_t end = (block.offset + block.size) / granule * granule;
    return end - std::min(begin, end);
}

SegmentMapFigures figuresOf(const std::vector<SegmentSnapshot>& segments) {
    SegmentMapFigures figures;
    for (const SegmentSnapshot& segment : segments) {
        figures.reserved += segment.size;
        std::uint64_t free = 0;
        std::uint64_t cached = 0;
        for (const BlockSnapshot& block : segment.blocks) {
            if (block.active) {
                figures.allocated += block.size;
                figures.requested += block.requested;
            } else {
                free += block.size;
                cached += segment.granule > 0 ? segment.cachedBytes(block) : 0;
                figures.largestFree = std::max(figures.largestFree, block.size);
            }
        }
        cached = segment.isCached() ? free : cached;
        figures.cached += cached;
        figures.trapped += free - cached;
    }
    figures.waste = figures.allocated - figures.requested;
    if (const std::uint64_t free = figures.cached + figures.trapped; free > 0) {
        figures.fragmentation =
            1.0 - static_cast<double>(figures.largestFree) / static_cast<double>(free);
    }
    return figures;
}

Json allocatorStatisticsJson(const AllocatorCounters& counters) {
    Json json = Json::object();
    for (const auto& [key, value] : torchMemoryStats(counters)) {
        json[key] = value;
    }
    return json;
}

Json segmentMapJson(const std::vector<SegmentSnapshot>& segments) {
    Json list = Json::array();
    for (const SegmentSnapshot& segment : segments) {
        list.push_back(segmentJson(segment));
    }
    const SegmentMapFigures figures = figuresOf(segments);
    return Json{{"reserved", figures.reserved},
                {"allocated", figures.allocated},
                {"requested", figures.requested},
                {"waste", figures.waste},
                {"cached", figures.cached},
                {"trapped", figures.trapped},
                {"largest_free", figures.largestFree},
                {"fragmentation", figures.fragmentation},
                {"segments", std::move(list)}};
}

}  // namespace stowage
