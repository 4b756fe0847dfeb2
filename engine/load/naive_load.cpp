// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/load_prediction.h"
#include "engine/load/load_strategies.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// Buffers by index of the scheduled tensor; null where there is none (yet, or any more).
using Buffers = std::vector<std::shared_ptr<DeviceBuffer>>;

DeviceMemory& host(const LoadWork& work) {
    return *work.backends.find(DeviceId::cpu());
}

std::uint64_t bytesToLoad(const LoadWork& work) {
    std::uint64_t bytes = 0;
    for (const ScheduledTensor& tensor : work.schedule.tensors) {
        bytes += tensor.bytes;
    }
    return bytes;
}

/// Calls `step` for consecutive parts of at most kReadBytes, waiting while paused.
template <class Step>
Result<void> inParts(const LoadWork& work, std::uint32_t index, std::uint64_t bytes, Step&& step) {
    for (std::uint64_t at = 0; at < bytes; at += kReadBytes) {
        if (Result<void> go = proceed(work, work.stop); !go) {
            return go;
        }
        const std::uint64_t length = std::min(kReadBytes, bytes - at);
        if (Result<void> done = step(at, length); !done) {
            return done;
        }
        work.monitor.advance(length, work.name(index));
        work.monitor.tick();
    }
    work.monitor.itemDone();
    return {};
}

Result<std::shared_ptr<DeviceBuffer>> allocateOn(const LoadWork& work, DeviceMemory& device,
                                                 std::uint32_t index, std::uint64_t bytes) {
    if (Result<void> go = proceed(work, work.stop); !go) {
        return go.unexpected();
    }
    work.monitor.advance(0, work.name(index));
    return device.allocate(bytes);
}

/// `Model()`: every parameter is made on the host and filled.
Result<void> makeInitialWeights(const LoadWork& work, Buffers& initial) {
    work.monitor.beginPhase("initial weights", bytesToLoad(work), work.schedule.tensors.size());
    for (std::uint32_t index = 0; index < work.schedule.tensors.size(); ++index) {
        const ScheduledTensor& tensor = work.scheduled(index);
        Result<std::shared_ptr<DeviceBuffer>> buffer =
            allocateOn(work, host(work), index, tensor.bytes);
        if (!buffer) {
            return buffer.unexpected();
        }
        initial[index] = *buffer;
        Result<void> filled =
            inParts(work, index, tensor.bytes, [&](std::uint64_t at, std::uint64_t length) {
                return work.backends.tensors->initialise(
                    tensor.dtype, {initial[index]->data() + at, length}, index + at);
            });
        if (!filled) {
            return filled;
        }
    }
    return {};
}

/// `model.to(device)`: one by one in Module.to's order; what stays on the CPU is not copied, and
/// what goes to disk is dropped, because the folder is written from the state dict.
Result<void> moveToDevices(const LoadWork& work, Buffers& initial) {
    work.monitor.beginPhase("move to devices", bytesToLoad(work), work.schedule.tensors.size());
    for (const std::uint32_t index : work.schedule.applyOrder) {
        const std::shared_ptr<DeviceBuffer> source = std::move(initial[index]);
        const ScheduledTensor& tensor = work.scheduled(index);
        if (!tensor.device.isGpu()) {
            work.model.setBuffer(index, work.isOnDisk(index) ? nullptr : source);
            work.monitor.advance(tensor.bytes, work.name(index));
            work.monitor.itemDone();
            continue;
        }
        DeviceMemory& device = work.device(index);
        Result<std::shared_ptr<DeviceBuffer>> target =
            allocateOn(work, device, index, tensor.bytes);
        if (!target) {
            return target.unexpected();
        }
        work.model.setBuffer(index, *target);
        Result<void> moved =
            inParts(work, index, tensor.bytes, [&](std::uint64_t at, std::uint64_t length) {
                return device.write(**target, at, {source->data() + at, length}, work.stop);
            });
        if (!moved) {
            return moved;
        }
    }
    return {};
}

/// `torch.load(map_location=device)`: the whole dict, in the file's dtype, in tree order.
Result<void> loadStateDict(const LoadWork& work, const StagingRing& ring, Buffers& dict) {
    work.monitor.beginPhase("load state dict", work.schedule.totalBytes,
                            work.schedule.tensors.size());
    for (std::uint32_t index = 0; index < work.schedule.tensors.size(); ++index) {
        DeviceMemory& device = work.isOnDisk(index) ? host(work) : work.device(index);
        Result<std::shared_ptr<DeviceBuffer>> buffer =
            allocateOn(work, device, index, denseBytes(work.stored(index)));
        if (!buffer) {
            return buffer.unexpected();
        }
        dict[index] = *buffer;
        Result<void> read = readTensor(
            work, index, ring.slot(0), [&](std::uint64_t at, std::span<const std::byte> part) {
                Result<void> written = device.write(*dict[index], at, part, work.stop);
                work.monitor.advance(part.size(), work.name(index));
                work.monitor.tick();
                return written;
            });
        if (!read) {
            return read;
        }
        work.monitor.itemDone();
    }
    return {};
}

/// copy_ between two dtypes: both lie on the device, so the link is not crossed.
Result<void> castOnDevice(const LoadWork& work, std::uint32_t index, std::uint64_t storedOffset,
                          std::span<const std::byte> part) {
    const DType from = work.stored(index).dtype;
    const DType to = work.scheduled(index).dtype;
    const auto scaled = [&](std::uint64_t bytes) {
        return bytes * storedBits(to) / storedBits(from);
    };
    std::byte* const target = work.model.buffer(index)->data() + scaled(storedOffset);
    return work.backends.tensors->cast(from, part, to, {target, scaled(part.size())});
}

Result<void> copyOne(const LoadWork& work, std::uint32_t index, const StagingRing& ring,
                     const DeviceBuffer& source) {
    if (!work.isCast(index) && !work.isOnDisk(index)) {
        Result<void> copied =
            work.device(index).copyWithin(*work.model.buffer(index), source, work.stop);
        work.monitor.advance(source.size(), work.name(index));
        work.monitor.itemDone();
        return copied;
    }
    const std::uint64_t step = partBytes(work, index);
    for (std::uint64_t at = 0; at < source.size(); at += step) {
        if (Result<void> go = proceed(work, work.stop); !go) {
            return go;
        }
        const std::uint64_t length = std::min(step, source.size() - at);
        const std::span<const std::byte> part{source.data() + at, length};
        Result<void> sent = work.isOnDisk(index)
                                ? deliver(work, index, at, part, ring.slot(1), work.stop)
                                : castOnDevice(work, index, at, part);
        if (!sent) {
            return sent;
        }
        work.monitor.advance(length, work.name(index));
        work.monitor.tick();
    }
    work.monitor.itemDone();
    return {};
}

/// `load_state_dict`: every tensor is copied over the initial one; then the dict goes.
Result<void> copyAll(const LoadWork& work, const StagingRing& ring, Buffers& dict) {
    std::uint64_t bytes = 0;
    for (const std::shared_ptr<DeviceBuffer>& buffer : dict) {
        bytes += buffer->size();
    }
    work.monitor.beginPhase("copy", bytes, work.schedule.tensors.size());
    for (std::uint32_t index = 0; index < work.schedule.tensors.size(); ++index) {
        if (Result<void> go = proceed(work, work.stop); !go) {
            return go;
        }
        if (Result<void> copied = copyOne(work, index, ring, *dict[index]); !copied) {
            return copied;
        }
        work.monitor.tick();
    }
    work.monitor.beginPhase("free", 0, work.schedule.tensors.size());
    for (std::shared_ptr<DeviceBuffer>& buffer : dict) {
        buffer.reset();
        work.monitor.itemDone();
    }
    return {};
}

}  // namespace

Result<void> loadNaive(const LoadWork& work) {
    Buffers initial(work.schedule.tensors.size());
    if (Result<void> made = makeInitialWeights(work, initial); !made) {
        return made;
    }
    if (Result<void> moved = moveToDevices(work, initial); !moved) {
        return moved;
    }
    const Result<StagingRing> ring = StagingRing::make();
    if (!ring) {
        return ring.unexpected();
    }
    Buffers dict(work.schedule.tensors.size());
    if (Result<void> loaded = loadStateDict(work, *ring, dict); !loaded) {
        return loaded;
    }
    if (Result<void> copied = copyAll(work, *ring, dict); !copied) {
        return copied;
    }
    return work.model.store() == nullptr ? Result<void>() : work.model.store()->commit();
}

}  // namespace stowage
