// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_methods.h"

#include <algorithm>
#include <map>
#include <string>

namespace stowage {

namespace {

/// More shards than this (a folder of one file a tensor) are one phase.
constexpr std::size_t kMostShardPhases = 64;

/// The tensors of each shard, in the file's order.
std::map<std::uint32_t, std::vector<std::uint32_t>> tensorsByShard(const ProgramBuilder& builder) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> shards;
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        shards[builder.stored(tensor).location.shard].push_back(tensor);
    }
    for (auto& [shard, tensors] : shards) {
        std::stable_sort(tensors.begin(), tensors.end(), [&](std::uint32_t a, std::uint32_t b) {
            return builder.stored(a).location.offset < builder.stored(b).location.offset;
        });
    }
    return shards;
}

/// Places on GPUs, and those on the CPU unless these wait on disk until the last shard.
BufferList allocateBeforeReading(ProgramBuilder& builder, bool cpuWaits) {
    BufferList places(builder.count(), kNone);
    builder.phase("allocate");
    for (const std::uint32_t tensor : builder.schedule().applyOrder) {
        const DeviceId device = builder.tensors()[tensor].device;
        if (device.isGpu() || (device.kind == DeviceKind::Cpu && !cpuWaits)) {
            places[tensor] = builder.allocateLoaded(tensor, device);
            builder.bind(places[tensor]);
            builder.endItem();
        }
    }
    return places;
}

/// One shard: `which` is "" where shards are too many to be phases of their own.
void dispatchShard(ProgramBuilder& builder, const std::string& which,
                   const std::vector<std::uint32_t>& tensors, const BufferList& places,
                   bool cpuWaits) {
    if (!which.empty()) {
        builder.phase("read " + which);
    }
    BufferList shard;
    for (const std::uint32_t tensor : tensors) {
        shard.push_back(builder.allocateStored(tensor, DeviceId::cpu()));
        builder.read(shard.back());
        builder.endItem();
    }
    if (!which.empty()) {
        builder.phase("send " + which);
    }
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (cpuWaits && builder.tensors()[tensors[i]].device.kind == DeviceKind::Cpu) {
            builder.stash(shard[i]);
        } else {
            deliverToPlace(builder, tensors[i], shard[i], places[tensors[i]]);
        }
        builder.endItem();
    }
    for (const std::uint32_t buffer : shard) {
        builder.release(buffer);
    }
}

}  // namespace

void programSharded(ProgramBuilder& builder) {
    // Accelerate's offload_state_dict, which it turns on by itself when something lies on disk.
    const bool cpuWaits =
        std::any_of(builder.tensors().begin(), builder.tensors().end(),
                    [](const auto& tensor) { return tensor.device.kind == DeviceKind::Disk; });
    const BufferList places = allocateBeforeReading(builder, cpuWaits);
    const auto shards = tensorsByShard(builder);
    const bool areFew = shards.size() <= kMostShardPhases;
    if (!areFew) {
        builder.phase("read and send shards");
    }
    std::size_t number = 0;
    for (const auto& [shard, tensors] : shards) {
        const std::string which =
            "shard " + std::to_string(++number) + " of " + std::to_string(shards.size());
        dispatchShard(builder, areFew ? which : "", tensors, places, cpuWaits);
    }
    if (!cpuWaits) {
        return;
    }
    builder.phase("reload what stays on the CPU");
    for (const std::uint32_t tensor : builder.schedule().applyOrder) {
        if (builder.tensors()[tensor].device.kind == DeviceKind::Cpu) {
            const std::uint32_t place = builder.allocateLoaded(tensor, DeviceId::cpu());
            builder.unstash(place);
            builder.bind(place);
            builder.endItem();
        }
    }
}

}  // namespace stowage
