// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/load_steps.h"

#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/base/scratch_folder.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/load/execute/mapped_file.h"
#include "engine/load/execute/per_tensor_files.h"
#include "engine/load/execute/read_batches.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// Where tensors are spilled to disk until the last shard was read (Accelerate's
/// offload_state_dict). One file without a name in the system's folder for temporary files, so that
/// nothing stays, whatever ends the load.
class SpillFile {
public:
    /// Errors: PermissionDenied, DiskFull, WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<SpillFile>> create();

    /// Appends bytes of a tensor; its parts come in order, tensor after tensor.
    /// Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> append(std::uint32_t tensor, std::span<const std::byte> bytes);
    /// Errors: Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(std::uint32_t tensor, std::uint64_t offset,
                                    std::span<std::byte> target) const;

private:
    SpillFile(std::string folder, FileDescriptor file)
        : m_folder(std::move(folder)), m_file(std::move(file)) {}

    std::string m_folder;
    FileDescriptor m_file;
    std::uint64_t m_end = 0;
    std::map<std::uint32_t, std::uint64_t> m_begins;  ///< tensor → where its bytes begin
};

/// Not every file system can make a file without a name: there one is made and removed at once.
int openUnnamed(const std::string& folder) {
    const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (unnamed >= 0) {
        return unnamed;
    }
    std::string path = folder + "/stowage-waiting-XXXXXX";
    const int named = ::mkostemp(path.data(), O_CLOEXEC);
    if (named >= 0) {
        ::unlink(path.c_str());
    }
    return named;
}

Result<std::unique_ptr<SpillFile>> SpillFile::create() {
    const std::string folder = temporaryFolder();
    FileDescriptor file(openUnnamed(folder));
    if (file.get() < 0) {
        return writeFailure(folder, errno);
    }
    return std::unique_ptr<SpillFile>(new SpillFile(folder, std::move(file)));
}

Result<void> SpillFile::append(std::uint32_t tensor, std::span<const std::byte> bytes) {
    m_begins.try_emplace(tensor, m_end);
    STOWAGE_TRY(m_file.writeAt(m_end, bytes, m_folder));
    m_end += bytes.size();
    return {};
}

Result<void> SpillFile::read(std::uint32_t tensor, std::uint64_t offset,
                             std::span<std::byte> target) const {
    const auto failure = m_file.readAt(m_begins.at(tensor) + offset, target);
    if (!failure) {
        return {};
    }
    return fail(
        *failure != 0 ? ErrorCode::ReadFailed : ErrorCode::Truncated,
        say("The temporary file in %1, which stores tensors until they are needed, cannot be read: "
            "%2.",
            m_folder,
            *failure != 0 ? Message(systemErrorText(*failure))
                          : phrase("the file is shorter than the data that was written to it")),
        m_folder);
}

/// Of the ops of a tensor the last one of these brings its bytes to their place.
bool bringsTensor(LoadOpKind kind) {
    switch (kind) {
        case LoadOpKind::Read:
        case LoadOpKind::Copy:
        case LoadOpKind::Store:
        case LoadOpKind::CopyMapped:
        case LoadOpKind::StoreMapped:
        case LoadOpKind::BindMapped:
        case LoadOpKind::Reload:
            return true;
        case LoadOpKind::BulkRead:  // it tells of each tensor itself
        case LoadOpKind::Phase:
        case LoadOpKind::Allocate:
        case LoadOpKind::Free:
        case LoadOpKind::Initialise:
        case LoadOpKind::Bind:
        case LoadOpKind::MapFiles:
        case LoadOpKind::UnmapFiles:
        case LoadOpKind::MapFile:
        case LoadOpKind::UnmapFile:
        case LoadOpKind::Spill:
        case LoadOpKind::SpillMapped:
            break;
    }
    return false;
}

bool copiesMap(LoadOpKind kind) {
    return kind == LoadOpKind::CopyMapped || kind == LoadOpKind::StoreMapped ||
           kind == LoadOpKind::SpillMapped;
}

/// The tensors that are copied out of maps, in order.
std::vector<std::uint32_t> mapCopiesOf(const LoadProgram& program) {
    std::vector<std::uint32_t> tensors;
    for (const LoadOp& op : program.ops) {
        if (copiesMap(op.kind)) {
            tensors.push_back(op.tensor);
        }
    }
    return tensors;
}

std::uint64_t scaled(std::uint64_t bytes, DType from, DType to) {
    return bytes * storedBits(to) / storedBits(from);
}

/// Bytes in `from` of which neither they nor what they are cast to exceed a slot of the ring.
std::uint64_t partSize(DType from, DType to) {
    return kReadBytes * storedBits(from) / std::max(storedBits(from), storedBits(to));
}

}  // namespace

/// Carries out one program, with the state that this needs. One object runs once.
class ProgramRunner {
public:
    ProgramRunner(const LoadWork& work, const LoadProgram& program)
        : m_work(work),
          m_program(program),
          m_buffers(program.buffers.size()),
          m_lastMoves(work.schedule.tensors.size(), nullptr),
          m_maps(work, mapCopiesOf(program)) {
        if (work.schedule.method == LoadMethod::Streamed) {
            m_arenas.emplace(work.schedule, work.options.hostMemory);
        }
        for (const LoadOp& op : program.ops) {
            if (op.tensor < m_lastMoves.size() && bringsTensor(op.kind)) {
                m_lastMoves[op.tensor] = &op;
            }
        }
    }

    [[nodiscard]] Result<void> run() {
        for (const LoadOp& op : m_program.ops) {
            if (op.kind == LoadOpKind::Phase) {
                const ProgramPhase& phase = m_program.phases[op.tensor];
                m_work.monitor.beginPhase(phase.name, phase.bytes, phase.items);
                continue;
            }
            if (op.isDeferred) {
                m_deferred.push_back(&op);
                continue;
            }
            if (op.kind != LoadOpKind::BulkRead) {  // its workers wait, and take the steps, alone
                STOWAGE_TRY(hostShort(m_work, op.tensor, proceed(m_work, m_work.stop)));
            }
            Result<void> done = blame(step(op));
            if (op.kind != LoadOpKind::Allocate) {  // an allocation names its tensor itself
                done = hostShort(m_work, op.tensor, std::move(done));
            }
            STOWAGE_TRY(done);
            if (isLastMove(op)) {
                m_work.monitor.tensorDone(m_work.name(op.tensor),
                                          denseBytes(m_work.stored(op.tensor)));
            }
            if (op.endsItem) {
                m_work.monitor.itemDone();
                m_work.gate.arrive();
                if (m_work.gate.isPaused()) {
                    m_work.monitor.reportNow();
                }
            }
        }
        OffloadStore* const store = m_work.model.store();
        return store == nullptr ? Result<void>() : store->commit();
    }

private:
    /// Receives consecutive parts of a tensor in its new dtype; `offset` counts in that dtype.
    using Sink = std::function<Result<void>(std::uint64_t offset, std::span<const std::byte> part)>;

    Result<void> step(const LoadOp& op) {
        switch (op.kind) {
            case LoadOpKind::Phase:
                return {};
            case LoadOpKind::Allocate:
                return allocate(op);
            case LoadOpKind::Free:
                release(op);
                return {};
            case LoadOpKind::Initialise:
                return initialise(op);
            case LoadOpKind::Read:
                return read(op);
            case LoadOpKind::Copy:
                return copy(op);
            case LoadOpKind::Bind:
                m_work.model.setBuffer(op.tensor, m_buffers[op.target]);
                return {};
            case LoadOpKind::Store:
            case LoadOpKind::Spill:
                return moveBuffer(op);
            case LoadOpKind::MapFiles:
                return m_maps.mapAll();
            case LoadOpKind::CopyMapped:
            case LoadOpKind::StoreMapped:
            case LoadOpKind::SpillMapped:
                return moveMapped(op);
            case LoadOpKind::BindMapped:
                return bindMapped(op);
            case LoadOpKind::UnmapFiles:
                return m_maps.unmapAll();
            case LoadOpKind::MapFile:
                return m_maps.mapFileOf(op.tensor);
            case LoadOpKind::UnmapFile:
                return m_maps.unmapFileOf(op.tensor);
            case LoadOpKind::Reload:
                return reload(op);
            case LoadOpKind::BulkRead:
                return bulkRead();
        }
        return {};
    }

    Result<void> allocate(const LoadOp& op) {
        m_work.monitor.advance(0, m_work.name(op.tensor));
        if (const ProgramBuffer& wanted = described(op.target); !wanted.device.isGpu()) {
            STOWAGE_TRY(hostShort(m_work, op.tensor, m_work.ram.check(wanted.bytes)));
        }
        Result<std::shared_ptr<DeviceBuffer>> buffer = bufferFor(op);
        if (!buffer) {
            return refusedAllocation(m_work, described(op.target), buffer.error());
        }
        m_buffers[op.target] = std::move(buffer).value();
        return {};
    }

    /// A place in an arena where the method and the tensor have one, else memory of its own.
    Result<std::shared_ptr<DeviceBuffer>> bufferFor(const LoadOp& op) {
        const ProgramBuffer& wanted = described(op.target);
        const std::string& owner = m_work.name(op.tensor);
        DeviceMemory& device = deviceOf(op.target);
        if (m_arenas && !wanted.device.isGpu()) {
            Result<std::shared_ptr<DeviceBuffer>> part = m_arenas->take(op.tensor, device, owner);
            if (!part || *part != nullptr) {
                return part;
            }
        }
        return device.allocateFor(wanted.bytes, owner);
    }

    [[nodiscard]] bool isLastMove(const LoadOp& op) const {
        return op.tensor != kNone && &op == m_lastMoves[op.tensor];
    }

    /// What is large on the host is sampled before it goes.
    void release(const LoadOp& op) {
        constexpr std::uint64_t kLarge = 16 * kMiB;
        const ProgramBuffer& buffer = described(op.target);
        if (!buffer.device.isGpu() && buffer.bytes >= kLarge) {
            m_work.monitor.sampleNow();
        }
        m_buffers[op.target].reset();
    }

    Result<void> initialise(const LoadOp& op) {
        DeviceBuffer& target = memory(op.target);
        for (std::uint64_t at = 0; at < target.size(); at += kReadBytes) {
            STOWAGE_TRY(proceed(m_work, m_work.stop));
            const std::uint64_t length = std::min(kReadBytes, target.size() - at);
            STOWAGE_TRY(m_work.backends.tensors->initialise(
                described(op.target).dtype, {target.data() + at, length}, op.tensor + at));
            moved(op, length);
        }
        return {};
    }

    Result<void> read(const LoadOp& op) {
        if (m_work.perTensor != nullptr) {
            const PerTensorFiles::Place& place = m_work.perTensor->place(op.tensor);
            const auto file = RandomAccessFile::open(place.path);
            return file ? readContiguous(op, **file, place.offset)
                        : Result<void>(file.unexpected());
        }
        const StoredTensor& stored = m_work.stored(op.tensor);
        if (!stored.strides.empty()) {
            DeviceBuffer& target = memory(op.target);
            Result<void> done = readGathered(m_work, op.tensor, {target.data(), target.size()});
            moved(op, done ? target.size() : 0);
            return done;
        }
        return readContiguous(op, *m_work.schedule.checkpoint->shards[stored.location.shard],
                              stored.location.offset);
    }

    Result<void> readContiguous(const LoadOp& op, const RandomAccessFile& file,
                                std::uint64_t offset) {
        DeviceBuffer& target = memory(op.target);
        for (std::uint64_t at = 0; at < target.size(); at += kReadBytes) {
            const std::uint64_t length = std::min(kReadBytes, target.size() - at);
            STOWAGE_TRY(
                readFrom(m_work, file, offset + at, {target.data() + at, length}, m_work.stop));
            moved(op, length);
        }
        return {};
    }

    Result<void> copy(const LoadOp& op) {
        if (described(op.source).device != described(op.target).device) {
            return moveBuffer(op);
        }
        if (described(op.source).dtype != described(op.target).dtype) {
            return castWithin(op);
        }
        const DeviceBuffer& source = memory(op.source);
        Result<void> copied =
            deviceOf(op.target).copyWithin(memory(op.target), source, m_work.stop);
        moved(op, copied ? source.size() : 0);
        return copied;
    }

    /// copy_ between two dtypes: both lie on the device, so the link is not crossed.
    Result<void> castWithin(const LoadOp& op) {
        const DType from = described(op.source).dtype;
        const DType to = described(op.target).dtype;
        if (!deviceOf(op.target).isHostAddressable()) {
            Result<void> cast = m_work.backends.tensors->castOnDevice(from, memory(op.source), to,
                                                                      memory(op.target));
            moved(op, cast ? memory(op.source).size() : 0);
            return cast;
        }
        const std::span<const std::byte> source(memory(op.source).data(), memory(op.source).size());
        const std::uint64_t step = partSize(from, to);
        for (std::uint64_t at = 0; at < source.size(); at += step) {
            STOWAGE_TRY(proceed(m_work, m_work.stop));
            const auto part = source.subspan(at, std::min<std::uint64_t>(step, source.size() - at));
            const std::span<std::byte> target{memory(op.target).data() + scaled(at, from, to),
                                              scaled(part.size(), from, to)};
            STOWAGE_TRY(m_work.backends.tensors->cast(from, part, to, target));
            moved(op, part.size());
        }
        return {};
    }

    /// Of a buffer that the host can read: to where the kind of step says.
    Result<void> moveBuffer(const LoadOp& op) {
        const Result<std::span<const std::byte>> content = hostContent(op.source);
        STOWAGE_TRY(content);
        return moveContent(op, *content, described(op.source).dtype);
    }

    Result<void> moveContent(const LoadOp& op, std::span<const std::byte> content, DType from) {
        if (op.kind == LoadOpKind::Store || op.kind == LoadOpKind::StoreMapped) {
            return store(op, content, from);
        }
        if (op.kind == LoadOpKind::Spill || op.kind == LoadOpKind::SpillMapped) {
            return spill(op, content, from);
        }
        return send(op, content, from, described(op.target).dtype,
                    [&](std::uint64_t offset, std::span<const std::byte> part) {
                        return deviceOf(op.target).write(memory(op.target), offset, part,
                                                         m_work.stop);
                    });
    }

    Result<void> store(const LoadOp& op, std::span<const std::byte> source, DType from) {
        return send(op, source, from, m_work.scheduled(op.tensor).dtype,
                    [&](std::uint64_t offset, std::span<const std::byte> part) {
                        return m_work.model.store()->write(op.tensor, offset, part);
                    });
    }

    Result<void> spill(const LoadOp& op, std::span<const std::byte> content, DType dtype) {
        if (m_spill == nullptr) {
            Result<std::unique_ptr<SpillFile>> made = SpillFile::create();
            STOWAGE_TRY(made);
            m_spill = std::move(made).value();
        }
        return send(op, content, dtype, dtype, [&](std::uint64_t, std::span<const std::byte> part) {
            return m_spill->append(op.tensor, part);
        });
    }

    Result<void> reload(const LoadOp& op) {
        const DType from = m_work.stored(op.tensor).dtype;
        const DType to = described(op.target).dtype;
        DeviceBuffer& target = memory(op.target);
        const Result<const StagingRing*> staging = ring();
        STOWAGE_TRY(staging);
        const std::uint64_t step = partSize(from, to);
        const std::uint64_t bytes = scaled(target.size(), to, from);
        for (std::uint64_t at = 0; at < bytes; at += step) {
            STOWAGE_TRY(proceed(m_work, m_work.stop));
            const std::uint64_t length = std::min(step, bytes - at);
            const std::span<std::byte> place{target.data() + scaled(at, from, to),
                                             scaled(length, from, to)};
            const std::span<std::byte> part =
                from == to ? place : (*staging)->slot(1).first(length);
            Result<void> done = m_spill->read(op.tensor, at, part);
            if (done && from != to) {
                done = m_work.backends.tensors->cast(from, part, to, place);
            }
            STOWAGE_TRY(done);
            moved(op, place.size());
        }
        return {};
    }

    Result<void> moveMapped(const LoadOp& op) {
        const StoredTensor& stored = m_work.stored(op.tensor);
        const Result<std::span<std::byte>> bytes = m_maps.bytesToCopy(op.tensor);
        STOWAGE_TRY(bytes);
        Result<void> done = stored.strides.empty() ? moveContent(op, *bytes, stored.dtype)
                                                   : moveMappedStrided(op, *bytes);
        m_work.monitor.countRead(done ? bytes->size() : 0);
        return done ? m_maps.check(op.tensor) : done;
    }

    Result<void> moveMappedStrided(const LoadOp& op, std::span<std::byte> extent) {
        const StoredTensor& stored = m_work.stored(op.tensor);
        Result<HostScratch> dense = HostScratch::map(denseBytes(stored));
        STOWAGE_TRY(dense);
        gatherTensor(stored, extent, dense->bytes());
        return moveContent(op, dense->bytes(), stored.dtype);
    }

    Result<void> bindMapped(const LoadOp& op) {
        const Result<std::shared_ptr<MappedView>> view = m_maps.view(op.tensor);
        STOWAGE_TRY(view);
        m_work.model.setBuffer(op.tensor, *view);
        return {};
    }

    Result<void> bulkRead() {
        const Result<const StagingRing*> staging = ring();
        STOWAGE_TRY(staging);
        std::vector<std::span<const std::byte>> own = m_arenas->memory();
        own.emplace_back((*staging)->all());
        m_work.monitor.noteOwnMemory(std::move(own));
        Result<void> done = readAll(**staging);
        m_work.monitor.noteOwnMemory(m_arenas->memory());  // the ring goes with this object
        return done;
    }

    Result<void> readAll(const StagingRing& staging) {
        const std::vector<std::uint32_t> turns = turnsOf(m_work.schedule);
        std::mutex mutex;  // guards what follows, but for reads of `made`
        std::size_t next = 0;
        std::atomic<std::uint64_t> made{0};  // all turns before this one
        const auto makeUpTo = [&](std::uint32_t turn) -> Result<void> {
            for (; next < m_deferred.size() && turns[m_deferred[next]->tensor] <= turn; ++next) {
                STOWAGE_TRY(step(*m_deferred[next]));
                made = turns[m_deferred[next]->tensor];
            }
            made = std::uint64_t{turn} + 1;
            return {};
        };
        return readInBulk(m_work, staging, *m_arenas,
                          [&](std::uint32_t turn, std::uint32_t ahead) -> Result<void> {
                              std::unique_lock lock(mutex, std::try_to_lock);
                              if (lock && made <= ahead) {
                                  return makeUpTo(ahead);
                              }
                              if (!lock && made <= turn) {
                                  lock.lock();
                                  return made <= turn ? makeUpTo(turn) : Result<void>();
                              }
                              return {};
                          });
    }

    /// Sends `source` in parts to `sink`, cast through a slot of the ring where dtypes differ.
    Result<void> send(const LoadOp& op, std::span<const std::byte> source, DType from, DType to,
                      const Sink& sink) {
        std::span<std::byte> slot;
        if (from != to) {
            const Result<const StagingRing*> staging = ring();
            STOWAGE_TRY(staging);
            slot = (*staging)->slot(0);
        }
        const std::uint64_t step = partSize(from, to);
        for (std::uint64_t at = 0; at < source.size(); at += step) {
            STOWAGE_TRY(proceed(m_work, m_work.stop));
            const std::span<const std::byte> part =
                source.subspan(at, std::min<std::uint64_t>(step, source.size() - at));
            std::span<const std::byte> ready = part;
            if (from != to) {
                const std::span<std::byte> target = slot.first(scaled(part.size(), from, to));
                STOWAGE_TRY(m_work.backends.tensors->cast(from, part, to, target));
                ready = target;
            }
            STOWAGE_TRY(sink(scaled(at, from, to), ready));
            moved(op, part.size());
        }
        return {};
    }

    Result<const StagingRing*> ring() {
        if (!m_ring) {
            Result<StagingRing> made = StagingRing::make(stagingBytes(m_work.schedule));
            STOWAGE_TRY(made);
            m_ring.emplace(std::move(made).value());
            for (const std::shared_ptr<DeviceMemory>& device : m_work.backends.devices) {
                m_pins.push_back(device->pinHost(m_ring->all()));
            }
        }
        return &*m_ring;
    }

    /// A failure while a map is torn is the map's.
    Result<void> blame(Result<void> outcome) const {
        if (outcome || outcome.error().code == ErrorCode::Cancelled) {
            return outcome;
        }
        STOWAGE_TRY(m_maps.checkAll());
        return outcome;
    }

    void moved(const LoadOp& op, std::uint64_t bytes) {
        if (copiesMap(op.kind)) {
            m_maps.copied(bytes);
        }
        m_work.monitor.advance(bytes, m_work.name(op.tensor));
        m_work.monitor.tick();
    }

    /// A buffer's bytes where the host can read them. Error: Internal where it cannot: no method
    /// brings weights back from a device.
    [[nodiscard]] Result<std::span<const std::byte>> hostContent(std::uint32_t buffer) const {
        const ProgramBuffer& wanted = described(buffer);
        if (!deviceOf(buffer).isHostAddressable()) {
            return fail(
                ErrorCode::Internal,
                say("A step of this load needs the memory of %1, which the host cannot read.",
                    deviceLabel(wanted.device)));
        }
        return std::span<const std::byte>(memory(buffer).data(), memory(buffer).size());
    }

    [[nodiscard]] DeviceBuffer& memory(std::uint32_t buffer) const { return *m_buffers[buffer]; }
    [[nodiscard]] const ProgramBuffer& described(std::uint32_t buffer) const {
        return m_program.buffers[buffer];
    }

    [[nodiscard]] DeviceMemory& deviceOf(std::uint32_t buffer) const {
        return *m_work.backends.find(described(buffer).device);
    }

    const LoadWork& m_work;
    const LoadProgram& m_program;
    std::vector<std::shared_ptr<DeviceBuffer>> m_buffers;
    std::vector<const LoadOp*> m_lastMoves;  ///< by tensor: the op after which it is complete
    std::vector<const LoadOp*> m_deferred;   ///< until BulkRead
    std::optional<HostArenas> m_arenas;      ///< of `streamed` alone
    std::optional<StagingRing> m_ring;
    std::vector<std::shared_ptr<void>> m_pins;  ///< of the ring, for devices that want it locked
    std::unique_ptr<SpillFile> m_spill;
    MappedShards m_maps;
};

Result<void> runProgram(const LoadWork& work, const LoadProgram& program) {
    return ProgramRunner(work, program).run();
}

}  // namespace stowage
