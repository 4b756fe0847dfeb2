// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_run.h"

#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "engine/load/bulk_read.h"
#include "engine/load/load_preflight.h"
#include "engine/load/program_model.h"
#include "engine/load/program_runner.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// What a device can still give, as far as that is known.
std::optional<std::uint64_t> freeBytesOf(const DeviceMemory& device) {
    if (!device.info().id.isGpu()) {
        return hostBudgetBytes(readHostMemory());
    }
    const std::optional<std::uint64_t> free = device.info().freeBytes();
    if (!free) {
        return std::nullopt;
    }
    return *free - std::min(*free, device.statistics().reserved);
}

bool isMemoryShort(const Error& error) {
    return error.code == ErrorCode::DeviceOutOfMemory || error.code == ErrorCode::OutOfMemory;
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
        case LoadOpKind::Unstash:
            return true;
        default:
            return false;  // BulkRead tells of each tensor itself
    }
}

}  // namespace

ProgramRunner::ProgramRunner(const LoadWork& work, const LoadProgram& program)
    : m_work(work),
      m_program(program),
      m_buffers(program.buffers.size()),
      m_lastMoves(work.schedule.tensors.size(), nullptr) {
    if (work.schedule.method == LoadMethod::Streamed) {
        m_arenas.emplace(work.schedule, work.options.hostMemory);
    }
    for (const LoadOp& op : program.ops) {
        if (op.tensor < m_lastMoves.size() && bringsTensor(op.kind)) {
            m_lastMoves[op.tensor] = &op;
        }
    }
}

Result<void> ProgramRunner::run() {
    for (const LoadOp& op : m_program.ops) {
        if (op.kind == LoadOpKind::Phase) {
            const ProgramPhase& phase = m_program.phases[op.tensor];
            m_work.monitor.beginPhase(phase.name, phase.bytes, phase.items);
            continue;
        }
        if (Result<void> go = hostShort(op, proceed(m_work, m_work.stop)); !go) {
            return go;
        }
        if (Result<void> done = explained(op, blame(step(op))); !done) {
            return done;
        }
        if (isLastMove(op)) {
            m_work.monitor.tensorDone(m_work.name(op.tensor), denseBytes(m_work.stored(op.tensor)));
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

bool ProgramRunner::isLastMove(const LoadOp& op) const {
    return op.tensor != kNone && &op == m_lastMoves[op.tensor];
}

Result<void> ProgramRunner::step(const LoadOp& op) {
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
            return storeBuffer(op);
        case LoadOpKind::MapFiles:
            return mapFiles();
        case LoadOpKind::CopyMapped:
        case LoadOpKind::StoreMapped:
        case LoadOpKind::StashMapped:
            return moveMapped(op);
        case LoadOpKind::BindMapped:
            return bindMapped(op);
        case LoadOpKind::UnmapFiles:
            return unmapFiles();
        case LoadOpKind::MapFile:
            return mapFile(m_work.stored(op.tensor).location.shard);
        case LoadOpKind::UnmapFile:
            return unmapFile(m_work.stored(op.tensor).location.shard);
        case LoadOpKind::Stash:
            return stash(op);
        case LoadOpKind::Unstash:
            return unstash(op);
        case LoadOpKind::BulkRead:
            return bulkRead();
    }
    return {};
}

Result<void> ProgramRunner::allocate(const LoadOp& op) {
    m_work.monitor.advance(0, m_work.name(op.tensor));
    if (const ProgramBuffer& wanted = described(op.target); !wanted.device.isGpu()) {
        if (Result<void> room = hostShort(op, m_work.ram.check(wanted.bytes)); !room) {
            return room;
        }
    }
    Result<std::shared_ptr<DeviceBuffer>> buffer = bufferFor(op);
    if (!buffer) {
        return refusedAllocation(op, buffer.error());
    }
    m_buffers[op.target] = std::move(buffer).value();
    return {};
}

/// A place in an arena where the method and the tensor have one, else memory of its own.
Result<std::shared_ptr<DeviceBuffer>> ProgramRunner::bufferFor(const LoadOp& op) {
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

Unexpected ProgramRunner::refusedAllocation(const LoadOp& op, Error error) const {
    const ProgramBuffer& wanted = described(op.target);
    const DeviceMemory& device = deviceOf(op.target);
    const std::optional<std::uint64_t> free = freeBytesOf(device);
    error.key = m_work.name(op.tensor);
    if (isMemoryShort(error)) {
        m_work.monitor.noteRefusal(
            RefusedMemory{wanted.device, wanted.bytes, device.statistics().allocated, free});
    }
    if (error.message.find(error.key) == std::string::npos) {
        error.message =
            error.key + " needs " + requestText(wanted.device, wanted.bytes) + " on " +
            deviceLabel(wanted.device) + ", where " +
            (free ? formatSize(static_cast<double>(*free)) + " are" : "an unknown rest is") +
            " free. " + error.message;
    }
    return Unexpected{std::move(error)};
}

Result<void> ProgramRunner::explained(const LoadOp& op, Result<void> outcome) const {
    return op.kind == LoadOpKind::Allocate ? outcome : hostShort(op, std::move(outcome));
}

Result<void> ProgramRunner::hostShort(const LoadOp& op, Result<void> outcome) const {
    if (outcome || !isMemoryShort(outcome.error())) {
        return outcome;
    }
    // Buffers of the load itself, or pages of a simulated GPU that the host could not give.
    const DeviceMemory& host = *m_work.backends.find(DeviceId::cpu());
    m_work.monitor.noteRefusal(
        RefusedMemory{DeviceId::cpu(), 0, host.statistics().allocated, freeBytesOf(host)});
    Error error = outcome.error();
    if (op.tensor != kNone && error.key.empty()) {
        error.key = m_work.name(op.tensor);
        error.message = error.key + " could not be loaded. " + error.message;
    }
    return Unexpected{std::move(error)};
}

void ProgramRunner::release(const LoadOp& op) {
    m_buffers[op.target].reset();
}

Result<void> ProgramRunner::bulkRead() {
    const Result<const StagingRing*> staging = ring();
    if (!staging) {
        return staging.unexpected();
    }
    return readInBulk(m_work, **staging, *m_arenas);
}

Result<const StagingRing*> ProgramRunner::ring() {
    if (!m_ring) {
        Result<StagingRing> made = StagingRing::make();
        if (!made) {
            return made.unexpected();
        }
        m_ring.emplace(std::move(made).value());
        for (const std::shared_ptr<DeviceMemory>& device : m_work.backends.devices) {
            m_pins.push_back(device->pinHost(m_ring->all()));
        }
    }
    return &*m_ring;
}

Result<void> ProgramRunner::blame(Result<void> outcome) const {
    if (outcome || outcome.error().code == ErrorCode::Cancelled) {
        return outcome;
    }
    for (const auto& [shard, map] : m_maps) {
        if (Result<void> whole = map->check(); !whole) {
            return whole;
        }
    }
    return outcome;
}

void ProgramRunner::moved(const LoadOp& op, std::uint64_t bytes) {
    m_work.monitor.advance(bytes, m_work.name(op.tensor));
    m_work.monitor.tick();
}

Result<void> runProgram(const LoadWork& work, const LoadProgram& program) {
    return ProgramRunner(work, program).run();
}

}  // namespace stowage
