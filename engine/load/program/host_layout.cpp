// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/host_layout.h"

#include "engine/base/byte_size.h"
#include "engine/base/page_cache.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stowage {

namespace {

constexpr std::uint64_t kSmallestArena = kMiB;

bool liesAsInFile(const LoadSchedule& schedule, std::uint32_t index) {
    const ScheduledTensor& tensor = schedule.tensors[index];
    const StoredTensor& stored = schedule.stored(index);
    const std::uint64_t elementBytes = std::max<std::uint64_t>(storedBits(stored.dtype) / 8, 1);
    return tensor.device == DeviceId::cpu() && tensor.dtype == stored.dtype &&
           tensor.bytes == stored.location.length && stored.location.offset % elementBytes == 0;
}

/// The tensors that may lie in arenas, none of them over another.
std::vector<std::uint32_t> suitable(const LoadSchedule& schedule) {
    std::vector<std::uint32_t> tensors;
    std::map<std::uint32_t, std::uint64_t> bytes;  // by shard
    std::uint32_t shard = kNone;
    std::uint64_t end = 0;
    for (const std::uint32_t index : contiguousByOffset(schedule)) {
        const TensorLocation& location = schedule.stored(index).location;
        const bool overlaps = location.shard == shard && location.offset < end;
        if (liesAsInFile(schedule, index) && !overlaps) {
            tensors.push_back(index);
            bytes[location.shard] += location.length;
            shard = location.shard;
            end = location.offset + location.length;
        }
    }
    std::erase_if(tensors, [&](std::uint32_t index) {
        return bytes[schedule.stored(index).location.shard] < kSmallestArena;
    });
    return tensors;
}

}  // namespace

std::vector<std::uint32_t> contiguousByOffset(const LoadSchedule& schedule) {
    std::vector<std::uint32_t> tensors;
    for (std::uint32_t index = 0; index < schedule.tensors.size(); ++index) {
        const StoredTensor& stored = schedule.stored(index);
        if (stored.strides.empty() && stored.location.length > 0) {
            tensors.push_back(index);
        }
    }
    std::sort(tensors.begin(), tensors.end(), [&](std::uint32_t a, std::uint32_t b) {
        const TensorLocation& left = schedule.stored(a).location;
        const TensorLocation& right = schedule.stored(b).location;
        return std::tie(left.shard, left.offset, a) < std::tie(right.shard, right.offset, b);
    });
    return tensors;
}

std::vector<ReadRange> mergeNeighbours(const LoadSchedule& schedule,
                                       const std::vector<std::uint32_t>& tensors) {
    std::vector<ReadRange> ranges;
    for (const std::uint32_t tensor : tensors) {
        const TensorLocation& location = schedule.stored(tensor).location;
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

bool castsAny(const LoadSchedule& schedule) {
    for (std::uint32_t index = 0; index < schedule.tensors.size(); ++index) {
        if (schedule.isCast(index)) {
            return true;
        }
    }
    return false;
}

bool fillsCards(const LoadSchedule& schedule) {
    const auto isFilled = [&schedule](const DevicePlacement& placement) {
        const DeviceInfo& device = placement.device;
        return device.id.isGpu() && !device.simulated &&
               std::ranges::any_of(schedule.tensors, [&device](const ScheduledTensor& tensor) {
                   return tensor.device == device.id;
               });
    };
    return std::ranges::any_of(schedule.plan->placements, isFilled);
}

std::uint64_t stagingBytes(const LoadSchedule& schedule) {
    return schedule.method == LoadMethod::Streamed && fillsCards(schedule) ? kCardStagingBytes
                                                                           : kStagingBytes;
}

std::uint64_t stagingUse(const LoadSchedule& schedule) {
    if (fillsCards(schedule)) {
        return kCardStagingBytes;
    }
    std::uint64_t staged = 0;
    std::uint64_t cast = 0;
    for (std::uint32_t index = 0; index < schedule.tensors.size(); ++index) {
        const StoredTensor& stored = schedule.stored(index);
        const bool isGathered = !stored.strides.empty();
        staged += isGathered || liesAsInFile(schedule, index) ? 0 : stored.location.length;
        cast += schedule.isCast(index) ? schedule.tensors[index].bytes : 0;
    }
    constexpr std::uint64_t kHalf = kStagingBytes / 2;  // to read into, and to cast into
    return cast == 0 ? std::min(staged, kStagingBytes)
                     : std::min(staged, kHalf) + std::min(cast, kHalf);
}

HostLayout layOutHost(const LoadSchedule& schedule) {
    constexpr std::uint64_t kBlock = DirectReader::kAlignment;
    HostLayout layout;
    layout.places.resize(schedule.tensors.size());
    for (ReadRange& range : mergeNeighbours(schedule, suitable(schedule))) {
        if (layout.runs.empty() || layout.runs.back().range.shard != range.shard) {
            layout.arenaBytes.push_back(0);
        }
        const auto arena = static_cast<std::uint32_t>(layout.arenaBytes.size() - 1);
        std::uint64_t& used = layout.arenaBytes.back();
        const std::uint64_t begin = used + range.offset % kBlock;
        for (const std::uint32_t tensor : range.tensors) {
            const TensorLocation& location = schedule.stored(tensor).location;
            layout.places[tensor] =
                HostPlace{arena, begin + (location.offset - range.offset), location.length};
        }
        used = (begin + range.length + kBlock - 1) / kBlock * kBlock;
        layout.runs.push_back(HostRun{std::move(range), arena, begin});
    }
    return layout;
}

}  // namespace stowage
