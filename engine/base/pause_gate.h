// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace stowage {

/// Holds the workers of a job while it is paused. All members may be called from any thread.
class PauseGate {
public:
    void pause();
    void resume();
    /// While paused: lets the job go on until it next calls arrive(), for going through it step by
    /// step. Without effect unless paused.
    void step();
    [[nodiscard]] bool isPaused() const;
    /// The job came to the end of a step (a tensor is done).
    void arrive() const;
    /// Returns at once unless paused; while paused, waits until resumed or stopped.
    void waitWhilePaused(std::stop_token stop) const;

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable_any m_changed;
    bool m_paused = false;
    mutable bool m_mayStep = false;
};

}  // namespace stowage
