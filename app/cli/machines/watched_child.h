// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/child_process.h"
#include "engine/base/message.h"
#include "engine/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// How a child process ended, what it left, and what its memory was.
struct ChildOutcome : ChildAnswer {
    /// RssAnon in bytes whenever a poll saw more than ever before, by seconds of the monotonic
    /// clock, which all processes share.
    std::map<double, std::uint64_t> peaks;
    std::uint64_t polls = 0;

    /// The highest RssAnon that a poll saw; `until` leaves out what came later on that clock.
    [[nodiscard]] std::optional<std::uint64_t> peakAnon(
        std::optional<double> until = std::nullopt) const;
};

/// Why a child left no result: the signal that ended it, else the last sentence that it said.
[[nodiscard]] Message whyNoResult(const ChildAnswer& child);

/// Polls of a child's memory come this often: 200 Hz.
inline constexpr double kChildPollSeconds = 0.005;

/// Runs this very program with other arguments as runChild() does, and polls its RssAnon from
/// /proc/PID/status until it ends. Errors: those of runChild().
[[nodiscard]] Result<ChildOutcome> runWatchedChild(const std::vector<std::string>& arguments,
                                                   const std::stop_token& stop);

}  // namespace stowage
