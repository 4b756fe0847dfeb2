// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_program.h"

#include "engine/load/program/load_schedule.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

namespace {

bool liesOnDisk(const ScheduledTensor& tensor) {
    return tensor.device.kind == DeviceKind::Disk;
}

/// Buffers by scheduled tensor; kNone where it has none.
using BufferList = std::vector<std::uint32_t>;

/// The phases "initial weights" and "move to devices": every tensor is made on the host, then
/// moved one by one, its host memory freed as it moves. Returns the places; those on disk have
/// none, because the offload folder is written from the state dict.
BufferList makeAndMoveModel(ProgramBuilder& builder) {
    BufferList places(builder.count(), kNone);
    builder.phase(phrase("initial weights"));
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        places[tensor] = builder.allocateLoaded(tensor, DeviceId::cpu());
        builder.initialise(places[tensor]);
        builder.endItem();
    }
    builder.phase(phrase("move to devices"));
    for (const std::uint32_t tensor : builder.schedule().applyOrder) {
        const ScheduledTensor& scheduled = builder.tensors()[tensor];
        if (scheduled.device.isGpu()) {
            const std::uint32_t moved = builder.allocateLoaded(tensor, scheduled.device);
            builder.copy(places[tensor], moved);
            builder.bind(moved);
            builder.release(places[tensor]);
            places[tensor] = moved;
        } else if (liesOnDisk(scheduled)) {
            builder.release(places[tensor]);
            places[tensor] = kNone;
        } else {
            builder.bind(places[tensor]);
        }
        builder.endItem();
    }
    return places;
}

/// The phase "allocate" (`to_empty`): every place in apply order, uninitialised.
BufferList allocatePlaces(ProgramBuilder& builder) {
    BufferList places(builder.count(), kNone);
    builder.phase(phrase("allocate"));
    for (const std::uint32_t tensor : builder.schedule().applyOrder) {
        const ScheduledTensor& scheduled = builder.tensors()[tensor];
        if (!liesOnDisk(scheduled)) {
            places[tensor] = builder.allocateLoaded(tensor, scheduled.device);
            builder.bind(places[tensor]);
            builder.endItem();
        }
    }
    return places;
}

/// A state dict's tensor brought to its place, `source` on any device: copied, or stored on disk.
void deliverToPlace(ProgramBuilder& builder, std::uint32_t tensor, std::uint32_t source,
                    std::uint32_t place) {
    if (liesOnDisk(builder.tensors()[tensor])) {
        builder.store(source);
    } else {
        builder.copy(source, place);
    }
}

/// All tensors as they lie in their files, one file after the other.
std::vector<std::uint32_t> inFileOrder(const ProgramBuilder& builder) {
    std::vector<std::uint32_t> order(builder.count());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t tensor) {
        const TensorLocation& place = builder.stored(tensor).location;
        return std::pair(place.shard, place.offset);
    });
    return order;
}

/// Where torch.load() leaves a state dict.
enum class MapLocation { Host, Devices };

/// The phase "load state dict": each tensor is read whole to the host and, with the devices as
/// map_location, brought as it is stored to the GPU where it goes.
BufferList loadStateDict(ProgramBuilder& builder, MapLocation location) {
    BufferList dict(builder.count(), kNone);
    builder.phase(phrase("load state dict"));
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        const DeviceId device = builder.tensors()[tensor].device;
        const std::uint32_t onHost = builder.allocateStored(tensor, DeviceId::cpu());
        builder.read(onHost);
        dict[tensor] = onHost;
        if (location == MapLocation::Devices && device.isGpu()) {
            dict[tensor] = builder.allocateStored(tensor, device);
            builder.copy(onHost, dict[tensor]);
            builder.release(onHost);
        }
        builder.endItem();
    }
    return dict;
}

/// The phase "release".
void freeDict(ProgramBuilder& builder, const BufferList& dict) {
    builder.phase(phrase("release"));
    for (const std::uint32_t buffer : dict) {
        builder.release(buffer);
        builder.endItem();
    }
}

/// The phases "copy" (everything from the dict to its place) and "release".
void copyAndFreeDict(ProgramBuilder& builder, const BufferList& dict, const BufferList& places) {
    builder.phase(phrase("copy"));
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        deliverToPlace(builder, tensor, dict[tensor], places[tensor]);
        builder.endItem();
    }
    freeDict(builder, dict);
}

/// More shards than this (a folder of one file a tensor) are one phase.
constexpr std::size_t kMostShardPhases = 64;

/// One file, with its tensors in the order in which they lie there.
struct Shard {
    Message reading;  ///< the phase "read shard 1 of 6"; "" where shards are too many for their own
    Message sending;  ///< "send shard 1 of 6", as well
    std::vector<std::uint32_t> tensors;
};

/// The files in order.
struct ShardList {
    std::vector<Shard> files;
    bool areFew = true;  ///< enough for phases of their own
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
        Shard& file = list.files.emplace_back();
        if (list.areFew) {
            file.reading = say("read shard %1 of %2", list.files.size(), shards.size());
            file.sending = say("send shard %1 of %2", list.files.size(), shards.size());
        }
        file.tensors = std::move(tensors);
    }
    return list;
}

/// Places on GPUs, and those on the CPU unless these wait on disk until the last shard.
BufferList allocateBeforeReading(ProgramBuilder& builder, bool cpuWaits) {
    BufferList places(builder.count(), kNone);
    builder.phase(phrase("allocate"));
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

void dispatchShard(ProgramBuilder& builder, const Shard& file, const BufferList& places,
                   bool cpuWaits) {
    const std::vector<std::uint32_t>& tensors = file.tensors;
    if (!file.reading.empty()) {
        builder.phase(file.reading);
    }
    BufferList shard;
    for (const std::uint32_t tensor : tensors) {
        shard.push_back(builder.allocateStored(tensor, DeviceId::cpu()));
        builder.read(shard.back());
        builder.endItem();
    }
    if (!file.sending.empty()) {
        builder.phase(file.sending);
    }
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (cpuWaits && builder.tensors()[tensors[i]].device.kind == DeviceKind::Cpu) {
            builder.spill(shard[i]);
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
    return std::ranges::any_of(builder.tensors(), liesOnDisk);
}

/// What waits on disk comes back when the last shard was read.
void reloadWaiting(ProgramBuilder& builder) {
    builder.phase(phrase("reload CPU weights"));
    for (const std::uint32_t tensor : builder.schedule().applyOrder) {
        if (builder.tensors()[tensor].device.kind == DeviceKind::Cpu) {
            const std::uint32_t place = builder.allocateLoaded(tensor, DeviceId::cpu());
            builder.reload(place);
            builder.bind(place);
            builder.endItem();
        }
    }
}

/// torch.load() of a shard: all of it in host memory before the first tensor is sent.
void programWholeShards(ProgramBuilder& builder, const ShardList& shards, bool cpuWaits) {
    const BufferList places = allocateBeforeReading(builder, cpuWaits);
    if (!shards.areFew) {
        builder.phase(phrase("read and send shards"));
    }
    for (const Shard& file : shards.files) {
        dispatchShard(builder, file, places, cpuWaits);
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
    if (liesOnDisk(scheduled)) {
        builder.storeMapped(tensor);
        return kNone;
    }
    if (!scheduled.device.isGpu() && cpuWaits) {
        builder.spillMapped(tensor);
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
        builder.phase(phrase("read shards"));
    }
    for (const Shard& file : shards.files) {
        if (!file.reading.empty()) {
            builder.phase(file.reading);
        }
        builder.mapFileOf(file.tensors.front());
        BufferList toCast;
        for (const std::uint32_t tensor : askedOrder(builder, file.tensors, entries)) {
            const std::uint32_t asStored = takeMapped(builder, tensor, cpuWaits);
            if (asStored != kNone) {
                toCast.push_back(asStored);
            }
            builder.endItem();
        }
        builder.unmapFileOf(file.tensors.front());
        castLoaded(builder, toCast);
    }
}

/// Whether `sharded` maps these files. A model that is only described counts as safetensors.
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

}  // namespace

bool canBeViewOfMap(const ScheduledTensor& tensor, const StoredTensor& stored) {
    const std::uint64_t elementBytes = std::max<std::uint64_t>(storedBits(stored.dtype) / 8, 1);
    return tensor.bytes > 0 && tensor.dtype == stored.dtype && stored.strides.empty() &&
           stored.location.offset % elementBytes == 0;
}

void programNaive(ProgramBuilder& builder) {
    const BufferList places = makeAndMoveModel(builder);
    const BufferList dict = loadStateDict(builder, MapLocation::Devices);
    copyAndFreeDict(builder, dict, places);
}

void programSequential(ProgramBuilder& builder) {
    const BufferList places = makeAndMoveModel(builder);
    const BufferList dict = loadStateDict(builder, MapLocation::Host);
    builder.phase(phrase("copy each tensor"));
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        const DeviceId device = builder.tensors()[tensor].device;
        if (device.isGpu()) {
            const std::uint32_t temporary = builder.allocateStored(tensor, device);
            builder.copy(dict[tensor], temporary);
            builder.copy(temporary, places[tensor]);
            builder.release(temporary);
        } else {
            // On the CPU `.to("cpu")` is the tensor itself: there is no temporary.
            deliverToPlace(builder, tensor, dict[tensor], places[tensor]);
        }
        builder.endItem();
    }
    freeDict(builder, dict);
}

void programMeta(ProgramBuilder& builder) {
    const BufferList places = allocatePlaces(builder);
    const BufferList dict = loadStateDict(builder, MapLocation::Devices);
    copyAndFreeDict(builder, dict, places);
}

void programMmap(ProgramBuilder& builder) {
    builder.phase(phrase("map"));
    builder.mapFiles();
    builder.phase(phrase("assign and copy"));
    for (const std::uint32_t tensor : inFileOrder(builder)) {
        const ScheduledTensor& scheduled = builder.tensors()[tensor];
        if (liesOnDisk(scheduled)) {
            builder.storeMapped(tensor);
        } else if (!scheduled.device.isGpu() && canBeViewOfMap(scheduled, builder.stored(tensor))) {
            builder.bindMapped(tensor);
        } else {
            const std::uint32_t place = builder.allocateLoaded(tensor, scheduled.device);
            builder.copyMapped(place);
            builder.bind(place);
        }
        builder.endItem();
    }
    builder.unmapFiles();
}

void programPerTensor(ProgramBuilder& builder) {
    const BufferList places = allocatePlaces(builder);
    builder.phase(phrase("load each tensor"));
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        const std::uint32_t onHost = builder.allocateStored(tensor, DeviceId::cpu());
        builder.read(onHost);
        deliverToPlace(builder, tensor, onHost, places[tensor]);
        builder.release(onHost);
        builder.endItem();
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

/// As to_empty() allocates. On GPUs, where all of it counts at once, only as far as it is read; on
/// the host pages count as they are written.
void programStreamed(ProgramBuilder& builder) {
    builder.phase(phrase("allocate"));
    for (const std::uint32_t tensor : builder.schedule().applyOrder) {
        const ScheduledTensor& scheduled = builder.tensors()[tensor];
        if (liesOnDisk(scheduled)) {
            continue;
        }
        const std::uint32_t place = builder.allocateLoaded(tensor, scheduled.device);
        if (scheduled.device.isGpu()) {
            builder.defer();
            builder.bind(place);
            builder.defer();
        } else {
            builder.bind(place);
            builder.endItem();
        }
    }
    builder.phase(phrase("read weights"));
    builder.bulkRead();
}

}  // namespace stowage
