// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace stowage::test {

/// A run of stowagectl under limits.
struct ChildRequest {
    std::vector<std::string> arguments;
    std::string folder;  ///< to run in
    /// RLIMIT_AS, beside what LibTorch's libraries take.
    std::uint64_t addressSpaceBytes = std::uint64_t{1} << 30;
    std::uint64_t fileBytes = 0;  ///< RLIMIT_FSIZE, met as an error and not as a signal; 0: none
    int timeoutMilliseconds = 120'000;
    /// Called in the child before stowagectl; async-signal-safe only. False: it ends with 125.
    std::function<bool()> prepare{};
    /// Called every millisecond while it runs.
    std::function<void(pid_t)> watch{};
};

inline constexpr int kNotPrepared = 125;

struct ChildOutcome {
    int exitCode = -1;  ///< −1: ended by a signal
    int signal = 0;
    bool isTimedOut = false;
    std::uint64_t peakRssBytes = 0;
    std::string output;
    std::string diagnostics;
};

/// Whether this build needs an address space and memory of its own (ASan, TSan): then RLIMIT_AS is
/// not set and peaks say nothing.
[[nodiscard]] bool isSanitized();

[[nodiscard]] ChildOutcome runLimited(const ChildRequest& request);

// For ChildRequest::prepare.
/// Reads at or behind `offset` of any file fail with EIO from now on.
[[nodiscard]] bool failReadsBehind(std::uint64_t offset);
/// Writes of 512 bytes and more fail with ENOSPC from now on.
[[nodiscard]] bool failLargeWrites();
/// Root no longer passes over the permissions of files.
[[nodiscard]] bool obeyPermissions();

}  // namespace stowage::test
