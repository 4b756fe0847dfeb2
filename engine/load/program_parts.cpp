// SPDX-License-Identifier: GPL-3.0-or-later
// What the generators of several methods share.
#include "engine/load/program_methods.h"

#include <algorithm>

namespace stowage {

namespace {

bool liesOnDisk(const ScheduledTensor& tensor) {
    return tensor.device.kind == DeviceKind::Disk;
}

}  // namespace

BufferList makeAndMoveModel(ProgramBuilder& builder) {
    BufferList places(builder.count(), kNone);
    builder.phase("initial weights");
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        places[tensor] = builder.allocateLoaded(tensor, DeviceId::cpu());
        builder.initialise(places[tensor]);
        builder.endItem();
    }
    builder.phase("move to devices");
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

BufferList allocatePlaces(ProgramBuilder& builder) {
    BufferList places(builder.count(), kNone);
    builder.phase("allocate");
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

void deliverToPlace(ProgramBuilder& builder, std::uint32_t tensor, std::uint32_t source,
                    std::uint32_t place) {
    if (liesOnDisk(builder.tensors()[tensor])) {
        builder.store(source);
    } else {
        builder.copy(source, place);
    }
}

BufferList loadStateDictOnDevices(ProgramBuilder& builder) {
    BufferList dict(builder.count(), kNone);
    builder.phase("load state dict");
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        const DeviceId device = builder.tensors()[tensor].device;
        const std::uint32_t onHost = builder.allocateStored(tensor, DeviceId::cpu());
        builder.read(onHost);
        dict[tensor] = onHost;
        if (device.isGpu()) {
            dict[tensor] = builder.allocateStored(tensor, device);
            builder.copy(onHost, dict[tensor]);
            builder.release(onHost);
        }
        builder.endItem();
    }
    return dict;
}

void copyAndFreeDict(ProgramBuilder& builder, const BufferList& dict, const BufferList& places) {
    builder.phase("copy");
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        deliverToPlace(builder, tensor, dict[tensor], places[tensor]);
        builder.endItem();
    }
    builder.phase("free");
    for (const std::uint32_t buffer : dict) {
        builder.release(buffer);
        builder.endItem();
    }
}

bool canBeViewOfMap(const ScheduledTensor& tensor, const StoredTensor& stored) {
    const std::uint64_t elementBytes = std::max<std::uint64_t>(storedBits(stored.dtype) / 8, 1);
    return tensor.bytes > 0 && tensor.dtype == stored.dtype && stored.strides.empty() &&
           stored.location.offset % elementBytes == 0;
}

}  // namespace stowage
