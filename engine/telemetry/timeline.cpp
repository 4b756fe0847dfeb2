// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/telemetry/timeline.h"

#include <algorithm>
#include <utility>

namespace stowage {

Timeline::Timeline(Clock::time_point origin, std::size_t capacity)
    : m_origin(origin), m_capacity(std::max<std::size_t>(capacity, 2)) {}

double Timeline::secondsAt(Clock::time_point moment) const {
    return std::chrono::duration<double>(moment - m_origin).count();
}

void Timeline::add(TimelineSpan span) {
    const std::scoped_lock lock(m_mutex);
    if (m_spans.size() == m_capacity) {  // a half at once, so that adding stays cheap
        m_spans.erase(m_spans.begin(),
                      m_spans.begin() + static_cast<std::ptrdiff_t>(m_capacity / 2));
    }
    m_spans.push_back(std::move(span));
    ++m_added;
}

std::vector<TimelineSpan> Timeline::since(std::uint64_t& cursor) const {
    const std::scoped_lock lock(m_mutex);
    const std::uint64_t first = m_added - m_spans.size();
    const std::uint64_t begin = std::clamp(cursor, first, m_added) - first;
    cursor = m_added;
    return {m_spans.begin() + static_cast<std::ptrdiff_t>(begin), m_spans.end()};
}

std::vector<TimelineSpan> Timeline::all() const {
    std::uint64_t cursor = 0;
    return since(cursor);
}

}  // namespace stowage
