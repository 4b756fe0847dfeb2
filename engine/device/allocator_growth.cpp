// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/allocator_growth.h"

#include "engine/device/allocator_rules.h"

#include <algorithm>

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

}  // namespace stowage
