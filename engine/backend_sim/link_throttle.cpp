// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/link_throttle.h"

#include "engine/base/byte_size.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr double kTurnSeconds = 0.004;
constexpr std::uint64_t kSmallestTurn = 4 * kKiB;
constexpr std::uint64_t kLargestTurn = kMiB;

}  // namespace

std::uint64_t LinkThrottle::turnBytes() const {
    if (!m_rate) {
        return kLargestTurn;
    }
    const double bytes = std::min(*m_rate * kTurnSeconds, static_cast<double>(kLargestTurn));
    return std::max(static_cast<std::uint64_t>(std::max(bytes, 0.0)), kSmallestTurn);
}

Result<void> LinkThrottle::pass(std::uint64_t bytes, std::stop_token stop) {
    if (m_rate && *m_rate > 0) {
        std::unique_lock lock(m_mutex);
        const std::chrono::duration<double> cost(static_cast<double>(bytes) / *m_rate);
        m_free = std::max(m_free, Clock::now()) + std::chrono::ceil<Clock::duration>(cost);
        const Clock::time_point mine = m_free;
        m_wake.wait_until(lock, stop, mine, [mine] { return Clock::now() >= mine; });
    }
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "The transfer to the device was cancelled.");
    }
    return {};
}

}  // namespace stowage
