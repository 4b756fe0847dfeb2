// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace stowage {

/// Whether weights on the CPU that travel to a card, so many bytes in each of so many passes, are
/// page-locked first. A card copies them then at the rate of its link, without a copy by the CPU
/// before it: 50 GB/s instead of 7 on an H100 behind PCI Express 5. Locking takes most of what a
/// single pass gains, so that one does not earn it. Not more than half of the host's memory, which
/// the system could not give to anybody else.
[[nodiscard]] bool areLockedForCards(std::uint64_t bytes, std::uint64_t passes,
                                     std::optional<std::uint64_t> hostCapacity);

/// Host memory that stays page-locked for copies to a card as long as this lives, which must not be
/// longer than the memory. Movable.
class LockedWeights {
public:
    /// Locks the pages under these tensors, neighbours together. What the system refuses, as pages
    /// of a file mapped for reading, stays as it is. Blocks: 0.06 s a GiB, and a third of that to
    /// unlock (H100, PCI Express 5). Stops between two pieces.
    void lock(DeviceMemory& card, std::vector<std::span<std::byte>> tensors,
              const std::stop_token& stop);

private:
    std::vector<std::shared_ptr<void>> m_locks;
};

}  // namespace stowage
