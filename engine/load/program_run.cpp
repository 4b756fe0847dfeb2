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

}  // namespace

Result<void> ProgramRunner::run() {
    for (const LoadOp& op : m_program.ops) {
        if (op.kind == LoadOpKind::Phase) {
            const ProgramPhase& phase = m_program.phases[op.tensor];
            m_work.monitor.beginPhase(phase.name, phase.bytes, phase.items);
            continue;
        }
        if (Result<void> go = proceed(m_work, m_work.stop); !go) {
            return go;
        }
        if (Result<void> done = blame(step(op)); !done) {
            return done;
        }
        if (op.endsItem) {
            m_work.monitor.itemDone();
            m_work.gate.arrive();
        }
    }
    OffloadStore* const store = m_work.model.store();
    return store == nullptr ? Result<void>() : store->commit();
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
            return store(op, {memory(op.source).data(), memory(op.source).size()},
                         described(op.source).dtype);
        case LoadOpKind::MapFiles:
            return mapFiles();
        case LoadOpKind::CopyMapped:
        case LoadOpKind::StoreMapped:
            return moveMapped(op);
        case LoadOpKind::BindMapped:
            return bindMapped(op);
        case LoadOpKind::UnmapFiles:
            return unmapFiles();
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
    Result<std::shared_ptr<DeviceBuffer>> buffer =
        deviceOf(op.target).allocate(described(op.target).bytes);
    if (!buffer) {
        return refusedAllocation(op, buffer.error());
    }
    m_buffers[op.target] = std::move(buffer).value();
    return {};
}

Unexpected ProgramRunner::refusedAllocation(const LoadOp& op, Error error) const {
    const ProgramBuffer& wanted = described(op.target);
    const std::optional<std::uint64_t> free = freeBytesOf(deviceOf(op.target));
    error.key = m_work.name(op.tensor);
    error.message =
        error.key + " needs " + requestText(wanted.device, wanted.bytes) + " on " +
        deviceLabel(wanted.device) + ", where " +
        (free ? formatSize(static_cast<double>(*free)) + " are" : "an unknown rest is") +
        " free. " + error.message;
    const ProgramForecast* const forecast = m_work.schedule.forecast.get();
    const bool wasForeseen = forecast != nullptr && !forecast->shortages.empty();
    const std::optional<LoadMethod> other =
        wasForeseen ? nearestWorkingMethod(m_work.schedule, std::nullopt) : std::nullopt;
    error.message += other ? " Loading by \"" + std::string(loadMethodName(*other)) + "\" fits."
                           : " Move layers away from " + deviceLabel(wanted.device) + ".";
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
    return readInBulk(m_work, **staging);
}

Result<const StagingRing*> ProgramRunner::ring() {
    if (!m_ring) {
        Result<StagingRing> made = StagingRing::make();
        if (!made) {
            return made.unexpected();
        }
        m_ring.emplace(std::move(made).value());
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
