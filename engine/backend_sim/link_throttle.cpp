// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/link_throttle.h"

#include "engine/base/byte_size.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr double kTurnSeconds = 0.004;
constexpr std::uint64_t kSmallestTurn = 4 * kKiB;
constexpr std::uint64_t kLargestTurn = kMiB;
constexpr double kSmallestFactor = 1e-6;  ///< a link that stood still could not be waited for

}  // namespace

std::optional<double> LinkThrottle::rateAt(double factor) const {
    const bool limited = m_rate && *m_rate > 0;
    if (!limited && factor >= 1) {
        return std::nullopt;
    }
    return (limited ? *m_rate : kReferenceRate) * std::max(factor, kSmallestFactor);
}

std::uint64_t LinkThrottle::turnBytes(double factor) const {
    const std::optional<double> rate = rateAt(factor);
    if (!rate) {
        return kLargestTurn;
    }
    const double bytes = std::min(*rate * kTurnSeconds, static_cast<double>(kLargestTurn));
    return std::max(static_cast<std::uint64_t>(bytes), kSmallestTurn);
}

Result<void> LinkThrottle::pass(std::uint64_t bytes, Clock::time_point begin, std::stop_token stop,
                                double factor) {
    if (const std::optional<double> rate = rateAt(factor)) {
        std::unique_lock lock(m_mutex);
        const std::chrono::duration<double> cost(static_cast<double>(bytes) / *rate);
        m_free = std::max(m_free, begin) + std::chrono::ceil<Clock::duration>(cost);
        const Clock::time_point mine = m_free;
        m_wake.wait_until(lock, stop, mine, [mine] { return Clock::now() >= mine; });
    }
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "The transfer to the device was cancelled.");
    }
    return {};
}

}  // namespace stowage
