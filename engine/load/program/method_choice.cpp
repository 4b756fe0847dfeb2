// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/method_choice.h"

#include "engine/base/byte_size.h"
#include "engine/load/program/method_programs.h"
#include "engine/load/read_choice.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace stowage {

namespace {

/// From this share of the weights on, what a map saves on the CPU is more than what copying out of
/// it costs where the rest goes to GPUs: 1.1 to 1.3 times a streamed load, as measured once with
/// simulated GPUs on two cores.
constexpr double kLeastViews = 0.2;

/// Each file of a map takes one of the mappings that the system grants a process.
constexpr std::size_t kMostFiles = 512;

/// Of the weights: all, and those that would be parts of a map.
struct ByteCounts {
    double all = 0;
    double onCpu = 0;
    double views = 0;
};

ByteCounts countBytes(const LoadSchedule& schedule) {
    ByteCounts counts;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        const auto bytes = static_cast<double>(tensor.bytes);
        const bool isOnCpu = tensor.device == DeviceId::cpu();
        const bool isView =
            isOnCpu && canBeViewOfMap(tensor, schedule.checkpoint->tensors[tensor.stored]);
        counts.all += bytes;
        counts.onCpu += isOnCpu ? bytes : 0;
        counts.views += isView ? bytes : 0;
    }
    return counts;
}

/// True where a card holds weights, or has them brought to it.
bool usesCard(const LoadSchedule& schedule) {
    const PlacementPlan& plan = *schedule.plan;
    const DeviceId runsOn = plan.executionDevice();
    return std::ranges::any_of(plan.placements, [&](const DevicePlacement& placement) {
        const DeviceId id = placement.device.id;
        return id.isGpu() && !placement.device.simulated &&
               (id == runsOn || std::ranges::find(schedule.tensors, id, &ScheduledTensor::device) !=
                                    schedule.tensors.end());
    });
}

bool areOnNetwork(const std::vector<std::shared_ptr<const RandomAccessFile>>& shards) {
    return std::ranges::any_of(shards, [](const auto& shard) {
        const auto file = shard->lease();
        return file && liesOnNetwork(**file);
    });
}

MethodChoice streamed(const Message& why) {
    return {LoadMethod::Streamed, say("Auto chose streamed: %1", why)};
}

}  // namespace

MethodChoice chooseMethod(const LoadSchedule& schedule) {
    const ByteCounts counts = countBytes(schedule);
    const auto& shards = schedule.checkpoint->shards;
    if (counts.onCpu == 0) {
        return streamed(say("no weights stay on the CPU, where a map would save copying them."));
    }
    if (usesCard(schedule)) {
        return streamed(say("cards take weights quickest out of memory that is not mapped."));
    }
    if (shards.empty()) {
        return streamed(say("there is no file yet that could be mapped."));
    }
    if (shards.size() > kMostFiles) {
        return streamed(say("there are %1 files to map, over %2.", shards.size(), kMostFiles));
    }
    if (counts.views < kLeastViews * counts.all) {
        return streamed(
            say("%1 of %2 could stay in the files as they lie there, less than a fifth.",
                formatSize(counts.views), formatSize(counts.all)));
    }
    if (areOnNetwork(shards)) {
        return streamed(
            say("the files lie on a network file system, where pages come one by one."));
    }
    return {LoadMethod::Mmap,
            say("Auto chose mmap: %1 of %2 stay on the CPU as pages of the files, read when they "
                "are used; the system may drop them and read them again.",
                formatSize(counts.views), formatSize(counts.all))};
}

}  // namespace stowage
