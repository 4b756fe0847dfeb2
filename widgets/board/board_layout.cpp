// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_layout.h"

#include "widgets/board/board_layout_builder.h"
#include "widgets/support/theme.h"

#include <algorithm>

namespace stowage {

std::optional<std::pair<QStringView, int>> splitNumber(const QString& path) {
    const qsizetype dot = path.lastIndexOf(u'.');
    bool isNumber = false;
    const int number = QStringView(path).mid(dot + 1).toInt(&isNumber);
    return isNumber ? std::optional(std::pair(QStringView(path).left(dot + 1), number))
                    : std::nullopt;
}

BoardLayout::BoardLayout(const BoardModel& model, const BoardFolding& folding,
                         const BoardLayoutOptions& options) {
    BoardLayoutBuilder(*this, model, folding, options).build();
}

std::optional<std::size_t> BoardLayout::laneAt(int x) const {
    constexpr int kHalfGap = metrics::kLaneGap / 2;
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const QRect& column = m_lanes[i].column;
        if (x >= column.left() - kHalfGap && x <= column.right() + kHalfGap) {
            return i;
        }
    }
    return std::nullopt;
}

std::size_t BoardLayout::firstEntryBelow(const BoardLane& lane, int y) const {
    const auto begin = m_entries.begin() + static_cast<std::ptrdiff_t>(lane.first);
    const auto end = m_entries.begin() + static_cast<std::ptrdiff_t>(lane.last);
    const auto found = std::partition_point(
        begin, end, [y](const BoardEntry& entry) { return entry.rect.bottom() < y; });
    return static_cast<std::size_t>(found - m_entries.begin());
}

std::optional<std::size_t> BoardLayout::entryAt(const QPoint& point) const {
    const auto lane = laneAt(point.x());
    const std::size_t entry = lane ? firstEntryBelow(m_lanes[*lane], point.y()) : 0;
    const bool isOnIt =
        lane && entry < m_lanes[*lane].last && m_entries[entry].rect.contains(point);
    return isOnIt ? std::optional(entry) : std::nullopt;
}

std::optional<std::size_t> BoardLayout::entryOf(const BoardModel& model, ModuleId module) const {
    auto block = model.blockAround(module);
    if (!block) {
        const auto [first, last] = model.blocksIn(module);
        if (first == last) {
            return std::nullopt;
        }
        block = first;
    }
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const BoardEntry& entry = m_entries[i];
        if (entry.kind == BoardEntry::Kind::Ghost || entry.firstBlock > *block ||
            entry.lastBlock < *block) {
            continue;
        }
        if (entry.module == module) {
            return i;
        }
        best = best.value_or(i);
    }
    return best;
}

}  // namespace stowage
