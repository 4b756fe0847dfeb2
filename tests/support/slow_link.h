// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace stowage::test {

/// What a channel to another machine is like.
struct SlowLink {
    std::chrono::milliseconds latency{300};  ///< each way
    double bytesPerSecond = 10e6 / 8;        ///< each way
};

/// Runs a command (argv-like, null at its end) and hands on what stands between its standard
/// streams and those of this process, as late and as slowly as the link does. Returns once the
/// command has ended and all that it wrote is out: 0, or 1 where it could not be started.
[[nodiscard]] int relaySlowly(const SlowLink& link, char* const* command);

}  // namespace stowage::test
