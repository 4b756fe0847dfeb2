// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline_layout.h"

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

/// Pixels a span must have on average for a layer's spans to be drawn one by one.
constexpr double kLeastPart = 5;
/// How far from a bar it is still meant, pixels.
constexpr double kReach = 2;
/// Waiting below this share of a pixel's time is not drawn.
constexpr float kTraceShare = 1.0F / 64;

/// How much of each pixel's time a lane was busy, and waited.
class Coverage {
public:
    explicit Coverage(double width)
        : m_busy(static_cast<std::size_t>(std::max(1.0, std::ceil(width)))),
          m_waiting(m_busy.size()),
          m_edges(m_busy.size()) {}

    /// In pixels.
    void add(SpanKind kind, double begin, double end) {
        std::vector<float>& shares = kind == SpanKind::Wait ? m_waiting : m_busy;
        const auto most = static_cast<double>(shares.size());
        const double left = std::clamp(begin, 0.0, most);
        const double right = std::clamp(end, 0.0, most);
        for (auto x = static_cast<std::size_t>(left);
             x < shares.size() && static_cast<double>(x) < right; ++x) {
            const auto pixel = static_cast<double>(x);
            shares[x] += static_cast<float>(std::min(right, pixel + 1) - std::max(left, pixel));
        }
    }

    /// What has a bar, from its first pixel on. At its last one it only fills up what others leave,
    /// so that nothing of it looks out behind the bar.
    void addBar(SpanKind kind, double begin, double end) {
        add(kind, std::floor(begin), std::floor(end));
        const double edge = std::floor(end);
        if (edge >= 0 && edge < static_cast<double>(m_edges.size())) {
            m_edges[static_cast<std::size_t>(edge)] += static_cast<float>(end - edge);
        }
    }

    /// Neighbours that are alike as one.
    [[nodiscard]] std::vector<LaneColumns> columns() const {
        std::vector<LaneColumns> columns;
        for (std::size_t x = 0; x < m_busy.size(); ++x) {
            const LaneColumns column = columnAt(x);
            if (column.busy + column.waiting == 0) {
                continue;
            }
            LaneColumns* last = columns.empty() ? nullptr : &columns.back();
            if (last != nullptr && last->right == column.left && last->busy == column.busy &&
                last->waiting == column.waiting) {
                last->right = column.right;
            } else {
                columns.push_back(column);
            }
        }
        return columns;
    }

private:
    [[nodiscard]] LaneColumns columnAt(std::size_t x) const {
        const float busy = std::min(m_busy[x] > 0 ? m_busy[x] + m_edges[x] : 0, 1.0F);
        const float waiting = std::min(m_waiting[x], 1.0F - busy);
        const auto eighths = [](float share) {
            return static_cast<int>(std::lround(share * LaneColumns::kFull));
        };
        LaneColumns column{static_cast<int>(x), static_cast<int>(x) + 1, eighths(busy),
                           eighths(waiting)};
        column.waiting = std::min(column.waiting, LaneColumns::kFull - column.busy);
        if (column.busy + column.waiting == 0) {
            // What was done is seen, however short; next to no waiting is none.
            column.busy = busy > 0 && busy >= waiting ? LaneColumns::kLeast : 0;
            column.waiting = waiting > busy && waiting > kTraceShare ? LaneColumns::kLeast : 0;
        }
        return column;
    }

    std::vector<float> m_busy;
    std::vector<float> m_waiting;
    std::vector<float> m_edges;
};

}  // namespace

bool showsParts(const LaneGroup& group, const TimelineScale& scale) {
    const auto parts = static_cast<double>(group.last - group.first);
    return scale.pixels(group.end - group.begin) >= kLeastPart * parts;
}

LaneLayout layoutLane(const TimelineLane& lane, const TimelineScale& scale) {
    LaneLayout layout;
    Coverage coverage(scale.width);
    const auto barOf = [&scale](double begin, double end, std::size_t group) {
        return LaneBar{
            std::max(-1.0, scale.xAt(begin)), std::min(scale.width + 1, scale.xAt(end)), group, {}};
    };
    const auto& groups = lane.groups();
    const auto [first, last] = lane.groupsIn(scale.begin, scale.end);
    for (std::size_t number = first; number < last; ++number) {
        const LaneGroup& group = groups[number];
        const bool wide = scale.pixels(group.end - group.begin) >= LaneLayout::kLeastBar;
        const bool parts = wide && showsParts(group, scale);
        if (wide && !parts) {
            layout.bars.push_back(barOf(group.begin, group.end, number));
        }
        for (std::size_t i = group.first; i < group.last; ++i) {
            const LaneSpan& span = lane.spans()[i];
            if (span.end < scale.begin || span.begin > scale.end) {
                continue;
            }
            const double left = scale.xAt(span.begin);
            const double right = scale.xAt(span.end);
            if (parts && right - left >= LaneLayout::kLeastBar) {
                layout.bars.push_back(barOf(span.begin, span.end, number));
                layout.bars.back().span = i;
                coverage.addBar(span.kind, left, right);
            } else {
                coverage.add(span.kind, left, right);
            }
        }
    }
    layout.columns = coverage.columns();
    return layout;
}

std::optional<LaneHit> hitLane(const TimelineLane& lane, const TimelineScale& scale, double x) {
    const double from = scale.secondsAt(x - kReach);
    const double to = scale.secondsAt(x + kReach);
    const double at = scale.secondsAt(x);
    // What stands at the pixel itself comes before what stands beside it, then the longer one.
    const auto rank = [at](double begin, double end) {
        const double off = std::max({0.0, begin - at, at - end});
        return std::pair(-off, end - begin);
    };
    std::optional<LaneHit> best;
    std::pair<double, double> bestRank;
    const auto offer = [&](const LaneHit& hit, double begin, double end) {
        if (end >= from && begin <= to && (!best || rank(begin, end) > bestRank)) {
            best = hit;
            bestRank = rank(begin, end);
        }
    };
    const auto [first, last] = lane.groupsIn(from, to);
    for (std::size_t number = first; number < last; ++number) {
        const LaneGroup& group = lane.groups()[number];
        if (!showsParts(group, scale)) {
            offer({number, {}}, group.begin, group.end);
            continue;
        }
        for (std::size_t i = group.first; i < group.last; ++i) {
            offer({number, i}, lane.spans()[i].begin, lane.spans()[i].end);
        }
    }
    return best;
}

std::optional<LaneHit> nextBar(const TimelineLane& lane, const TimelineScale& scale,
                               const LaneHit& from, int step) {
    const auto& groups = lane.groups();
    const LaneGroup& group = groups[from.group];
    if (showsParts(group, scale)) {
        const std::size_t next = from.span ? *from.span + static_cast<std::size_t>(step)
                                           : (step > 0 ? group.first : group.last);
        if (next >= group.first && next < group.last) {
            return LaneHit{from.group, next};
        }
    }
    const std::size_t number = from.group + static_cast<std::size_t>(step);
    if (number >= groups.size()) {
        return {};
    }
    LaneHit hit{number, {}};
    if (showsParts(groups[number], scale)) {
        hit.span = step > 0 ? groups[number].first : groups[number].last - 1;
    }
    return hit;
}

}  // namespace stowage
