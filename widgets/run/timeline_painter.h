// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_report.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/theme.h"

#include <QColor>
#include <QRect>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace stowage::timeline {

/// Pixels at 100 %.
inline constexpr int kTop = 18, kBottom = 20;     ///< pass names above, the axis below
inline constexpr int kLane = 22, kLaneMost = 34;  ///< lanes are as high as there is room for
inline constexpr int kLaneGap = 8;                ///< of it, beside the bar
inline constexpr int kChip = 44, kChipHeight = 16, kGap = 6;
inline constexpr int kShare = 44;    ///< a column of percentages
inline constexpr int kNarrow = 520;  ///< below, only the first of them is shown

}  // namespace stowage::timeline

namespace stowage {

/// Columns of the timeline, pixels.
struct TimelineColumns {
    QRect names, plot, shares;
};

/// A line over all lanes, with a chip at its foot.
struct TimelineMoment {
    double seconds = 0;
    QString text;
    QColor background, ink;
};

/// What one picture of the timeline shows beside its lanes. The references must outlive it.
struct TimelinePicture {
    const Theme& theme;
    const TimelineLanes& lanes;
    TimelineColumns columns;
    TimelineScale scale;
    Qt::LayoutDirection direction = Qt::LeftToRight;
    QString marked;  ///< the layer whose bars are marked; "": none
    std::vector<TimelineMoment> moments;
    std::optional<QRectF> pointed;  ///< round the bar that is pointed at
};

/// Paints a timeline: passes and axis, lanes one by one, and the marks over them.
class TimelinePainter {
public:
    /// Both must outlive the painter.
    TimelinePainter(QPainter& painter, const TimelinePicture& picture);
    /// Where lanes may paint.
    [[nodiscard]] QRect clip() const;
    /// Grid, axis, passes and the heads of the columns at the end.
    void paintBackground() const;
    void paintLane(const QRect& rect, const LaneKey& key, const LaneLayout& layout,
                   const TimeShares& shares) const;
    /// Over all lanes: moments, and the bar that is pointed at.
    void paintMarks() const;

private:
    [[nodiscard]] int width() const;
    void paintFrame() const;
    void paintPasses() const;
    void paintLaneName(const QRect& rect, const LaneKey& key) const;
    void paintShares(const QRect& rect, const LaneKey& key, const TimeShares& shares) const;
    void paintWork(const QRect& rect, const LaneKey& key, const LaneLayout& layout) const;
    void paintBar(const QRect& row, const LaneKey& key, const LaneLayout& layout,
                  const LaneBar& bar) const;
    [[nodiscard]] QRect chipOf(const TimelineMoment& moment) const;
    void paintMoment(const TimelineMoment& moment) const;

    QPainter& m_painter;
    const TimelinePicture& m_picture;
};

}  // namespace stowage
