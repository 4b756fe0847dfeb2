// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"
#include "engine/load/host_layout.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stowage {

/// The arenas of a `streamed` load while it runs. Afterwards the tensors over them own them.
class HostArenas {
public:
    /// Nothing is allocated yet.
    HostArenas(const LoadSchedule& schedule, HostMemoryUse use)
        : m_layout(layOutHost(schedule)), m_use(use), m_arenas(m_layout.arenaBytes.size()) {}

    /// A tensor's place; its arena is made with its first tensor. Null where the tensor has none
    /// or `host` makes no arenas: then it is to be allocated alone. Error: OutOfMemory.
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> take(std::uint32_t scheduled,
                                                             DeviceMemory& host,
                                                             const std::string& owner);

    [[nodiscard]] const HostLayout& layout() const { return m_layout; }
    /// Where a run's first byte goes; null where its arena was not made.
    [[nodiscard]] std::byte* data(const HostRun& run) const;
    /// Bytes that came from the device's pool.
    [[nodiscard]] std::uint64_t reusedBytes() const;

private:
    HostLayout m_layout;
    HostMemoryUse m_use;
    std::vector<std::shared_ptr<MemoryArena>> m_arenas;
};

}  // namespace stowage
