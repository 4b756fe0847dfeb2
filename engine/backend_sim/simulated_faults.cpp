// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/simulated_faults.h"

#include <algorithm>

namespace stowage {

void FaultWatch::order(const SimulatedFaults& faults) {
    const std::scoped_lock lock(m_mutex);
    m_faults = faults;
    m_allocations = 0;
    m_bytes = 0;
    m_lost = m_lost || (faults.lostAfterBytes && *faults.lostAfterBytes == 0);
}

bool FaultWatch::isLost() const {
    const std::scoped_lock lock(m_mutex);
    return m_lost;
}

FaultWatch::Verdict FaultWatch::countAllocation() {
    const std::scoped_lock lock(m_mutex);
    m_allocations += 1;
    m_lost = m_lost || m_allocations == m_faults.lostAtAllocation;
    if (m_lost) {
        return Verdict::Lost;
    }
    return m_allocations == m_faults.outOfMemoryAt ? Verdict::OutOfMemory : Verdict::Pass;
}

FaultWatch::Passage FaultWatch::admit(std::uint64_t wanted) {
    const std::scoped_lock lock(m_mutex);
    if (m_lost) {
        return {};
    }
    Passage passage{wanted, factorNow()};
    if (m_faults.slowLink && m_bytes < m_faults.slowLink->afterBytes) {
        passage.bytes = std::min(passage.bytes, m_faults.slowLink->afterBytes - m_bytes);
    }
    if (m_faults.lostAfterBytes) {
        const std::uint64_t left =
            *m_faults.lostAfterBytes - std::min(m_bytes, *m_faults.lostAfterBytes);
        m_lost = left == 0 && wanted > 0;
        passage.bytes = std::min(passage.bytes, left);
    }
    m_bytes += passage.bytes;
    return passage;
}

double FaultWatch::linkFactor() const {
    const std::scoped_lock lock(m_mutex);
    return factorNow();
}

double FaultWatch::factorNow() const {
    const bool slow = m_faults.slowLink && m_bytes >= m_faults.slowLink->afterBytes;
    return slow ? m_faults.slowLink->factor : 1.0;
}

}  // namespace stowage
