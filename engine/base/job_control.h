// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace stowage {

/// How far a long job is. Bytes are what it is measured by; items (tensors) are for people.
struct Progress {
    Message phase;
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
    Message m_lastPhase;
};

/// Holds the workers of a job while it is paused. All members may be called from any thread.
class PauseGate {
public:
    PauseGate();
    ~PauseGate();
    PauseGate(const PauseGate&) = delete;
    PauseGate& operator=(const PauseGate&) = delete;

    void pause();
    void resume();
    /// While paused: lets one worker of the job go on until it next calls arrive(), for going
    /// through it step by step; the others wait on. Each call is a step of its own, also one that
    /// comes before the last has arrived. Without effect unless paused.
    void step();
    [[nodiscard]] bool isPaused() const;
    /// The calling worker came to the end of a step (a tensor is done).
    void arrive() const;
    /// Returns at once unless paused; while paused, waits until resumed, stopped or let go by
    /// step(). The worker that step() lets go passes until it arrives.
    void waitWhilePaused(std::stop_token stop) const;
    /// Seconds that the job stood still here so far: paused, with a worker waiting and no step
    /// asked for or under way. What a lone worker still does after pause(), or a step, is work.
    [[nodiscard]] double heldSeconds() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace stowage
