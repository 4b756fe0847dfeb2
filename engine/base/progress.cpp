// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/progress.h"

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

}  // namespace stowage
