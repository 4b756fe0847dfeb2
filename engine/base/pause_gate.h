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
    [[nodiscard]] bool isPaused() const;
    /// Returns at once unless paused; while paused, waits until resumed or stopped.
    void waitWhilePaused(std::stop_token stop) const;

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable_any m_changed;
    bool m_paused = false;
};

}  // namespace stowage
