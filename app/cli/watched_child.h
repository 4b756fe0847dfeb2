// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// How a child process ended and what it left.
struct ChildOutcome {
    int exitStatus = -1;  ///< −1: it was killed
    int signal = 0;       ///< that killed it, 0: none
    std::string output;
    std::string diagnostics;
    std::optional<std::uint64_t> peakAnon;  ///< highest RssAnon that a poll saw, bytes
    std::uint64_t polls = 0;
};

/// Polls of a child's memory come this often: 200 Hz.
inline constexpr double kChildPollSeconds = 0.005;

/// Runs this very program with other arguments, without standard input, and polls its RssAnon from
/// /proc/PID/status until it ends. Stopped, the child gets SIGINT, and SIGKILL where it does not
/// end within three seconds; it also dies with this process.
/// Errors: ReadFailed (no process or pipe can be made).
[[nodiscard]] Result<ChildOutcome> runWatchedChild(const std::vector<std::string>& arguments,
                                                   const std::stop_token& stop);

}  // namespace stowage
