// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/read_ranges.h"

#include <algorithm>
#include <tuple>

namespace stowage {

const StoredTensor& storedOf(const LoadSchedule& schedule, std::uint32_t scheduled) {
    return schedule.checkpoint->tensors[schedule.tensors[scheduled].stored];
}

std::vector<std::uint32_t> contiguousByOffset(const LoadSchedule& schedule) {
    std::vector<std::uint32_t> tensors;
    for (std::uint32_t index = 0; index < schedule.tensors.size(); ++index) {
        const StoredTensor& stored = storedOf(schedule, index);
        if (stored.strides.empty() && stored.location.length > 0) {
            tensors.push_back(index);
        }
    }
    std::sort(tensors.begin(), tensors.end(), [&](std::uint32_t a, std::uint32_t b) {
        const TensorLocation& left = storedOf(schedule, a).location;
        const TensorLocation& right = storedOf(schedule, b).location;
        return std::tie(left.shard, left.offset, a) < std::tie(right.shard, right.offset, b);
    });
    return tensors;
}

std::vector<ReadRange> mergeNeighbours(const LoadSchedule& schedule,
                                       const std::vector<std::uint32_t>& tensors) {
    std::vector<ReadRange> ranges;
    for (const std::uint32_t tensor : tensors) {
        const TensorLocation& location = storedOf(schedule, tensor).location;
        if (!ranges.empty()) {
            ReadRange& last = ranges.back();
            const std::uint64_t end = last.offset + last.length;
            if (last.shard == location.shard && location.offset >= end &&
                location.offset - end < kMergedGap) {
                last.length = location.offset + location.length - last.offset;
                last.tensors.push_back(tensor);
                continue;
            }
        }
        ranges.push_back(ReadRange{location.shard, location.offset, location.length, {tensor}});
    }
    return ranges;
}

}  // namespace stowage
