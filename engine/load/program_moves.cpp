// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a program that move bytes.
#include "engine/load/per_tensor_files.h"
#include "engine/load/program_runner.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

std::uint64_t scaled(std::uint64_t bytes, DType from, DType to) {
    return bytes * storedBits(to) / storedBits(from);
}

/// Bytes in `from` of which neither they nor what they are cast to exceed a slot of the ring.
std::uint64_t partSize(DType from, DType to) {
    return kReadBytes * storedBits(from) / std::max(storedBits(from), storedBits(to));
}

}  // namespace

Result<std::span<const std::byte>> ProgramRunner::hostContent(std::uint32_t buffer) const {
    const ProgramBuffer& wanted = described(buffer);
    if (!deviceOf(buffer).isHostAddressable()) {
        return fail(ErrorCode::Internal, "A step of this load would read the memory of " +
                                             deviceLabel(wanted.device) + " from the host.");
    }
    return std::span<const std::byte>(memory(buffer).data(), memory(buffer).size());
}

Result<void> ProgramRunner::send(const LoadOp& op, std::span<const std::byte> source, DType from,
                                 DType to, const Sink& sink) {
    std::span<std::byte> slot;
    if (from != to) {
        const Result<const StagingRing*> staging = ring();
        if (!staging) {
            return staging.unexpected();
        }
        slot = (*staging)->slot(0);
    }
    const std::uint64_t step = partSize(from, to);
    for (std::uint64_t at = 0; at < source.size(); at += step) {
        if (Result<void> go = proceed(m_work, m_work.stop); !go) {
            return go;
        }
        const std::span<const std::byte> part =
            source.subspan(at, std::min<std::uint64_t>(step, source.size() - at));
        std::span<const std::byte> ready = part;
        if (from != to) {
            const std::span<std::byte> target = slot.first(scaled(part.size(), from, to));
            if (Result<void> cast = m_work.backends.tensors->cast(from, part, to, target); !cast) {
                return cast;
            }
            ready = target;
        }
        if (Result<void> sent = sink(scaled(at, from, to), ready); !sent) {
            return sent;
        }
        moved(op, part.size());
    }
    return {};
}

Result<void> ProgramRunner::initialise(const LoadOp& op) {
    DeviceBuffer& target = memory(op.target);
    for (std::uint64_t at = 0; at < target.size(); at += kReadBytes) {
        if (Result<void> go = proceed(m_work, m_work.stop); !go) {
            return go;
        }
        const std::uint64_t length = std::min(kReadBytes, target.size() - at);
        Result<void> filled = m_work.backends.tensors->initialise(
            described(op.target).dtype, {target.data() + at, length}, op.tensor + at);
        if (!filled) {
            return filled;
        }
        moved(op, length);
    }
    return {};
}

Result<void> ProgramRunner::read(const LoadOp& op) {
    if (m_work.perTensor != nullptr) {
        const PerTensorFiles::Place& place = m_work.perTensor->place(op.tensor);
        const auto file = RandomAccessFile::open(place.path);
        return file ? readContiguous(op, **file, place.offset) : Result<void>(file.unexpected());
    }
    const StoredTensor& stored = m_work.stored(op.tensor);
    if (!stored.strides.empty()) {
        return readStrided(op);
    }
    return readContiguous(op, *m_work.schedule.checkpoint->shards[stored.location.shard],
                          stored.location.offset);
}

Result<void> ProgramRunner::readContiguous(const LoadOp& op, const RandomAccessFile& file,
                                           std::uint64_t offset) {
    DeviceBuffer& target = memory(op.target);
    for (std::uint64_t at = 0; at < target.size(); at += kReadBytes) {
        const std::uint64_t length = std::min(kReadBytes, target.size() - at);
        Result<void> done =
            readFrom(m_work, file, offset + at, {target.data() + at, length}, m_work.stop);
        if (!done) {
            return done;
        }
        moved(op, length);
    }
    return {};
}

Result<void> ProgramRunner::readStrided(const LoadOp& op) {
    const StoredTensor& stored = m_work.stored(op.tensor);
    Result<HostScratch> extent = HostScratch::map(stored.location.length);
    if (!extent) {
        return extent.unexpected();
    }
    const std::span<std::byte> bytes = extent->bytes();
    for (std::uint64_t at = 0; at < bytes.size(); at += kReadBytes) {
        const std::uint64_t length = std::min<std::uint64_t>(kReadBytes, bytes.size() - at);
        Result<void> done = readRange(m_work, stored.location.shard, stored.location.offset + at,
                                      bytes.subspan(at, length), m_work.stop);
        if (!done) {
            return done;
        }
    }
    DeviceBuffer& target = memory(op.target);
    Result<void> gathered = m_work.backends.tensors->gather(
        stored.dtype, stored.shape, stored.strides, bytes, {target.data(), target.size()});
    moved(op, gathered ? target.size() : 0);
    return gathered;
}

Result<void> ProgramRunner::copy(const LoadOp& op) {
    DeviceBuffer& source = memory(op.source);
    DeviceBuffer& target = memory(op.target);
    const DType from = described(op.source).dtype;
    const DType to = described(op.target).dtype;
    DeviceMemory& device = deviceOf(op.target);
    if (described(op.source).device != described(op.target).device) {
        const Result<std::span<const std::byte>> content = hostContent(op.source);
        if (!content) {
            return content.unexpected();
        }
        return send(op, *content, from, to,
                    [&](std::uint64_t offset, std::span<const std::byte> part) {
                        return device.write(target, offset, part, m_work.stop);
                    });
    }
    if (from != to) {
        return castWithin(op);
    }
    Result<void> copied = device.copyWithin(target, source, m_work.stop);
    moved(op, copied ? source.size() : 0);
    return copied;
}

/// copy_ between two dtypes: both lie on the device, so the link is not crossed.
Result<void> ProgramRunner::castWithin(const LoadOp& op) {
    const DType from = described(op.source).dtype;
    const DType to = described(op.target).dtype;
    if (!deviceOf(op.target).isHostAddressable()) {
        Result<void> cast =
            m_work.backends.tensors->castOnDevice(from, memory(op.source), to, memory(op.target));
        moved(op, cast ? memory(op.source).size() : 0);
        return cast;
    }
    const std::span<const std::byte> source(memory(op.source).data(), memory(op.source).size());
    const std::uint64_t step = partSize(from, to);
    for (std::uint64_t at = 0; at < source.size(); at += step) {
        if (Result<void> go = proceed(m_work, m_work.stop); !go) {
            return go;
        }
        const auto part = source.subspan(at, std::min<std::uint64_t>(step, source.size() - at));
        const std::span<std::byte> target{memory(op.target).data() + scaled(at, from, to),
                                          scaled(part.size(), from, to)};
        if (Result<void> cast = m_work.backends.tensors->cast(from, part, to, target); !cast) {
            return cast;
        }
        moved(op, part.size());
    }
    return {};
}

Result<void> ProgramRunner::storeBuffer(const LoadOp& op) {
    const Result<std::span<const std::byte>> content = hostContent(op.source);
    return content ? store(op, *content, described(op.source).dtype)
                   : Result<void>(content.unexpected());
}

Result<void> ProgramRunner::store(const LoadOp& op, std::span<const std::byte> source, DType from) {
    return send(op, source, from, m_work.scheduled(op.tensor).dtype,
                [&](std::uint64_t offset, std::span<const std::byte> part) {
                    return m_work.model.store()->write(op.tensor, offset, part);
                });
}

Result<void> ProgramRunner::stash(const LoadOp& op) {
    const Result<std::span<const std::byte>> content = hostContent(op.source);
    return content ? stashContent(op, *content, described(op.source).dtype)
                   : Result<void>(content.unexpected());
}

Result<void> ProgramRunner::stashContent(const LoadOp& op, std::span<const std::byte> content,
                                         DType dtype) {
    if (m_stash == nullptr) {
        Result<std::unique_ptr<StashFile>> made = StashFile::create();
        if (!made) {
            return made.unexpected();
        }
        m_stash = std::move(made).value();
    }
    return send(op, content, dtype, dtype, [&](std::uint64_t, std::span<const std::byte> part) {
        return m_stash->append(op.tensor, part);
    });
}

Result<void> ProgramRunner::unstash(const LoadOp& op) {
    const DType from = m_work.stored(op.tensor).dtype;
    const DType to = described(op.target).dtype;
    DeviceBuffer& target = memory(op.target);
    const Result<const StagingRing*> staging = ring();
    if (!staging) {
        return staging.unexpected();
    }
    const std::uint64_t step = partSize(from, to);
    const std::uint64_t bytes = scaled(target.size(), to, from);
    for (std::uint64_t at = 0; at < bytes; at += step) {
        if (Result<void> go = proceed(m_work, m_work.stop); !go) {
            return go;
        }
        const std::uint64_t length = std::min(step, bytes - at);
        const std::span<std::byte> place{target.data() + scaled(at, from, to),
                                         scaled(length, from, to)};
        const std::span<std::byte> part = from == to ? place : (*staging)->slot(1).first(length);
        Result<void> done = m_stash->read(op.tensor, at, part);
        if (done && from != to) {
            done = m_work.backends.tensors->cast(from, part, to, place);
        }
        if (!done) {
            return done;
        }
        moved(op, place.size());
    }
    return {};
}

Result<void> ProgramRunner::mapFiles() {
    for (std::uint32_t index = 0; index < m_work.schedule.tensors.size(); ++index) {
        const std::uint32_t shard = m_work.stored(index).location.shard;
        if (m_maps.contains(shard)) {
            continue;
        }
        if (Result<void> mapped = mapFile(shard); !mapped) {
            return mapped;
        }
    }
    return {};
}

Result<void> ProgramRunner::mapFile(std::uint32_t shard) {
    Result<std::shared_ptr<MappedFile>> map =
        MappedFile::map(m_work.schedule.checkpoint->shards[shard]);
    if (!map) {
        return map.unexpected();
    }
    m_maps.emplace(shard, std::move(map).value());
    return {};
}

Result<void> ProgramRunner::unmapFile(std::uint32_t shard) {
    Result<void> whole = m_maps.at(shard)->check();
    m_maps.erase(shard);  // views keep their own share
    return whole;
}

Result<void> ProgramRunner::unmapFiles() {
    for (const auto& [shard, map] : m_maps) {
        if (Result<void> whole = map->check(); !whole) {
            return whole;
        }
    }
    m_maps.clear();  // views keep their own share
    return {};
}

Result<void> ProgramRunner::bindMapped(const LoadOp& op) {
    const TensorLocation& place = m_work.stored(op.tensor).location;
    const std::shared_ptr<MappedFile>& map = m_maps.at(place.shard);
    if (Result<void> whole = map->check(); !whole) {
        return whole;
    }
    m_work.model.setBuffer(op.tensor,
                           std::make_shared<MappedView>(map, place.offset, place.length));
    return {};
}

Result<void> ProgramRunner::moveMapped(const LoadOp& op) {
    const StoredTensor& stored = m_work.stored(op.tensor);
    const MappedFile& map = *m_maps.at(stored.location.shard);
    if (Result<void> whole = map.check(); !whole) {
        return whole;
    }
    const std::span<std::byte> bytes = map.bytes(stored.location.offset, stored.location.length);
    Result<void> done =
        stored.strides.empty() ? deliverMapped(op, bytes) : moveMappedStrided(op, bytes);
    m_work.monitor.countRead(done ? bytes.size() : 0);
    return done ? map.check() : done;
}

Result<void> ProgramRunner::moveMappedStrided(const LoadOp& op, std::span<std::byte> extent) {
    const StoredTensor& stored = m_work.stored(op.tensor);
    Result<HostScratch> dense = HostScratch::map(denseBytes(stored));
    if (!dense) {
        return dense.unexpected();
    }
    Result<void> gathered = m_work.backends.tensors->gather(stored.dtype, stored.shape,
                                                            stored.strides, extent, dense->bytes());
    return gathered ? deliverMapped(op, dense->bytes()) : gathered;
}

Result<void> ProgramRunner::deliverMapped(const LoadOp& op, std::span<const std::byte> source) {
    const DType from = m_work.stored(op.tensor).dtype;
    if (op.kind == LoadOpKind::StoreMapped) {
        return store(op, source, from);
    }
    if (op.kind == LoadOpKind::StashMapped) {
        return stashContent(op, source, from);
    }
    return send(op, source, from, described(op.target).dtype,
                [&](std::uint64_t offset, std::span<const std::byte> part) {
                    return deviceOf(op.target).write(memory(op.target), offset, part, m_work.stop);
                });
}

}  // namespace stowage
