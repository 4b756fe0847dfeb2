// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/job_control.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
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

struct PauseGate::State {
    using Clock = std::chrono::steady_clock;

    /// Starts or stops the clock of heldSeconds(); called under the lock after every change.
    void countHeld() {
        const bool holds = isPaused && waiting > 0 && steps == 0 && steppers.empty();
        if (holds && !heldSince) {
            heldSince = Clock::now();
        } else if (!holds && heldSince) {
            held += Clock::now() - *heldSince;
            heldSince.reset();
        }
    }

    std::mutex mutex;
    std::condition_variable_any changed;
    bool isPaused = false;
    std::size_t steps = 0;                 ///< asked for, taken by no worker yet
    std::set<std::thread::id> steppers{};  ///< took a step and have not arrived
    std::size_t waiting = 0;               ///< workers
    std::optional<Clock::time_point> heldSince{};
    Clock::duration held{};  ///< without what heldSince began
};

PauseGate::PauseGate() : m_state(std::make_unique<State>()) {}

PauseGate::~PauseGate() = default;

void PauseGate::pause() {
    const std::scoped_lock lock(m_state->mutex);
    m_state->isPaused = true;
    m_state->steps = 0;
    m_state->steppers.clear();
    m_state->countHeld();
}

void PauseGate::resume() {
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->isPaused = false;
        m_state->countHeld();
    }
    m_state->changed.notify_all();
}

void PauseGate::step() {
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->steps += m_state->isPaused ? 1 : 0;
        m_state->countHeld();
    }
    m_state->changed.notify_all();
}

void PauseGate::arrive() const {
    const std::scoped_lock lock(m_state->mutex);
    // A worker that was under way when the job was paused ends no step.
    m_state->steppers.erase(std::this_thread::get_id());
    m_state->countHeld();
}

bool PauseGate::isPaused() const {
    const std::scoped_lock lock(m_state->mutex);
    return m_state->isPaused;
}

void PauseGate::waitWhilePaused(std::stop_token stop) const {
    std::unique_lock lock(m_state->mutex);
    const std::thread::id self = std::this_thread::get_id();
    ++m_state->waiting;
    m_state->countHeld();
    m_state->changed.wait(lock, std::move(stop), [this, self] {
        return !m_state->isPaused || m_state->steps > 0 || m_state->steppers.contains(self);
    });
    if (m_state->isPaused && m_state->steps > 0 && m_state->steppers.insert(self).second) {
        --m_state->steps;
    }
    --m_state->waiting;
    m_state->countHeld();
}

double PauseGate::heldSeconds() const {
    const std::scoped_lock lock(m_state->mutex);
    const State::Clock::duration open =
        m_state->heldSince ? State::Clock::now() - *m_state->heldSince : State::Clock::duration{};
    return std::chrono::duration<double>(m_state->held + open).count();
}

}  // namespace stowage
