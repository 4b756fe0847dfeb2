// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart paints over and under its curves: bands, limits, marks, names, the crosshair.
#include "widgets/charts/chart_plot.h"

#include "widgets/support/style_sheet.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stowage {
namespace {

constexpr double kBandNameInset = 6;
constexpr double kBandNameHeight = 18;
constexpr double kLeastBandNameWidth = 48;
constexpr double kLabelHeight = 14;
constexpr double kLabelInset = 6;

/// The arrow before the name of a limit that lies above the chart.
constexpr double kEdgeMark = 8, kEdgeMarkRoom = kEdgeMark + 3;
constexpr double kMarkHeight = 5;

/// Mean pixels between marks from which on they are drawn: below, they would be a bar.
constexpr double kMarkSpacing = 3;

/// Behind text that may cross a line: enough to read it, little enough to see the line.
constexpr int kHaloAlpha = 205;

void paintHalo(QPainter& painter, const QRectF& rect, QColor base) {
    base.setAlpha(kHaloAlpha);
    painter.fillRect(rect, base);
}

/// Moves rows that overlap apart, keeping their order, within [top, bottom].
void spread(std::vector<double>& tops, double height, double top, double bottom) {
    std::vector<std::size_t> order(tops.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return tops[i]; });
    // Upwards from the lowest: a name above its line is what a reader expects.
    double below = bottom;
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
        tops[*i] = std::min(tops[*i], below - height);
        below = tops[*i];
    }
    double above = top;
    for (const std::size_t i : order) {
        tops[i] = std::max(tops[i], above);
        above = tops[i] + height;
    }
}

}  // namespace

QRectF ChartPlot::bandRect(const ChartBand& band) const {
    const QRectF area = axisRect()->rect();
    return QRectF(QPointF(xAt(band.begin), area.top()), QPointF(xAt(band.end), area.bottom())) &
           area;
}

QColor ChartPlot::bandBackground(std::size_t index) const {
    const ThemeColors& colors = m_theme->colors();
    return index % 2 == 0 ? colors.window : colors.alternate;
}

void ChartPlot::drawBands(QPainter& painter) const {
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        painter.fillRect(bandRect(m_bands[i]), bandBackground(i));
    }
}

void ChartPlot::drawBandNames(QPainter& painter) const {
    constexpr int kMarkSize = 12;
    const ThemeColors& colors = m_theme->colors();
    const QFontMetricsF metrics(painter.font());
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        const ChartBand& band = m_bands[i];
        const QRectF rect = bandRect(band);
        const double mark = band.failed ? kMarkSize + 4 : 0;
        const double room = rect.width() - kBandNameInset - 2 - mark;
        if (room >= px(kLeastBandNameWidth)) {
            const QString name = metrics.elidedText(band.name, Qt::ElideRight, room);
            const QRectF place(rect.left() + kBandNameInset, rect.top() + 2,
                               metrics.horizontalAdvance(name) + 2, px(kBandNameHeight) - 3);
            painter.fillRect(place, bandBackground(i));  // over the grid
            painter.setPen(colors.secondaryText);
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, name);
        }
        if (band.failed && rect.width() >= mark) {
            paintIcon(painter,
                      QRect(static_cast<int>(rect.right()) - kMarkSize - 2,
                            static_cast<int>(rect.top()) + 4, kMarkSize, kMarkSize),
                      QStringLiteral("error"), colors.error, colors.base);
        }
    }
}

void ChartPlot::drawAnnotations(QPainter& painter) const {
    painter.setFont(m_theme->font(TextRole::Caption));
    drawBandNames(painter);
    drawMarks(painter);
    if (m_now) {
        const ThemeColors& colors = m_theme->colors();
        const QRectF area = axisRect()->rect();
        const double x = xAt(*m_now);
        painter.setPen(QPen(colors.accent, 1.5));
        painter.drawLine(QPointF(x, area.top() + px(kBandNameHeight)), QPointF(x, area.bottom()));
        drawTimeChip(painter, x, tr("now"), colors.accent, colors.accentText);
    }
    // Names last: a line behind them leaves them readable.
    drawLimits(painter);
    drawLabels(painter);
}

void ChartPlot::drawLimitLine(QPainter& painter, const ChartLimit& limit) const {
    const QRectF area = axisRect()->rect();
    QPen pen(limit.color, 1.5);
    pen.setDashPattern({1, 2});
    painter.setPen(pen);
    const double y = yAt(limit.bytes);
    if (!limit.path.empty()) {
        QPolygonF line;
        for (const ChartPoint& point : limit.path) {
            line.append(QPointF(xAt(point.seconds), yAt(point.bytes)));
        }
        painter.save();
        painter.setClipRect(area);
        painter.drawPolyline(line);
        painter.restore();
    } else if (!isAbove(limit)) {
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
}

std::pair<std::size_t, std::size_t> ChartPlot::marksInView() const {
    const QCPRange range = xAxis->range();
    const auto first = std::ranges::lower_bound(*m_marks, range.lower, {}, &ChartMark::seconds);
    const auto last = std::ranges::upper_bound(*m_marks, range.upper, {}, &ChartMark::seconds);
    return {static_cast<std::size_t>(first - m_marks->begin()),
            static_cast<std::size_t>(last - m_marks->begin())};
}

bool ChartPlot::showsMarks() const {
    const auto [first, last] = marksInView();
    return last > first && static_cast<double>(last - first) * kMarkSpacing <= axisRect()->width();
}

void ChartPlot::drawMarks(QPainter& painter) const {
    if (!showsMarks()) {
        return;
    }
    const auto [first, last] = marksInView();
    const double foot = axisRect()->rect().bottom();
    painter.setPen(QPen(m_theme->colors().secondaryText, 1));
    for (std::size_t i = first; i < last; ++i) {
        const double x = std::round(xAt((*m_marks)[i].seconds)) + 0.5;
        painter.drawLine(QPointF(x, foot - kMarkHeight), QPointF(x, foot));
    }
}

std::vector<ChartPlot::LimitName> ChartPlot::limitNames() const {
    const QRectF area = axisRect()->rect();
    const QFontMetricsF metrics(m_theme->font(TextRole::Caption));
    std::vector<double> tops;
    for (const ChartLimit& limit : m_limits) {
        tops.push_back(yAt(limit.bytes) - px(kLabelHeight) - 1);
    }
    spread(tops, px(kLabelHeight), area.top() + px(kBandNameHeight), area.bottom());
    std::vector<LimitName> names;
    for (std::size_t i = 0; i < m_limits.size(); ++i) {
        const ChartLimit& limit = m_limits[i];
        QStringList texts{limit.name, limit.shortName};
        if (isAbove(limit)) {
            texts.prepend(tr("%1, above").arg(limit.name));  // the mark before it says so, too
        }
        const double mark = isAbove(limit) ? kEdgeMarkRoom : 0;
        const double left = area.left() + kLabelInset;
        const auto fitting = std::ranges::find_if(texts, [&](const QString& text) {
            return left + mark + metrics.horizontalAdvance(text) <= area.right() - 4;
        });
        const QString text = fitting == texts.end() ? QString() : *fitting;
        const double width = text.isEmpty() ? 0 : metrics.horizontalAdvance(text) + 4;
        names.push_back(
            {QRectF(left, tops[i], mark + width, px(kLabelHeight)), text, texts.front()});
    }
    return names;
}

QString ChartPlot::limitAt(const QPoint& point) const {
    const std::vector<LimitName> names = limitNames();
    const auto found = std::ranges::find_if(
        names, [&point](const LimitName& name) { return name.place.contains(point); });
    return found == names.end() ? QString() : found->whole;
}

void ChartPlot::drawLimits(QPainter& painter) const {
    const ThemeColors& colors = m_theme->colors();
    for (const ChartLimit& limit : m_limits) {
        drawLimitLine(painter, limit);
    }
    const std::vector<LimitName> names = limitNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
        QRectF place = names[i].place;
        if (isAbove(m_limits[i])) {
            drawEdgeMark(painter, {place.left(), place.center().y()}, m_limits[i].color);
            place.setLeft(place.left() + kEdgeMarkRoom);
        }
        if (!names[i].text.isEmpty()) {
            paintHalo(painter, place, colors.base);
            painter.setPen(colors.secondaryText);
            painter.drawText(place, Qt::AlignCenter, names[i].text);
        }
    }
}

void ChartPlot::drawEdgeMark(QPainter& painter, QPointF left, const QColor& color) const {
    constexpr double kHalf = kEdgeMark / 2;
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({left + QPointF(0, kHalf), left + QPointF(kEdgeMark, kHalf),
                                   left + QPointF(kHalf, -kHalf)}));
    painter.restore();
}

void ChartPlot::drawLabels(QPainter& painter) const {
    constexpr double kSwatchGap = 5;
    constexpr double kSwatch = 9;
    const ThemeColors& colors = m_theme->colors();
    const QRectF area = axisRect()->rect();
    painter.setFont(m_theme->font(TextRole::Caption, true));
    const QFontMetricsF metrics(painter.font());
    std::vector<double> tops;
    for (const ChartLabel& label : m_labels) {
        tops.push_back(yAt(label.bytes) - px(kLabelHeight) / 2);
    }
    spread(tops, px(kLabelHeight), area.top() + px(kBandNameHeight), area.bottom() - 2);
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        const ChartLabel& label = m_labels[i];
        const QString& text = label.texts[m_labelForm];
        const double width = metrics.horizontalAdvance(text) + kSwatch + kSwatchGap + 6;
        // Behind the end of what is drawn: inside the axes or right of them, never on a curve.
        const double end = m_now ? std::max(*m_now, label.seconds) : label.seconds;
        const double left = std::min(xAt(end), area.right()) + kLabelInset;
        const QRectF rect(left, tops[i], width, px(kLabelHeight));
        paintHalo(painter, rect, colors.base);
        painter.fillRect(QRectF(left + 3, rect.center().y() - kSwatch / 2 + 0.5, kSwatch, kSwatch),
                         label.color);
        painter.setPen(colors.text);
        painter.drawText(rect.adjusted(3 + kSwatch + kSwatchGap, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

void ChartPlot::drawCrosshair(QPainter& painter) const {
    if (!m_crosshair || !xAxis->range().contains(*m_crosshair)) {
        return;
    }
    const ThemeColors& colors = m_theme->colors();
    const QRectF area = axisRect()->rect();
    const double x = xAt(*m_crosshair);
    painter.setFont(m_theme->font(TextRole::Caption));
    painter.setPen(QPen(colors.text, 1));
    painter.drawLine(QPointF(x, area.top() + px(kBandNameHeight)), QPointF(x, area.bottom()));
    painter.setPen(QPen(colors.base, 1.5));
    for (const ChartMarker& marker : m_markers) {
        painter.setBrush(marker.color);
        painter.drawEllipse(QPointF(x, yAt(marker.bytes)), 4, 4);
    }
    drawTimeChip(painter, x, axisText(*m_crosshair), colors.text, colors.base);
}

void ChartPlot::drawTimeChip(QPainter& painter, double x, const QString& text,
                             const QColor& background, const QColor& textColor) const {
    constexpr double kChipHeight = 15;
    painter.setFont(m_theme->font(TextRole::Caption));
    const QFontMetricsF metrics(painter.font());
    const QRectF area = axisRect()->rect();
    QRectF rect(0, 0, metrics.horizontalAdvance(text) + 10, px(kChipHeight));
    rect.moveCenter({x, area.bottom() + px(kChipHeight) / 2 + 3});
    rect.moveLeft(
        std::clamp(rect.left(), area.left(), std::max(area.left(), area.right() - rect.width())));
    painter.setPen(Qt::NoPen);
    painter.setBrush(background);
    painter.drawRoundedRect(rect, metrics::kRadius, metrics::kRadius);
    painter.setPen(textColor);
    painter.drawText(rect, Qt::AlignCenter, text);
}

}  // namespace stowage
