// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace stowage {

class DeviceBuffer;

/// Whether the host memory of a load may be memory that an earlier one has used.
enum class HostMemoryUse {
    /// New pages, given back to the system when the last tensor over them goes: the default, so
    /// that figures before a load and after it are those of a process that never loaded.
    Fresh,
    /// Taken from the host device's pool where a fitting arena lies there, and put back into it
    /// when the last tensor goes: a second load then writes to pages that exist already. The
    /// pool keeps at most half of the machine's memory, the oldest arenas go first; what it
    /// holds counts as reserved, not as allocated, and DeviceMemory::emptyCache() of the host
    /// gives it back. A load with Fresh does not touch it.
    Reused,
};

/// Memory of one device for many tensors at once. Thread-safe.
class MemoryArena {
public:
    virtual ~MemoryArena() = default;
    /// All of it; begins on a huge page where the device is the host.
    [[nodiscard]] virtual std::span<std::byte> bytes() const = 0;
    /// Bytes that were there already, because they come from a pool.
    [[nodiscard]] virtual std::uint64_t reusedBytes() const = 0;
    /// A tensor's part. It owns a share of the arena, which goes with the last share; it counts
    /// as allocated as long as it lives. Errors: those of DeviceMemory::allocateFor.
    [[nodiscard]] virtual Result<std::shared_ptr<DeviceBuffer>> take(std::uint64_t offset,
                                                                     std::uint64_t bytes,
                                                                     std::string_view owner) = 0;
};

}  // namespace stowage
