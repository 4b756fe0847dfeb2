// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/host_ledger.h"

#include <algorithm>

namespace stowage {

void HostLedger::allocate(std::uint64_t bytes) {
    const std::scoped_lock lock(m_mutex);
    m_statistics.allocated += bytes;
    m_statistics.peakAllocated = std::max(m_statistics.peakAllocated, m_statistics.allocated);
}

void HostLedger::free(std::uint64_t bytes) {
    const std::scoped_lock lock(m_mutex);
    m_statistics.allocated -= bytes;
}

void HostLedger::reserve(std::uint64_t bytes) {
    const std::scoped_lock lock(m_mutex);
    m_statistics.reserved += bytes;
    m_statistics.peakReserved = std::max(m_statistics.peakReserved, m_statistics.reserved);
}

void HostLedger::unreserve(std::uint64_t bytes) {
    const std::scoped_lock lock(m_mutex);
    m_statistics.reserved -= bytes;
}

void HostLedger::resetPeaks() {
    const std::scoped_lock lock(m_mutex);
    m_statistics.peakAllocated = m_statistics.allocated;
    m_statistics.peakReserved = m_statistics.reserved;
}

AllocatorStatistics HostLedger::statistics() const {
    const std::scoped_lock lock(m_mutex);
    return m_statistics;
}

}  // namespace stowage
