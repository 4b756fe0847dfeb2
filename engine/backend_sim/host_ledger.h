// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_statistics.h"

#include <cstdint>
#include <mutex>

namespace stowage {

/// What the host device counts; its buffers and arenas share it and may outlive it. Thread-safe.
class HostLedger {
public:
    void allocate(std::uint64_t bytes);
    void free(std::uint64_t bytes);
    void reserve(std::uint64_t bytes);
    void unreserve(std::uint64_t bytes);
    void resetPeaks();
    [[nodiscard]] AllocatorStatistics statistics() const;

private:
    mutable std::mutex m_mutex;
    AllocatorStatistics m_statistics;
};

}  // namespace stowage
