// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/pause_gate.h"

#include <utility>

namespace stowage {

void PauseGate::pause() {
    const std::scoped_lock lock(m_mutex);
    m_paused = true;
    m_steps = 0;
    m_steppers.clear();
}

void PauseGate::resume() {
    {
        const std::scoped_lock lock(m_mutex);
        m_paused = false;
    }
    m_changed.notify_all();
}

void PauseGate::step() {
    {
        const std::scoped_lock lock(m_mutex);
        m_steps += m_paused ? 1 : 0;
    }
    m_changed.notify_all();
}

void PauseGate::arrive() const {
    const std::scoped_lock lock(m_mutex);
    // A worker that was under way when the job was paused ends no step.
    m_steppers.erase(std::this_thread::get_id());
}

bool PauseGate::isPaused() const {
    const std::scoped_lock lock(m_mutex);
    return m_paused;
}

void PauseGate::waitWhilePaused(std::stop_token stop) const {
    std::unique_lock lock(m_mutex);
    const std::thread::id self = std::this_thread::get_id();
    m_changed.wait(lock, std::move(stop),
                   [this, self] { return !m_paused || m_steps > 0 || m_steppers.contains(self); });
    if (m_paused && m_steps > 0 && m_steppers.insert(self).second) {
        --m_steps;
    }
}

}  // namespace stowage
