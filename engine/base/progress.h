// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace stowage {

/// How far a long job is. Bytes are what it is measured by; items (tensors) are for people.
struct Progress {
    std::string phase;
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
    std::uint64_t itemsDone = 0;
    std::uint64_t itemsTotal = 0;
    std::string currentItem;
};

/// Called from the job's thread. May be empty.
using ProgressSink = std::function<void(const Progress&)>;

/// Lets at most one report through every 50 ms; a change of phase and `final` always pass.
class ProgressThrottle {
public:
    explicit ProgressThrottle(ProgressSink sink,
                              std::chrono::milliseconds interval = std::chrono::milliseconds(50));
    void report(const Progress& progress);
    void reportFinal(const Progress& progress);

private:
    ProgressSink m_sink;
    std::chrono::milliseconds m_interval;
    std::chrono::steady_clock::time_point m_last{};
    std::string m_lastPhase;
};

}  // namespace stowage
