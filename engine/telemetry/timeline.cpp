// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/telemetry/timeline.h"

#include "engine/base/csv.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {
namespace {

constexpr int kSecondDigits = 6;

/// In the order of the enumerators.
constexpr std::array kKindNames{"compute", "host to device", "disk", "wait"};

}  // namespace

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

std::string timelineToCsv(std::span<const TimelineSpan> spans) {
    std::vector<const TimelineSpan*> order;
    for (const TimelineSpan& span : spans) {
        order.push_back(&span);
    }
    std::ranges::stable_sort(order, {}, &TimelineSpan::begin);
    const double origin = order.empty() ? 0 : order.front()->begin;
    std::string text =
        csvRow({"begin [s]", "end [s]", "kind", "device", "layer", "item", "pass", "bytes [B]"});
    for (const TimelineSpan* span : order) {
        text += csvRow({formatFixed(span->begin - origin, kSecondDigits),
                        formatFixed(span->end - origin, kSecondDigits),
                        kKindNames[static_cast<std::size_t>(span->kind)], deviceName(span->device),
                        span->stage, span->item, std::to_string(span->pass),
                        std::to_string(span->bytes)});
    }
    return text;
}

}  // namespace stowage
