// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/segment_map.h"

#include <algorithm>

namespace stowage {

bool SegmentSnapshot::isCached() const {
    return std::none_of(blocks.begin(), blocks.end(),
                        [](const BlockSnapshot& block) { return block.active; });
}

SegmentMapFigures figuresOf(const std::vector<SegmentSnapshot>& segments) {
    SegmentMapFigures figures;
    for (const SegmentSnapshot& segment : segments) {
        figures.reserved += segment.size;
        std::uint64_t free = 0;
        for (const BlockSnapshot& block : segment.blocks) {
            if (block.active) {
                figures.allocated += block.size;
                figures.requested += block.requested;
            } else {
                free += block.size;
                figures.largestFree = std::max(figures.largestFree, block.size);
            }
        }
        (segment.isCached() ? figures.cached : figures.trapped) += free;
    }
    figures.waste = figures.allocated - figures.requested;
    if (const std::uint64_t free = figures.cached + figures.trapped; free > 0) {
        figures.fragmentation =
            1.0 - static_cast<double>(figures.largestFree) / static_cast<double>(free);
    }
    return figures;
}

}  // namespace stowage
