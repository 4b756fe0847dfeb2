// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/program_walk.h"

#include "engine/load/program/host_layout.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <limits>

namespace stowage {

namespace {

ModelledGpu modelOf(const LoadSchedule& schedule, const DeviceInfo& info) {
    const DeviceStates* const states = schedule.deviceStates.get();
    if (states != nullptr && states->contains(info.id)) {
        ModelledGpu gpu{info, states->at(info.id), 0, 0};
        gpu.allocator.resetPeaks();
        gpu.held = gpu.allocator.statistics().reserved;
        return gpu;
    }
    ModelledGpu empty{info, AllocatorModel::of(info), 0, 0};
    if (const auto limit = info.freeBytes()) {
        empty.allocator.setLimit(*limit);
    }
    return empty;
}

}  // namespace

ProgramWalk::ProgramWalk(const LoadSchedule& schedule, const LoadProgram& program, GpuLimits limits)
    : m_schedule(schedule),
      m_program(program),
      m_blocks(program.buffers.size(), 0),
      m_touched(program.buffers.size(), false),
      m_places(schedule.tensors.size(), kNone) {
    for (const DevicePlacement& placement : schedule.plan->placements) {
        if (!placement.device.id.isGpu()) {
            continue;
        }
        m_gpus.push_back(modelOf(schedule, placement.device));
        if (limits == GpuLimits::Lifted) {
            m_gpus.back().allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
        }
    }
}

bool ProgramWalk::run() {
    return std::ranges::all_of(m_program.ops, [this](const LoadOp& op) {
        if (op.isDeferred) {
            m_deferred.push_back(&op);
            return true;
        }
        return take(op);
    });
}

bool ProgramWalk::take(const LoadOp& op) {
    stepBegins(op);
    const bool fits = step(op);
    if (fits) {
        stepEnds();
    }
    return fits;
}

bool ProgramWalk::step(const LoadOp& op) {
    const auto castRing = [&] { return m_schedule.isCast(op.tensor) ? kReadBytes : 0; };
    const auto stored = [&]() -> const StoredTensor& { return m_schedule.stored(op.tensor); };
    switch (op.kind) {
        case LoadOpKind::Phase:
            phaseBegins(m_program.phases[op.tensor]);
            break;
        case LoadOpKind::Allocate:
            return allocate(op.target);
        case LoadOpKind::Free:
            release(op.target);
            break;
        case LoadOpKind::Bind:
            m_places[op.tensor] = op.target;
            break;
        case LoadOpKind::Initialise:
            touch(op.target);
            break;
        case LoadOpKind::Read:
            touch(op.target);
            passThrough(stored().strides.empty() ? 0 : stored().location.length);
            m_bytesRead += stored().location.length;
            break;
        case LoadOpKind::Copy:
        case LoadOpKind::Store:
        case LoadOpKind::Reload:
            useRing(castRing());
            touch(op.target);
            break;
        case LoadOpKind::CopyMapped:
        case LoadOpKind::StoreMapped:
            touchMapped(op.tensor);
            useRing(castRing());
            passThrough(stored().strides.empty() ? 0 : denseBytes(stored()));
            touch(op.target);
            m_bytesRead += stored().location.length;
            break;
        case LoadOpKind::SpillMapped:
            touchMapped(op.tensor);
            m_bytesRead += stored().location.length;
            break;
        case LoadOpKind::BindMapped:
            // Its pages come when somebody reads the tensor, and stay with it.
            touchMapped(op.tensor).hasViews = true;
            break;
        case LoadOpKind::UnmapFile:
            unmap(m_maps[stored().location.shard]);
            break;
        case LoadOpKind::UnmapFiles:
            for (auto& [shard, pages] : m_maps) {
                unmap(pages);
            }
            break;
        case LoadOpKind::BulkRead:
            return bulkRead();
        case LoadOpKind::MapFiles:  // a map has no pages before they are read
        case LoadOpKind::MapFile:
        case LoadOpKind::Spill:
            break;
    }
    return true;
}

ModelledGpu& ProgramWalk::gpuOf(DeviceId device) {
    const auto found = std::ranges::find_if(
        m_gpus, [device](const ModelledGpu& gpu) { return gpu.info.id == device; });
    if (found != m_gpus.end()) {
        return *found;
    }
    m_gpus.push_back(ModelledGpu{{}, AllocatorModel(), 0, 0});
    m_gpus.back().info.id = device;
    return m_gpus.back();
}

void ProgramWalk::resetPeaks() {
    for (ModelledGpu& gpu : m_gpus) {
        gpu.allocator.resetPeaks();
    }
}

bool ProgramWalk::allocate(std::uint32_t buffer) {
    const ProgramBuffer& wanted = m_program.buffers[buffer];
    if (!wanted.device.isGpu()) {
        return true;  // a host page counts when it is first written
    }
    ModelledGpu& gpu = gpuOf(wanted.device);
    const Result<ModelBlock> block = gpu.allocator.allocate(wanted.bytes);
    if (!block) {
        m_refused = buffer;
        return false;
    }
    m_blocks[buffer] = block->id;
    const std::uint64_t allocated = gpu.allocator.statistics().allocated;
    gpu.populated = std::max(gpu.populated, allocated - std::min(allocated, gpu.held));
    bufferGrew(buffer, wanted.bytes);
    memoryGrew();
    return true;
}

void ProgramWalk::release(std::uint32_t buffer) {
    const ProgramBuffer& released = m_program.buffers[buffer];
    if (released.device.isGpu()) {
        if (released.bytes > 0) {
            gpuOf(released.device).allocator.free(m_blocks[buffer]);
        }
    } else if (m_touched[buffer]) {
        m_touched[buffer] = false;
        m_buffers -= released.bytes;
    } else {
        return;
    }
    bufferWent(buffer);
}

void ProgramWalk::touch(std::uint32_t buffer) {
    if (buffer == kNone || m_program.buffers[buffer].device.isGpu() || m_touched[buffer]) {
        return;
    }
    m_touched[buffer] = true;
    addPages(buffer, m_program.buffers[buffer].bytes);
}

void ProgramWalk::addPages(std::uint32_t buffer, std::uint64_t bytes) {
    m_buffers += bytes;
    bufferGrew(buffer, bytes);
    memoryGrew();
}

ProgramWalk::MapPages& ProgramWalk::touchMapped(std::uint32_t tensor) {
    const TensorLocation& place = m_schedule.stored(tensor).location;
    m_filePages += place.length;
    MapPages& pages = m_maps[place.shard];
    pages.touched += place.length;
    return pages;
}

void ProgramWalk::unmap(MapPages& pages) {
    if (!pages.hasViews) {
        m_filePages -= pages.touched;
        pages.touched = 0;
    }
}

/// The reads in their order, each after the allocations that it needs: pages of tensors on the CPU
/// come as their bytes arrive.
bool ProgramWalk::bulkRead() {
    useRing(stagingUse(m_schedule));
    const std::vector<std::uint32_t> turns = turnsOf(m_schedule);
    auto deferred = m_deferred.begin();
    const auto takeUntil = [&](std::uint32_t turn) {
        for (; deferred != m_deferred.end() && turns[(*deferred)->tensor] <= turn; ++deferred) {
            if (!take(**deferred)) {
                return false;
            }
        }
        return true;
    };
    std::vector<std::uint64_t> arrived(m_schedule.tensors.size(), 0);
    for (const ReadStep& read : m_schedule.reads) {
        if (!takeUntil(turns[read.scheduled])) {
            return false;
        }
        const std::uint32_t place = m_places[read.scheduled];
        m_bytesRead += read.length;
        bulkReadBegins(read, place);
        arrive(read, place, arrived[read.scheduled]);
        stepEnds();
    }
    if (!takeUntil(kNone)) {  // those without bytes in the files' order
        return false;
    }
    std::uint64_t temporary = 0;
    for (std::uint32_t tensor = 0; tensor < m_schedule.tensors.size(); ++tensor) {
        const std::uint32_t place = m_places[tensor];
        if (place != kNone && !m_program.buffers[place].device.isGpu()) {
            m_touched[place] = true;
            addPages(place, m_program.buffers[place].bytes - arrived[tensor]);
        }
        const StoredTensor& stored = m_schedule.stored(tensor);
        if (!stored.strides.empty()) {
            temporary = std::max(temporary, stored.location.length + denseBytes(stored));
        }
    }
    passThrough(temporary);
    return true;
}

void ProgramWalk::arrive(const ReadStep& read, std::uint32_t place, std::uint64_t& arrived) {
    if (place == kNone || m_program.buffers[place].device.isGpu() || m_touched[place]) {
        return;
    }
    const ProgramBuffer& buffer = m_program.buffers[place];
    const std::uint64_t length = read.length;
    const std::uint64_t part =
        std::min(buffer.bytes - arrived, length * storedBits(buffer.dtype) /
                                             storedBits(m_schedule.stored(read.scheduled).dtype));
    arrived += part;
    addPages(place, part);
}

void ProgramWalk::useRing(std::uint64_t bytes) {
    if (bytes > m_ring) {
        m_ring = bytes;
        memoryGrew();
    }
}

/// Memory that comes and goes within one step.
void ProgramWalk::passThrough(std::uint64_t bytes) {
    m_temporary = bytes;
    memoryGrew();
    m_temporary = 0;
}

}  // namespace stowage
