// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/host_arenas.h"

#include <utility>

namespace stowage {

Result<std::shared_ptr<DeviceBuffer>> HostArenas::take(std::uint32_t scheduled, DeviceMemory& host,
                                                       const std::string& owner) {
    const HostPlace& place = m_layout.places[scheduled];
    if (place.arena == kNone) {
        return std::shared_ptr<DeviceBuffer>();
    }
    std::shared_ptr<MemoryArena>& arena = m_arenas[place.arena];
    if (arena == nullptr) {
        Result<std::shared_ptr<MemoryArena>> made =
            host.makeArena(m_layout.arenaBytes[place.arena], m_use);
        if (!made) {
            return made.unexpected();
        }
        arena = std::move(made).value();
    }
    if (arena == nullptr) {
        return std::shared_ptr<DeviceBuffer>();
    }
    return arena->take(place.offset, place.bytes, owner);
}

std::byte* HostArenas::data(const HostRun& run) const {
    const std::shared_ptr<MemoryArena>& arena = m_arenas[run.arena];
    return arena == nullptr ? nullptr : arena->bytes().data() + run.arenaOffset;
}

std::uint64_t HostArenas::reusedBytes() const {
    std::uint64_t bytes = 0;
    for (const std::shared_ptr<MemoryArena>& arena : m_arenas) {
        bytes += arena == nullptr ? 0 : arena->reusedBytes();
    }
    return bytes;
}

}  // namespace stowage
