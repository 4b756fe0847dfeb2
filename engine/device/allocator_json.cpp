// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/allocator_json.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace stowage {

using Json = nlohmann::ordered_json;

namespace {

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
    return Json{{"id", segment.id},
                {"pool", segment.pool == AllocatorPool::Small ? "small" : "large"},
                {"size", segment.size},
                {"blocks", std::move(blocks)}};
}

}  // namespace

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
