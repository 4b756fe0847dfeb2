// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/timeline_painter.h"

#include "widgets/run/timeline_plot.h"
#include "widgets/run/timeline_texts.h"
#include "widgets/support/formats.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <string>

namespace stowage {
namespace {

constexpr int kTimelineTickRoom = 72;

constexpr int kPassLine = 4;

constexpr double kPlotLeastNameWidth = 22;

constexpr double kLinkShare = 0.75;  ///< of the device's fill, where weights travel to it

/// The colours of one lane: solid where it works, an outline where weights travel, hatched where
/// it waits, so that they differ without colour too.
struct LaneBrushes {
    QBrush columns, bar, waiting;
    QColor edge, name;
};

LaneBrushes brushesOf(const LaneKey& key, const ThemeColors& colors) {
    const QColor fill = colors.deviceFill(key.device);
    LaneBrushes brushes;
    brushes.waiting = QBrush(colors.secondaryText, Qt::BDiagPattern);
    if (key.kind == LaneKind::Link) {
        brushes.columns = mixColors(fill, colors.base, kLinkShare);
        brushes.bar = colors.deviceBackground(key.device);
        brushes.edge = colors.deviceLine(key.device);
        brushes.name = colors.text;
    } else {
        brushes.columns = brushes.bar = colors.deviceBrush(key.device);
        brushes.edge = colors.base;
        brushes.name = colors.deviceChipText(key.device);
    }
    return brushes;
}

/// The place of a column of percentages in a row of them.
QRect shareRect(const QRect& row, int column, Qt::LayoutDirection direction) {
    const int left = direction == Qt::RightToLeft
                         ? row.right() + 1 - (column + 1) * px(timeline::kShare)
                         : row.left() + column * px(timeline::kShare);
    return {left, row.top(), px(timeline::kShare) - 2, row.height()};
}

/// "transformer.h.3.attn.weight" → "h.3.attn", "3.attn" … the longest that has room; "" where none
/// has. Nearly all tensors are weights.
QString fittingName(const QString& name, const QFontMetricsF& metrics, double room) {
    constexpr QLatin1String kWeight(".weight");
    return shortenedPath(name.endsWith(kWeight) ? name.chopped(kWeight.size()) : name, metrics,
                         room);
}

/// Whether a lane works for most of what is from `left` to `right`, pixels of the lane.
bool worksMostly(const LaneLayout& layout, double left, double right) {
    constexpr double kMost = 0.75;
    double busy = 0;
    for (const LaneColumns& column : layout.columns) {
        const double width =
            std::min<double>(right, column.right) - std::max<double>(left, column.left);
        busy += std::max(0.0, width) * column.busy / LaneColumns::kFull;
    }
    return busy >= kMost * (right - left);
}

}  // namespace

TimelinePainter::TimelinePainter(QPainter& painter, const TimelinePicture& picture)
    : m_painter(painter), m_picture(picture) {}

QRect TimelinePainter::clip() const {
    const QRect plot = m_picture.columns.plot;
    return {0, plot.top(), width(), plot.height()};
}

int TimelinePainter::width() const {
    const TimelineColumns& all = m_picture.columns;
    return std::max(all.names.right(), all.shares.right()) + 1;
}

void TimelinePainter::paintBackground() const {
    paintFrame();
    paintPasses();
}

void TimelinePainter::paintLane(const QRect& rect, const LaneKey& key, const LaneLayout& layout,
                                const TimeShares& shares) const {
    const TimelineColumns& all = m_picture.columns;
    m_painter.setPen(m_picture.theme.colors().softBorder);
    m_painter.drawLine(0, rect.bottom(), width(), rect.bottom());
    paintLaneName(QRect(all.names.left(), rect.top(), all.names.width(), rect.height()), key);
    paintShares(QRect(all.shares.left(), rect.top(), all.shares.width(), rect.height()), key,
                shares);
    paintWork(rect, key, layout);
}

void TimelinePainter::paintMarks() const {
    for (const TimelineMoment& moment : m_picture.moments) {
        paintMoment(moment);
    }
    if (m_picture.pointed) {
        m_painter.setClipRect(m_picture.columns.plot);
        m_painter.setPen(QPen(m_picture.theme.colors().text, 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(*m_picture.pointed);
        m_painter.setClipping(false);
    }
}

/// Grid, axis and the heads of the columns at the end.
void TimelinePainter::paintFrame() const {
    const ThemeColors& colors = m_picture.theme.colors();
    const TimelineColumns all = m_picture.columns;
    const QRect plot = all.plot;
    m_painter.setFont(m_picture.theme.font(TextRole::Caption));
    const std::vector<TimelineMoment> chips = m_picture.moments;
    for (const TimelineTick& tick : timelineTicks(m_picture.scale, px(kTimelineTickRoom))) {
        const int x = plot.left() + static_cast<int>(m_picture.scale.xAt(tick.seconds));
        m_painter.setPen(colors.chartGrid);
        m_painter.drawLine(x, plot.top(), x, plot.bottom());
        m_painter.setPen(colors.secondaryText);
        const int width = m_painter.fontMetrics().horizontalAdvance(tick.text) + 2;
        const int left = std::clamp(x - width / 2, plot.left(), plot.right() + 1 - width);
        const QRect label(left, plot.bottom() + 1, width, px(timeline::kBottom));
        // No half of a figure beside a chip.
        if (std::ranges::none_of(chips, [&](const TimelineMoment& moment) {
                return chipOf(moment).intersects(label);
            })) {
            m_painter.drawText(label, Qt::AlignCenter, tick.text);
        }
    }
    m_painter.setPen(colors.border);
    m_painter.drawRect(plot.adjusted(0, 0, -1, 0));
    m_painter.setPen(colors.secondaryText);
    const QStringList heads{TimelinePlot::tr("busy"), TimelinePlot::tr("waits"),
                            TimelinePlot::tr("idle")};
    const QRect head(all.shares.left(), 0, all.shares.width(), px(timeline::kTop));
    for (int i = 0; i < head.width() / px(timeline::kShare); ++i) {
        m_painter.drawText(shareRect(head, i, m_picture.direction),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, heads.at(i));
    }
}

void TimelinePainter::paintPasses() const {
    const ThemeColors& colors = m_picture.theme.colors();
    const QRect plot = m_picture.columns.plot;
    m_painter.setFont(m_picture.theme.font(TextRole::Caption, true));
    bool tinted = false;
    for (const PassLabel& label :
         passLabels(m_picture.lanes.passes(), m_picture.scale, QFontMetrics(m_painter.font()))) {
        const int left = plot.left() + static_cast<int>(label.left);
        const int right = plot.left() + static_cast<int>(label.right);
        if (tinted) {
            m_painter.fillRect(QRect(left, plot.top() + 1, right - left, plot.height() - 1),
                               colors.alternate);
        }
        tinted = !tinted;
        if (left > plot.left() + kPassLine) {  // at the edge there is the frame
            m_painter.setPen(QPen(colors.border, 1, Qt::DashLine));
            m_painter.drawLine(left, 2, left, plot.bottom());
        }
        m_painter.setPen(colors.secondaryText);
        m_painter.drawText(QRect(left + 4, 0, right - left, px(timeline::kTop)),
                           Qt::AlignLeft | Qt::AlignVCenter | Qt::AlignAbsolute,
                           inReadingOrder(label.text));
    }
}

void TimelinePainter::paintLaneName(const QRect& rect, const LaneKey& key) const {
    const bool mirrored = m_picture.direction == Qt::RightToLeft;
    QRect chip(rect.left(), rect.center().y() - px(timeline::kChipHeight) / 2 + 1,
               px(timeline::kChip), px(timeline::kChipHeight));
    if (mirrored) {
        chip.moveRight(rect.right());
    }
    paintDeviceChip(m_painter, chip, key.device, m_picture.theme.colors(),
                    m_picture.theme.font(TextRole::Caption, true));
    const int taken = px(timeline::kChip) + timeline::kGap;
    m_painter.setFont(m_picture.theme.font(TextRole::Tree));
    m_painter.setPen(m_picture.theme.colors().text);
    m_painter.drawText(
        rect.adjusted(mirrored ? 0 : taken, 0, mirrored ? -taken : 0, 0),
        (mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::AlignAbsolute,
        laneRole(key));
}

void TimelinePainter::paintShares(const QRect& rect, const LaneKey& key,
                                  const TimeShares& shares) const {
    const auto percents = shareTexts(shares);
    const bool computes = key.kind == LaneKind::Compute;
    QStringList texts;
    for (const QString& text : percents) {
        texts.append(computes || texts.isEmpty() ? text : QString());
    }
    m_painter.setFont(m_picture.theme.font(TextRole::Tree));
    for (int i = 0; i < rect.width() / px(timeline::kShare); ++i) {
        m_painter.setPen(i == 0 ? m_picture.theme.colors().text
                                : m_picture.theme.colors().secondaryText);
        m_painter.drawText(shareRect(rect, i, m_picture.direction),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, texts.at(i));
    }
}

void TimelinePainter::paintWork(const QRect& rect, const LaneKey& key,
                                const LaneLayout& layout) const {
    const ThemeColors& colors = m_picture.theme.colors();
    const LaneBrushes brushes = brushesOf(key, colors);
    const int height = rect.height() - timeline::kLaneGap;
    const QRect row(rect.left(), rect.top() + (rect.height() - 1 - height) / 2, rect.width(),
                    height);
    m_painter.save();
    m_painter.setClipRect(rect.adjusted(1, 0, -1, 0) & m_picture.columns.plot);
    const double kept = m_picture.lanes.lanes().at(key).keptFrom();
    if (kept > m_picture.scale.begin) {
        m_painter.fillRect(
            QRectF(rect.left(), rect.top(), m_picture.scale.xAt(kept), rect.height() - 1),
            QBrush(colors.border, Qt::Dense6Pattern));
    }
    for (const LaneColumns& column : layout.columns) {
        const int busy = height * column.busy / LaneColumns::kFull;
        const int waits = height * column.waiting / LaneColumns::kFull;
        const QRect all(row.left() + column.left, row.top(), column.right - column.left,
                        row.height());
        // Work stands at the foot, waiting above it.
        m_painter.fillRect(QRect(all.left(), all.bottom() + 1 - busy, all.width(), busy),
                           brushes.columns);
        if (waits > 0) {
            m_painter.fillRect(
                QRect(all.left(), all.bottom() + 1 - busy - waits, all.width(), waits),
                brushes.waiting);
        }
    }
    m_painter.setFont(m_picture.theme.font(TextRole::BarNumber));
    for (const LaneBar& bar : layout.bars) {
        paintBar(row, key, layout, bar);
    }
    m_painter.restore();
}

void TimelinePainter::paintBar(const QRect& row, const LaneKey& key, const LaneLayout& layout,
                               const LaneBar& bar) const {
    const ThemeColors& colors = m_picture.theme.colors();
    const LaneBrushes brushes = brushesOf(key, colors);
    const TimelineLane& lane = m_picture.lanes.lanes().at(key);
    const LaneSpan& span = lane.spans()[bar.span.value_or(lane.groups()[bar.group].first)];
    // Whole pixels, so that bars are sharp; neighbours are a pixel apart.
    const double left = std::floor(row.left() + bar.left);
    const double right = std::max(left + 2, std::floor(row.left() + bar.right));
    const QRectF rect(left, row.top(), right - left - 1, row.height());
    const bool waits = bar.span && span.kind == SpanKind::Wait;
    if (bar.span) {
        m_painter.fillRect(rect, waits ? QBrush(colors.base) : brushes.bar);
    }
    if (waits) {
        m_painter.fillRect(rect, brushes.waiting);
    }
    if (waits || (bar.span && key.kind == LaneKind::Link)) {
        m_painter.setPen(waits ? colors.border : brushes.edge);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
    // A layer's work stands in the columns below; every bar's end is told from the next.
    m_painter.fillRect(QRectF(right - 1, rect.top(), 1, rect.height()), colors.base);
    if (!m_picture.marked.isEmpty() && m_picture.lanes.name(span.stage) == m_picture.marked) {
        m_painter.fillRect(QRectF(left, rect.bottom() + 1, rect.width(), 2), colors.accent);
    }
    const QString& name = m_picture.lanes.name(bar.span ? span.item : span.stage);
    const double room = std::min(right, row.right() + 1.0) - std::max(left, row.left() + 1.0) - 6;
    if (room < px(kPlotLeastNameWidth) || waits) {
        return;
    }
    const QFontMetricsF metrics(m_painter.font());
    const QString text = fittingName(name, metrics, room);
    if (text.isEmpty()) {
        return;
    }
    const QRectF label(std::max(left, row.left() + 1.0) + 1, rect.top() + 1,
                       metrics.horizontalAdvance(text) + 4, rect.height() - 2);
    // Over columns, which may be anything, a name has a background: waiting never looks like work.
    const bool works =
        bar.span || worksMostly(layout, label.left() - row.left(), label.right() - row.left());
    if (!bar.span) {
        m_painter.fillRect(label, works ? brushes.bar : QBrush(colors.base));
    }
    m_painter.setPen(works ? brushes.name : colors.text);
    m_painter.drawText(label, Qt::AlignCenter, text);
}

QRect TimelinePainter::chipOf(const TimelineMoment& moment) const {
    const QRect plot = m_picture.columns.plot;
    const QFontMetrics metrics(m_picture.theme.font(TextRole::Caption, true));
    const int x = plot.left() + static_cast<int>(m_picture.scale.xAt(moment.seconds));
    const int width = metrics.horizontalAdvance(moment.text) + 10;
    const int left =
        std::clamp(x - width / 2, plot.left(), std::max(plot.left(), plot.right() + 1 - width));
    return {left, plot.bottom() + 3, width, px(timeline::kBottom) - 4};
}

void TimelinePainter::paintMoment(const TimelineMoment& moment) const {
    const QRect plot = m_picture.columns.plot;
    const double x = plot.left() + m_picture.scale.xAt(moment.seconds);
    m_painter.setPen(QPen(moment.background, 1));
    m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(moment.background);
    m_painter.drawRoundedRect(chipOf(moment), metrics::kRadius, metrics::kRadius);
    m_painter.setFont(m_picture.theme.font(TextRole::Caption, true));
    m_painter.setPen(moment.ink);
    m_painter.drawText(chipOf(moment), Qt::AlignCenter, moment.text);
}

}  // namespace stowage
