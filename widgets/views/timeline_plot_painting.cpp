// SPDX-License-Identifier: GPL-3.0-or-later
// How the timeline is painted: from layouts that are made once for what is shown.
#include "widgets/views/timeline_metrics.h"
#include "widgets/views/timeline_plot.h"
#include "widgets/views/timeline_texts.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr int kTickRoom = 72;
constexpr int kPassLine = 4;
constexpr double kLeastNameWidth = 22;
constexpr double kLinkShare = 0.75;  ///< of the device's fill, where weights travel to it

/// The colours of one lane: solid where it works, an outline where weights travel, hatched where
/// it waits, so that they differ without colour too.
struct LaneBrushes {
    QBrush columns, bar, waiting;
    QColor edge, name;
};

LaneBrushes brushesOf(const LaneKey& key, const Tokens& colors) {
    const QColor fill = colors.deviceFill(key.device);
    LaneBrushes brushes;
    brushes.waiting = QBrush(colors.secondaryText, Qt::BDiagPattern);
    if (key.kind == LaneKind::Link) {
        brushes.columns = mixColors(fill, colors.base, kLinkShare);
        brushes.bar = colors.deviceGround(key.device);
        brushes.edge = colors.deviceLine(key.device);
        brushes.name = colors.text;
    } else {
        brushes.columns = brushes.bar = colors.deviceBrush(key.device);
        brushes.edge = colors.base;
        brushes.name = colors.deviceChipText(key.device);
    }
    return brushes;
}

/// "transformer.h.3.attn.weight" → "h.3.attn", "3.attn" … the longest that has room; "" where none
/// has. Nearly all tensors are weights.
QString fittingName(const QString& name, const QFontMetricsF& metrics, double room) {
    QString text = name;
    if (text.endsWith(QLatin1String(".weight"))) {
        text.chop(7);
    }
    while (metrics.horizontalAdvance(text) > room) {
        const qsizetype dot = text.indexOf(u'.');
        if (dot < 0) {
            return {};
        }
        text = text.mid(dot + 1);
    }
    return text;
}

}  // namespace

const LaneLayout& TimelinePlot::layoutOf(const LaneKey& key) const {
    const auto found = m_layouts.find(key);
    return found != m_layouts.end()
               ? found->second
               : m_layouts.emplace(key, layoutLane(m_lanes.lanes().at(key), scale())).first->second;
}

void TimelinePlot::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.setLayoutDirection(Qt::LeftToRight);  // of figures and names, in every language
    painter.fillRect(event->rect(), m_theme->colors().base);
    paintFrame(painter);
    paintPasses(painter);
    const Columns all = columns();
    painter.setClipRect(QRect(0, all.plot.top(), viewport()->width(), all.plot.height()));
    int number = 0;
    for (const auto& [key, lane] : m_lanes.lanes()) {
        const QRect rect = laneRect(number++);
        if (rect.bottom() < all.plot.top() || rect.top() > all.plot.bottom()) {
            continue;
        }
        painter.setPen(m_theme->colors().softBorder);
        painter.drawLine(0, rect.bottom(), viewport()->width(), rect.bottom());
        paintLaneName(painter,
                      QRect(all.names.left(), rect.top(), all.names.width(), rect.height()), key);
        paintShares(painter,
                    QRect(all.shares.left(), rect.top(), all.shares.width(), rect.height()), key);
        paintLane(painter, rect, key);
    }
    painter.setClipping(false);
    paintMarks(painter);
}

/// Grid, axis and the heads of the columns at the end.
void TimelinePlot::paintFrame(QPainter& painter) const {
    const Tokens& colors = m_theme->colors();
    const Columns all = columns();
    const QRect plot = all.plot;
    painter.setFont(m_theme->font(TextRole::Caption));
    const std::vector<Moment> chips = moments();
    for (const TimelineTick& tick : timelineTicks(scale(), kTickRoom)) {
        const int x = plot.left() + static_cast<int>(scale().xAt(tick.seconds));
        painter.setPen(colors.chartGrid);
        painter.drawLine(x, plot.top(), x, plot.bottom());
        painter.setPen(colors.secondaryText);
        const int width = painter.fontMetrics().horizontalAdvance(tick.text) + 2;
        const int left = std::clamp(x - width / 2, plot.left(), plot.right() + 1 - width);
        const QRect label(left, plot.bottom() + 1, width, timeline::kBottom);
        // No half of a figure beside a chip.
        if (std::ranges::none_of(
                chips, [&](const Moment& moment) { return chipOf(moment).intersects(label); })) {
            painter.drawText(label, Qt::AlignCenter, tick.text);
        }
    }
    painter.setPen(colors.border);
    painter.drawRect(plot.adjusted(0, 0, -1, 0));
    painter.setPen(colors.secondaryText);
    const QStringList heads{tr("busy"), tr("waits"), tr("idle")};
    const int shown = all.shares.width() / timeline::kShare;
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    for (int i = 0; i < shown; ++i) {
        const int left = mirrored ? all.shares.right() + 1 - (i + 1) * timeline::kShare
                                  : all.shares.left() + i * timeline::kShare;
        painter.drawText(QRect(left, 0, timeline::kShare - 2, timeline::kTop),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, heads.at(i));
    }
}

void TimelinePlot::paintPasses(QPainter& painter) const {
    const Tokens& colors = m_theme->colors();
    const QRect plot = columns().plot;
    painter.setFont(m_theme->font(TextRole::Caption, true));
    bool tinted = false;
    for (const PassLabel& label :
         passLabels(m_lanes.passes(), scale(), QFontMetrics(painter.font()))) {
        const int left = plot.left() + static_cast<int>(label.left);
        const int right = plot.left() + static_cast<int>(label.right);
        if (tinted) {
            painter.fillRect(QRect(left, plot.top() + 1, right - left, plot.height() - 1),
                             colors.alternate);
        }
        tinted = !tinted;
        if (left > plot.left() + kPassLine) {  // at the edge there is the frame
            painter.setPen(QPen(colors.border, 1, Qt::DashLine));
            painter.drawLine(left, 2, left, plot.bottom());
        }
        painter.setPen(colors.secondaryText);
        painter.drawText(QRect(left + 4, 0, right - left, timeline::kTop),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::AlignAbsolute, label.text);
    }
}

void TimelinePlot::paintLaneName(QPainter& painter, const QRect& rect, const LaneKey& key) const {
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    QRect chip(rect.left(), rect.center().y() - timeline::kChipHeight / 2 + 1, timeline::kChip,
               timeline::kChipHeight);
    if (mirrored) {
        chip.moveRight(rect.right());
    }
    paintDeviceChip(painter, chip, key.device, m_theme->colors(),
                    m_theme->font(TextRole::Caption, true));
    const int taken = timeline::kChip + timeline::kGap;
    painter.setFont(m_theme->font(TextRole::Tree));
    painter.setPen(m_theme->colors().text);
    painter.drawText(
        rect.adjusted(mirrored ? 0 : taken, 0, mirrored ? -taken : 0, 0),
        (mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::AlignAbsolute,
        laneRole(key));
}

void TimelinePlot::paintShares(QPainter& painter, const QRect& rect, const LaneKey& key) const {
    const auto percents = percentTexts(sharesOfLane(key));
    const bool computes = key.kind == LaneKind::Compute;
    QStringList texts;
    for (const std::string& text : percents) {
        texts.append(computes || texts.isEmpty() ? QString::fromStdString(text) : QString());
    }
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    painter.setFont(m_theme->font(TextRole::Tree));
    for (int i = 0; i < rect.width() / timeline::kShare; ++i) {
        const int left = mirrored ? rect.right() + 1 - (i + 1) * timeline::kShare
                                  : rect.left() + i * timeline::kShare;
        painter.setPen(i == 0 ? m_theme->colors().text : m_theme->colors().secondaryText);
        painter.drawText(QRect(left, rect.top(), timeline::kShare - 2, rect.height()),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, texts.at(i));
    }
}

void TimelinePlot::paintLane(QPainter& painter, const QRect& rect, const LaneKey& key) const {
    const Tokens& colors = m_theme->colors();
    const LaneBrushes brushes = brushesOf(key, colors);
    const int height = rect.height() - timeline::kLaneGap;
    const QRect row(rect.left(), rect.top() + (rect.height() - 1 - height) / 2, rect.width(),
                    height);
    painter.save();
    painter.setClipRect(rect.adjusted(1, 0, -1, 0) & columns().plot);
    const double kept = m_lanes.lanes().at(key).keptFrom();
    if (kept > scale().begin) {
        painter.fillRect(QRectF(rect.left(), rect.top(), scale().xAt(kept), rect.height() - 1),
                         QBrush(colors.border, Qt::Dense6Pattern));
    }
    const LaneLayout& layout = layoutOf(key);
    for (const LaneColumns& column : layout.columns) {
        const int busy = height * column.busy / LaneColumns::kFull;
        const int waits = height * column.waiting / LaneColumns::kFull;
        const QRect all(row.left() + column.left, row.top(), column.right - column.left,
                        row.height());
        // Work stands at the foot, waiting above it.
        painter.fillRect(QRect(all.left(), all.bottom() + 1 - busy, all.width(), busy),
                         brushes.columns);
        if (waits > 0) {
            painter.fillRect(QRect(all.left(), all.bottom() + 1 - busy - waits, all.width(), waits),
                             brushes.waiting);
        }
    }
    painter.setFont(m_theme->font(TextRole::BarNumber));
    for (const LaneBar& bar : layout.bars) {
        paintBar(painter, row, key, bar);
    }
    painter.restore();
}

void TimelinePlot::paintBar(QPainter& painter, const QRect& row, const LaneKey& key,
                            const LaneBar& bar) const {
    const Tokens& colors = m_theme->colors();
    const LaneBrushes brushes = brushesOf(key, colors);
    const TimelineLane& lane = m_lanes.lanes().at(key);
    const LaneSpan& span = lane.spans()[bar.span.value_or(lane.groups()[bar.group].first)];
    // Whole pixels, so that bars are sharp; neighbours are a pixel apart.
    const double left = std::floor(row.left() + bar.left);
    const double right = std::max(left + 2, std::floor(row.left() + bar.right));
    const QRectF rect(left, row.top(), right - left - 1, row.height());
    const bool waits = bar.span && span.kind == SpanKind::Wait;
    if (bar.span) {
        painter.fillRect(rect, waits ? QBrush(colors.base) : brushes.bar);
    }
    if (waits) {
        painter.fillRect(rect, brushes.waiting);
    }
    if (waits || (bar.span && key.kind == LaneKind::Link)) {
        painter.setPen(waits ? colors.border : brushes.edge);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
    }
    // A layer's work stands in the columns below; every bar's end is told from the next.
    painter.fillRect(QRectF(right - 1, rect.top(), 1, rect.height()), colors.base);
    if (!m_marked.isEmpty() && m_lanes.name(span.stage) == m_marked) {
        painter.fillRect(QRectF(left, rect.bottom() + 1, rect.width(), 2), colors.accent);
    }
    const QString& name = m_lanes.name(bar.span ? span.item : span.stage);
    const double room = std::min(right, row.right() + 1.0) - std::max(left, row.left() + 1.0) - 6;
    if (room < kLeastNameWidth || waits) {
        return;
    }
    const QFontMetricsF metrics(painter.font());
    const QString text = fittingName(name, metrics, room);
    if (text.isEmpty()) {
        return;
    }
    const QRectF label(std::max(left, row.left() + 1.0) + 1, rect.top() + 1,
                       metrics.horizontalAdvance(text) + 4, rect.height() - 2);
    if (!bar.span) {  // over columns that may be anything
        painter.fillRect(label, brushes.bar);
    }
    painter.setPen(brushes.name);
    painter.drawText(label, Qt::AlignCenter, text);
}

/// Lines over everything: what is marked, the bar that is pointed at, the pointer and *now*.
void TimelinePlot::paintMarks(QPainter& painter) const {
    const Tokens& colors = m_theme->colors();
    const QRect plot = columns().plot;
    for (const Moment& moment : moments()) {
        paintMoment(painter, moment);
    }
    std::optional<BarRef> pointed = m_current && hasFocus() ? m_current : std::nullopt;
    if (const auto lane =
            m_hover && plot.contains(*m_hover) ? laneAt(m_hover->y()) : std::nullopt) {
        const auto hit =
            hitLane(m_lanes.lanes().at(*lane), scale(), m_hover->x() - plot.left() + 0.5);
        pointed = hit ? std::optional(refOf(*lane, *hit)) : std::nullopt;
    }
    const auto hit = pointed ? find(*pointed) : std::nullopt;
    if (!hit) {
        return;
    }
    const TimelineLane& lane = m_lanes.lanes().at(pointed->lane);
    const LaneGroup& group = lane.groups()[hit->group];
    const double begin = hit->span ? lane.spans()[*hit->span].begin : group.begin;
    const double end = hit->span ? lane.spans()[*hit->span].end : group.end;
    const int middle = pointOf(pointed->lane, begin).y();
    const int half = (laneHeight() - timeline::kLaneGap) / 2 + 1;
    QRectF frame(QPointF(std::floor(plot.left() + scale().xAt(begin)) - 1, middle - half),
                 QPointF(std::ceil(plot.left() + scale().xAt(end)) + 1, middle + half));
    painter.setClipRect(plot);
    painter.setPen(QPen(colors.text, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
    painter.setClipping(false);
}

std::vector<TimelinePlot::Moment> TimelinePlot::moments() const {
    const Tokens& colors = m_theme->colors();
    const QRect plot = columns().plot;
    std::vector<Moment> moments;
    if (m_now >= 0 && m_now >= scale().begin && m_now <= scale().end) {
        moments.push_back({m_now, tr("now"), colors.accent, colors.accentText});
    }
    if (m_hover && plot.contains(*m_hover)) {
        const double seconds = scale().secondsAt(m_hover->x() - plot.left() + 0.5);
        moments.push_back({seconds, durationText(seconds), colors.text, colors.base});
    }
    return moments;
}

QRect TimelinePlot::chipOf(const Moment& moment) const {
    const QRect plot = columns().plot;
    const QFontMetrics metrics(m_theme->font(TextRole::Caption, true));
    const int x = plot.left() + static_cast<int>(scale().xAt(moment.seconds));
    const int width = metrics.horizontalAdvance(moment.text) + 10;
    const int left =
        std::clamp(x - width / 2, plot.left(), std::max(plot.left(), plot.right() + 1 - width));
    return {left, plot.bottom() + 3, width, timeline::kBottom - 4};
}

void TimelinePlot::paintMoment(QPainter& painter, const Moment& moment) const {
    const QRect plot = columns().plot;
    const double x = plot.left() + scale().xAt(moment.seconds);
    painter.setPen(QPen(moment.ground, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(moment.ground);
    painter.drawRoundedRect(chipOf(moment), metrics::kRadius, metrics::kRadius);
    painter.setFont(m_theme->font(TextRole::Caption, true));
    painter.setPen(moment.ink);
    painter.drawText(chipOf(moment), Qt::AlignCenter, moment.text);
}

}  // namespace stowage
