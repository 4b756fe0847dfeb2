// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_program.h"

#include "engine/load/program/load_schedule.h"

namespace stowage {

const std::vector<ScheduledTensor>& ProgramBuilder::tensors() const {
    return m_schedule.tensors;
}

const StoredTensor& ProgramBuilder::stored(std::uint32_t tensor) const {
    return m_schedule.stored(tensor);
}

std::uint32_t ProgramBuilder::count() const {
    return static_cast<std::uint32_t>(tensors().size());
}

std::uint32_t ProgramBuilder::tensorOf(std::uint32_t buffer) const {
    return m_program.buffers[buffer].tensor;
}

void ProgramBuilder::phase(const Message& name) {
    const auto number = static_cast<std::uint32_t>(m_program.phases.size());
    m_program.phases.push_back(ProgramPhase{name, 0, 0});
    m_program.ops.push_back(LoadOp{LoadOpKind::Phase, false, false, number, kNone, kNone});
}

std::uint32_t ProgramBuilder::allocate(ProgramBuffer buffer) {
    const auto number = static_cast<std::uint32_t>(m_program.buffers.size());
    m_program.buffers.push_back(buffer);
    add(LoadOpKind::Allocate, kNone, number, 0);
    return number;
}

std::uint32_t ProgramBuilder::allocateLoaded(std::uint32_t tensor, DeviceId device) {
    const ScheduledTensor& scheduled = tensors()[tensor];
    return allocate(ProgramBuffer{device, tensor, scheduled.dtype, scheduled.bytes});
}

std::uint32_t ProgramBuilder::allocateStored(std::uint32_t tensor, DeviceId device) {
    const StoredTensor& source = stored(tensor);
    return allocate(ProgramBuffer{device, tensor, source.dtype, denseBytes(source)});
}

void ProgramBuilder::add(LoadOpKind kind, std::uint32_t source, std::uint32_t target,
                         std::uint64_t moved) {
    const std::uint32_t buffer = target == kNone ? source : target;
    m_program.phases.back().bytes += moved;
    m_program.ops.push_back(
        LoadOp{kind, false, false, m_program.buffers[buffer].tensor, source, target});
}

void ProgramBuilder::addForTensor(LoadOpKind kind, std::uint32_t tensor, std::uint64_t moved) {
    m_program.phases.back().bytes += moved;
    m_program.ops.push_back(LoadOp{kind, false, false, tensor, kNone, kNone});
}

void ProgramBuilder::release(std::uint32_t buffer) {
    add(LoadOpKind::Free, kNone, buffer, 0);
}

void ProgramBuilder::initialise(std::uint32_t buffer) {
    add(LoadOpKind::Initialise, kNone, buffer, m_program.buffers[buffer].bytes);
}

void ProgramBuilder::read(std::uint32_t buffer) {
    add(LoadOpKind::Read, kNone, buffer, m_program.buffers[buffer].bytes);
}

void ProgramBuilder::copy(std::uint32_t source, std::uint32_t target) {
    add(LoadOpKind::Copy, source, target, m_program.buffers[source].bytes);
}

void ProgramBuilder::bind(std::uint32_t buffer) {
    add(LoadOpKind::Bind, kNone, buffer, 0);
}

void ProgramBuilder::store(std::uint32_t source) {
    add(LoadOpKind::Store, source, kNone, m_program.buffers[source].bytes);
}

void ProgramBuilder::spill(std::uint32_t source) {
    add(LoadOpKind::Spill, source, kNone, m_program.buffers[source].bytes);
}

void ProgramBuilder::reload(std::uint32_t target) {
    add(LoadOpKind::Reload, kNone, target, m_program.buffers[target].bytes);
}

void ProgramBuilder::mapFiles() {
    addForTensor(LoadOpKind::MapFiles, kNone, 0);
}

void ProgramBuilder::unmapFiles() {
    addForTensor(LoadOpKind::UnmapFiles, kNone, 0);
}

void ProgramBuilder::mapFileOf(std::uint32_t tensor) {
    addForTensor(LoadOpKind::MapFile, tensor, 0);
}

void ProgramBuilder::unmapFileOf(std::uint32_t tensor) {
    addForTensor(LoadOpKind::UnmapFile, tensor, 0);
}

void ProgramBuilder::spillMapped(std::uint32_t tensor) {
    addForTensor(LoadOpKind::SpillMapped, tensor, denseBytes(stored(tensor)));
}

void ProgramBuilder::copyMapped(std::uint32_t target) {
    const std::uint32_t tensor = m_program.buffers[target].tensor;
    add(LoadOpKind::CopyMapped, kNone, target, denseBytes(stored(tensor)));
}

void ProgramBuilder::storeMapped(std::uint32_t tensor) {
    addForTensor(LoadOpKind::StoreMapped, tensor, denseBytes(stored(tensor)));
}

void ProgramBuilder::bindMapped(std::uint32_t tensor) {
    addForTensor(LoadOpKind::BindMapped, tensor, 0);
}

void ProgramBuilder::bulkRead() {
    addForTensor(LoadOpKind::BulkRead, kNone, m_schedule.totalBytes);
    m_program.phases.back().items += tensors().size();
}

void ProgramBuilder::endItem() {
    LoadOp& last = m_program.ops.back();
    if (last.kind != LoadOpKind::Phase && !last.endsItem) {
        last.endsItem = true;
        ++m_program.phases.back().items;
    }
}

LoadProgram makeLoadProgram(const LoadSchedule& schedule) {
    ProgramBuilder builder(schedule);
    writeProgram(schedule.method, builder);
    return builder.take();
}

}  // namespace stowage
