// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline_lanes.h"

#include <algorithm>
#include <utility>

namespace stowage {

LaneKey laneOf(const TimelineSpan& span) {
    switch (span.kind) {
        case SpanKind::Disk:
            return {LaneKind::Disk, DeviceId::disk()};
        case SpanKind::HostToDevice:
            return {LaneKind::Link, span.device};
        case SpanKind::Compute:
        case SpanKind::Wait:
            break;
    }
    return {LaneKind::Compute, span.device};
}

void TimelineLane::add(const LaneSpan& span) {
    if (m_spans.size() == kMostSpans) {
        dropOldest();
    }
    m_sums.reset();
    const auto at = std::ranges::upper_bound(m_spans, span.begin, {}, &LaneSpan::begin);
    const auto number = static_cast<std::size_t>(at - m_spans.begin());
    while (!m_groups.empty() && m_groups.back().last > number) {
        m_grouped = m_groups.back().first;
        m_groups.pop_back();
    }
    m_spans.insert(at, span);
}

void TimelineLane::Sums::add(const LaneSpan& span) {
    Covered& covered = span.kind == SpanKind::Wait ? waits : busy;
    covered.seconds += std::max(0.0, span.end - std::max(span.begin, covered.until));
    covered.until = std::max(covered.until, span.end);
}

const TimelineLane::Sums& TimelineLane::sums() const {
    if (!m_sums) {
        m_sums = m_dropped;
        for (const LaneSpan& span : m_spans) {
            m_sums->add(span);
        }
    }
    return *m_sums;
}

void TimelineLane::dropOldest() {
    const auto end = m_spans.begin() + static_cast<std::ptrdiff_t>(kMostSpans / 4);
    std::for_each(m_spans.begin(), end, [this](const LaneSpan& span) { m_dropped.add(span); });
    m_keptFrom = end->begin;
    m_spans.erase(m_spans.begin(), end);
    m_groups.clear();
    m_grouped = 0;
}

const std::vector<LaneGroup>& TimelineLane::groups() const {
    for (; m_grouped < m_spans.size(); ++m_grouped) {
        const LaneSpan& span = m_spans[m_grouped];
        const LaneSpan* before = m_groups.empty() ? nullptr : &m_spans[m_grouped - 1];
        if (before == nullptr || before->stage != span.stage || before->pass != span.pass) {
            const double reach = m_groups.empty() ? span.end : m_groups.back().reach;
            m_groups.push_back({m_grouped, m_grouped, span.begin, span.end, reach});
        }
        LaneGroup& group = m_groups.back();
        group.last = m_grouped + 1;
        group.end = std::max(group.end, span.end);
        group.reach = std::max(group.reach, span.end);
    }
    return m_groups;
}

std::pair<std::size_t, std::size_t> TimelineLane::groupsIn(double begin, double end) const {
    const std::vector<LaneGroup>& all = groups();
    const auto first = std::ranges::lower_bound(all, begin, {}, &LaneGroup::reach);
    const auto last = std::ranges::upper_bound(all, end, {}, &LaneGroup::begin);
    const auto number = [&all](auto at) { return static_cast<std::size_t>(at - all.begin()); };
    return {number(first), std::max(number(first), number(last))};
}

void TimelineLanes::setDevices(std::vector<DeviceId> devices) {
    m_devices = std::move(devices);
    clear();
}

std::uint32_t TimelineLanes::numberOf(const std::string& name) {
    const auto [at, isNew] =
        m_numbers.try_emplace(name, static_cast<std::uint32_t>(m_names.size()));
    if (isNew) {
        m_names.push_back(QString::fromStdString(name));
    }
    return at->second;
}

void TimelineLanes::add(const TimelineSpan& span) {
    LaneSpan added{
        span.begin, std::max(span.begin, span.end), span.bytes, 0, 0, span.pass, span.kind,
        span.device};
    added.stage = numberOf(span.stage);
    added.item = numberOf(span.item);
    const LaneKey key = laneOf(span);
    m_lanes[key].add(added);
    if (key.kind == LaneKind::Compute) {
        const auto [pass, isNew] = m_passes.try_emplace(span.pass, added.begin, added.end);
        pass->second.begin = std::min(pass->second.begin, added.begin);
        pass->second.end = std::max(pass->second.end, added.end);
    }
    m_begin = m_count == 0 ? added.begin : std::min(m_begin, added.begin);
    m_end = std::max(m_end, added.end);
    ++m_count;
}

std::vector<TimelineSpan> TimelineLanes::spans() const {
    std::vector<TimelineSpan> all;
    for (const auto& [key, lane] : m_lanes) {
        for (const LaneSpan& span : lane.spans()) {
            all.push_back({span.kind, span.device, m_names[span.stage].toStdString(),
                           m_names[span.item].toStdString(), span.pass, span.bytes, span.begin,
                           span.end});
        }
    }
    return all;
}

void TimelineLanes::clear() {
    std::vector<DeviceId> devices = std::move(m_devices);
    *this = {};
    m_devices = std::move(devices);
    for (const DeviceId device : m_devices) {
        m_lanes.try_emplace({LaneKind::Compute, device});
    }
}

}  // namespace stowage
