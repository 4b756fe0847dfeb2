// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/replayed_memory.h"

#include <algorithm>
#include <limits>

namespace stowage {

ReplayedMemory::Block::Block(ReplayedMemory& memory, DeviceId device, RunMemoryKind kind,
                             std::uint64_t bytes)
    : m_device(memory.m_devices[device]), m_kind(kind) {
    if (device.isGpu() && bytes > 0) {
        if (const Result<ModelBlock> block = m_device.allocator.allocate(bytes)) {
            m_id = block->id;
            m_counted = block->size;
        }
    } else if (!device.isGpu()) {
        m_counted = bytes;
    }
    const auto place = static_cast<std::size_t>(kind);
    m_device.live[place] += m_counted;
    m_device.most[place] = std::max(m_device.most[place], m_device.live[place]);
    m_device.liveOfAll += m_counted;
    m_device.mostOfAll = std::max(m_device.mostOfAll, m_device.liveOfAll);
}

ReplayedMemory::Block::~Block() {
    if (m_id != 0) {
        m_device.allocator.free(m_id);
    }
    m_device.live[static_cast<std::size_t>(m_kind)] -= m_counted;
    m_device.liveOfAll -= m_counted;
}

ReplayedMemory::ReplayedMemory(const std::map<DeviceId, AllocatorModel>& states) {
    for (const auto& [device, state] : states) {
        AllocatorModel& allocator = m_devices[device].allocator;
        allocator = state;
        allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
        allocator.resetPeaks();
    }
}

ReplayedMemory ReplayedMemory::ofNothing() {
    ReplayedMemory memory;
    memory.m_nothing = memory.takeExactly(DeviceId::cpu(), RunMemoryKind::Activations, 0);
    return memory;
}

ReplayedMemory::BlockPtr ReplayedMemory::takeExactly(DeviceId device, RunMemoryKind kind,
                                                     std::uint64_t bytes) {
    return m_nothing ? m_nothing : std::make_shared<const Block>(*this, device, kind, bytes);
}

void ReplayedMemory::resetPeaks() {
    for (auto& [id, device] : m_devices) {
        device.allocator.resetPeaks();
        device.most = device.live;
        device.mostOfAll = device.liveOfAll;
    }
}

}  // namespace stowage
