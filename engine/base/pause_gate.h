// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>

namespace stowage {

/// Holds the workers of a job while it is paused. All members may be called from any thread.
class PauseGate {
public:
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

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable_any m_changed;
    bool m_paused = false;
    mutable std::size_t m_steps = 0;                 ///< asked for, taken by no worker yet
    mutable std::set<std::thread::id> m_steppers{};  ///< took a step and have not arrived
};

}  // namespace stowage
