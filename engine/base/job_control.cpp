// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/job_control.h"

#include <utility>

namespace stowage {

ProgressThrottle::ProgressThrottle(ProgressSink sink, std::chrono::milliseconds interval)
    : m_sink(std::move(sink)), m_interval(interval) {}

void ProgressThrottle::report(const Progress& progress) {
    if (!m_sink) {
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    const bool isFirst = m_last == std::chrono::steady_clock::time_point{};
    if (!isFirst && progress.phase == m_lastPhase && now - m_last < m_interval) {
        return;
    }
    m_last = now;
    m_lastPhase = progress.phase;
    m_sink(progress);
}

void ProgressThrottle::reportFinal(const Progress& progress) {
    if (!m_sink) {
        return;
    }
    m_last = std::chrono::steady_clock::now();
    m_lastPhase = progress.phase;
    m_sink(progress);
}

void PauseGate::pause() {
    const std::scoped_lock lock(m_mutex);
    m_paused = true;
    m_steps = 0;
    m_steppers.clear();
    countHeld();
}

void PauseGate::resume() {
    {
        const std::scoped_lock lock(m_mutex);
        m_paused = false;
        countHeld();
    }
    m_changed.notify_all();
}

void PauseGate::step() {
    {
        const std::scoped_lock lock(m_mutex);
        m_steps += m_paused ? 1 : 0;
        countHeld();
    }
    m_changed.notify_all();
}

void PauseGate::arrive() const {
    const std::scoped_lock lock(m_mutex);
    // A worker that was under way when the job was paused ends no step.
    m_steppers.erase(std::this_thread::get_id());
    countHeld();
}

bool PauseGate::isPaused() const {
    const std::scoped_lock lock(m_mutex);
    return m_paused;
}

std::size_t PauseGate::heldWorkers() const {
    const std::scoped_lock lock(m_mutex);
    return m_waiting;
}

void PauseGate::waitWhilePaused(std::stop_token stop) const {
    std::unique_lock lock(m_mutex);
    const std::thread::id self = std::this_thread::get_id();
    ++m_waiting;
    countHeld();
    m_changed.wait(lock, std::move(stop),
                   [this, self] { return !m_paused || m_steps > 0 || m_steppers.contains(self); });
    if (m_paused && m_steps > 0 && m_steppers.insert(self).second) {
        --m_steps;
    }
    --m_waiting;
    countHeld();
}

double PauseGate::heldSeconds() const {
    const std::scoped_lock lock(m_mutex);
    const Clock::duration open = m_heldSince ? Clock::now() - *m_heldSince : Clock::duration{};
    return std::chrono::duration<double>(m_held + open).count();
}

void PauseGate::countHeld() const {
    const bool holds = m_paused && m_waiting > 0 && m_steps == 0 && m_steppers.empty();
    if (holds && !m_heldSince) {
        m_heldSince = Clock::now();
    } else if (!holds && m_heldSince) {
        m_held += Clock::now() - *m_heldSince;
        m_heldSince.reset();
    }
}

}  // namespace stowage
