// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>

namespace stowage {

/// Keeps the host-to-device link of a simulated GPU at its speed: the only wait in the engine.
/// Transfers of several threads share the link one after another. Thread-safe.
class LinkThrottle {
public:
    using Clock = std::chrono::steady_clock;

    /// What a factor below 1 is taken of where the link has no limit: about PCIe 4.0 × 8.
    static constexpr double kReferenceRate = 16e9;

    /// Nothing: no limit.
    explicit LinkThrottle(std::optional<double> bytesPerSecond) : m_rate(bytesPerSecond) {}

    /// Bytes that should go in one turn, so that a turn lasts a few milliseconds at most.
    /// `factor`, as in pass(): the share of its rate that the link reaches at present.
    [[nodiscard]] std::uint64_t turnBytes(double factor = 1) const;
    /// Returns when the link would have carried `bytes` more, from `begin` on or, where that is
    /// later, from when it was free: a copy that was begun then took place beside it. Error:
    /// Cancelled, at once.
    [[nodiscard]] Result<void> pass(std::uint64_t bytes, Clock::time_point begin,
                                    std::stop_token stop, double factor = 1);

private:
    /// Bytes per second; nothing: no limit.
    [[nodiscard]] std::optional<double> rateAt(double factor) const;

    std::optional<double> m_rate;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    Clock::time_point m_free{};  ///< when the link has carried all that was given to it
};

}  // namespace stowage
