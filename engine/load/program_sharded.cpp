// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_methods.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

/// More shards than this (a folder of one file a tensor) are one phase.
constexpr std::size_t kMostShardPhases = 64;

/// The files in order, each with its tensors in the order in which they lie there.
struct ShardList {
    std::vector<std::pair<std::string, std::vector<std::uint32_t>>> files;  ///< "shard 1 of 6"
    bool areFew = true;  ///< enough for a phase each
};

ShardList listShards(const ProgramBuilder& builder) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> shards;
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        shards[builder.stored(tensor).location.shard].push_back(tensor);
    }
    ShardList list;
    list.areFew = shards.size() <= kMostShardPhases;
    for (auto& [shard, tensors] : shards) {
        std::ranges::stable_sort(tensors, {}, [&](std::uint32_t tensor) {
            return builder.stored(tensor).location.offset;
        });
        list.files.emplace_back("shard " + std::to_string(list.files.size() + 1) + " of " +
                                    std::to_string(shards.size()),
                                std::move(tensors));
    }
    return list;
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

/// Whether something lies on disk: then Accelerate turns its offload_state_dict on by itself.
bool doesCpuWait(const ProgramBuilder& builder) {
    return std::ranges::any_of(builder.tensors(), [](const ScheduledTensor& tensor) {
        return tensor.device.kind == DeviceKind::Disk;
    });
}

/// What waits on disk comes back when the last shard was read.
void reloadWaiting(ProgramBuilder& builder) {
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

/// torch.load() of a shard: all of it in host memory before the first tensor is sent.
void programWholeShards(ProgramBuilder& builder, const ShardList& shards, bool cpuWaits) {
    const BufferList places = allocateBeforeReading(builder, cpuWaits);
    if (!shards.areFew) {
        builder.phase("read and send shards");
    }
    for (const auto& [name, tensors] : shards.files) {
        dispatchShard(builder, shards.areFew ? name : "", tensors, places, cpuWaits);
    }
}

/// By tensor: which entry of the plan's map covers it; none where the map names one device.
std::vector<std::size_t> entriesOf(const ProgramBuilder& builder) {
    const PlacementPlan& plan = *builder.schedule().plan;
    std::map<std::string, std::size_t, std::less<>> ranks;
    std::set<DeviceId> devices;
    for (const auto& [path, device] : plan.map.entries()) {
        ranks.emplace(path, ranks.size());
        devices.insert(device);
    }
    std::vector<std::size_t> entries;
    for (const ScheduledTensor& tensor : builder.tensors()) {
        if (devices.size() < 2) {
            return {};
        }
        std::string_view path = plan.request.tree->tensor(tensor.tensor).name;
        auto found = ranks.find(path);
        while (found == ranks.end() && !path.empty()) {
            const std::size_t dot = path.rfind('.');
            path = path.substr(0, dot == std::string_view::npos ? 0 : dot);
            found = ranks.find(path);
        }
        entries.push_back(found == ranks.end() ? ranks.size() : found->second);
    }
    return entries;
}

/// The order in which safe_open is asked for tensors. For one device that of the file; for several
/// device by device, each in the order of the map's entries.
std::vector<std::uint32_t> askedOrder(const ProgramBuilder& builder,
                                      std::vector<std::uint32_t> tensors,
                                      const std::vector<std::size_t>& entries) {
    if (!entries.empty()) {
        std::ranges::stable_sort(tensors, {}, [&](std::uint32_t tensor) {
            return std::pair(builder.tensors()[tensor].device, entries[tensor]);
        });
    }
    return tensors;
}

/// A tensor of a mapped shard. Returns what the shard's dict holds of it beside its place: where
/// it is cast, the tensor as stored, which lives on its device until the shard is done.
std::uint32_t takeMapped(ProgramBuilder& builder, std::uint32_t tensor, bool cpuWaits) {
    const ScheduledTensor& scheduled = builder.tensors()[tensor];
    const StoredTensor& stored = builder.stored(tensor);
    if (scheduled.device.kind == DeviceKind::Disk) {
        builder.storeMapped(tensor);
        return kNone;
    }
    if (!scheduled.device.isGpu() && cpuWaits) {
        builder.stashMapped(tensor);
        return kNone;
    }
    if (!scheduled.device.isGpu() && canBeViewOfMap(scheduled, stored)) {
        builder.bindMapped(tensor);
        return kNone;
    }
    if (scheduled.device.isGpu() && scheduled.dtype != stored.dtype) {
        const std::uint32_t asStored = builder.allocateStored(tensor, scheduled.device);
        builder.copyMapped(asStored);
        return asStored;
    }
    const std::uint32_t place = builder.allocateLoaded(tensor, scheduled.device);
    builder.copyMapped(place);
    builder.bind(place);
    return kNone;
}

/// What was loaded as it is stored is cast on its device, and only then goes.
void castLoaded(ProgramBuilder& builder, const BufferList& loaded) {
    for (const std::uint32_t asStored : loaded) {
        const std::uint32_t tensor = builder.tensorOf(asStored);
        const std::uint32_t place =
            builder.allocateLoaded(tensor, builder.tensors()[tensor].device);
        builder.copy(asStored, place);
        builder.bind(place);
    }
    for (const std::uint32_t asStored : loaded) {
        builder.release(asStored);
    }
}

/// safe_open() of a shard: it is mapped, and each tensor goes from its pages to where it belongs.
/// One for a GPU becomes the parameter, one for the CPU is a view of the map.
void programMappedShards(ProgramBuilder& builder, const ShardList& shards, bool cpuWaits) {
    const std::vector<std::size_t> entries = entriesOf(builder);
    if (!shards.areFew) {
        builder.phase("read shards");
    }
    for (const auto& [name, tensors] : shards.files) {
        if (shards.areFew) {
            builder.phase("read " + name);
        }
        builder.mapFileOf(tensors.front());
        BufferList toCast;
        for (const std::uint32_t tensor : askedOrder(builder, tensors, entries)) {
            const std::uint32_t asStored = takeMapped(builder, tensor, cpuWaits);
            if (asStored != kNone) {
                toCast.push_back(asStored);
            }
            builder.endItem();
        }
        builder.unmapFileOf(tensors.front());
        castLoaded(builder, toCast);
    }
}

}  // namespace

bool readsMappedShards(const Checkpoint& checkpoint) {
    switch (checkpoint.format) {
        case CheckpointFormat::Safetensors:
        case CheckpointFormat::SafetensorsShards:
        case CheckpointFormat::TreeJson:  // without a file: as models are published today
            return true;
        default:
            return false;
    }
}

void programSharded(ProgramBuilder& builder) {
    const bool cpuWaits = doesCpuWait(builder);
    const ShardList shards = listShards(builder);
    if (readsMappedShards(*builder.schedule().checkpoint)) {
        programMappedShards(builder, shards, cpuWaits);
    } else {
        programWholeShards(builder, shards, cpuWaits);
    }
    if (cpuWaits) {
        reloadWaiting(builder);
    }
}

}  // namespace stowage
