// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_chart.h"

#include "engine/base/byte_size.h"
#include "widgets/support/formats.h"
#include "widgets/support/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <array>
#include <cmath>

namespace stowage {
namespace {

constexpr double kGiBytes = static_cast<double>(kGiB);

constexpr double kTickGap = 34, kTimeGap = 64;  ///< least pixels between lines

constexpr double kHeadroom = 1.06;  ///< over the highest figure

constexpr double kLeastTop = 0.05 * kGiBytes;

constexpr double kCurveWidth = 1.8, kCurrentWidth = 2.8, kFileWidth = 1.3;

constexpr int kBandRows = 2;

constexpr double kPlateInset = 2;  ///< left and right of a name

constexpr double kLeaderWidth = 0.8;

constexpr double kLetterSide = 20;

constexpr double kLetterLift = 15;  ///< of a letter over its point

struct LessonChartWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonChart)
};

/// As few digits as tell the lines apart.
QString axisNumber(double value, double step) {
    int decimals = 0;
    for (double left = step; decimals < 4 && std::abs(left - std::round(left)) > 1e-9 * left;
         left *= 10) {
        ++decimals;
    }
    return QString::number(value, 'f', decimals);
}

double endOf(const LessonChartContent& content) {
    double end = 0;
    for (const LessonCurve& curve : content.curves) {
        end = curve.seconds.empty() ? end : std::max(end, curve.seconds.back());
    }
    return end;
}

double highest(const LessonChartContent& content) {
    double most = std::max(kLeastTop, content.leastHeight);
    for (const LessonCurve& curve : content.curves) {
        most = std::max(most, highestKnown(curve.bytes));
    }
    return content.marker == LessonMarker::None ? most : std::max(most, content.guess);
}

}  // namespace

double niceStep(double least) {
    return roundStep(std::max(least, 1e-9), {1, 2, 2.5, 5});
}

LessonChartPainter::LessonChartPainter(const LessonChartContent& content, const LessonType& type,
                                       const ThemeColors& colors, const QSizeF& size)
    : m_content(content), m_type(type), m_colors(colors), m_size(size) {
    scaleAxes();
}

void LessonChartPainter::scaleAxes() {
    constexpr double kTimeMargin = 1.03;
    const QFontMetricsF metrics(m_type.font(LessonText::Table));
    const QFontMetricsF small(m_type.font(LessonText::Caption));
    const double above = m_content.bands.empty() ? 4 : kBandRows * small.height() + 4;
    m_plot =
        QRectF(0, above, m_size.width(), m_size.height() - above - metrics.height() - m_type.px(6));
    const double most = highest(m_content) * kHeadroom / kGiBytes;
    const double lines = std::max(2.0, m_plot.height() / m_type.px(kTickGap));
    const double step = niceStep(most / lines);
    m_tick = step * kGiBytes;
    m_top = most * kGiBytes;
    const double widest =
        metrics.horizontalAdvance(axisNumber(std::floor(most / step) * step, step)) + m_type.px(8);
    m_plot.setLeft(widest);
    m_plot.setRight(std::max(widest + 20, m_size.width() - m_type.px(10)));
    const double end = endOf(m_content);
    m_end = end > 0 ? end * kTimeMargin : 1;
    m_endTick = niceStep(m_end / std::max(2.0, m_plot.width() / m_type.px(kTimeGap)));
    placeBandNames();
    m_plot.setTop(m_bandRows * small.height() + 4);
}

QPen LessonChartPainter::penOf(const LessonCurve& curve) const {
    if (curve.kind == LessonCurve::Kind::Needed) {
        const double width = isCurrent(curve) ? kCurrentWidth : kCurveWidth;
        return lessonPen(curve.step, m_colors, m_type.line(width));
    }
    QPen pen = lessonPen(curve.step, m_colors, m_type.line(kFileWidth));
    pen.setDashPattern({1, 3});
    return pen;
}

QPolygonF LessonChartPainter::lineOf(const LessonCurve& curve) const {
    QPolygonF line;
    const std::size_t count = std::min(curve.seconds.size(), curve.bytes.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isnan(curve.bytes[i])) {
            line.append({xAt(curve.seconds[i]), yAt(curve.bytes[i])});
        }
    }
    return line;
}

std::vector<std::size_t> LessonChartPainter::paintOrder() const {
    std::vector<std::size_t> order(m_content.curves.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::ranges::stable_partition(
        order, [this](std::size_t i) { return !isCurrent(m_content.curves[i]); });
    return order;
}

void LessonChartPainter::paint(QPainter& painter) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintBands(painter);
    paintAxes(painter);
    paintLevels(painter);
    paintCurves(painter);
    paintMarkerLine(painter);
    paintNames(painter);  // over every line
    paintMarkerTag(painter);
    paintLetters(painter);
    paintHint(painter);
    painter.restore();
}

void LessonChartPainter::paintAxes(QPainter& painter) const {
    painter.setFont(m_type.font(LessonText::Table));
    const double step = m_tick / kGiBytes;
    const double height = painter.fontMetrics().height();
    for (int line = 0; line * m_tick <= m_top; ++line) {
        const double y = std::round(yAt(line * m_tick)) + 0.5;
        painter.setPen(QPen(line == 0 ? m_colors.border : m_colors.chartGrid, m_type.line(1)));
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(m_colors.secondaryText);
        painter.drawText(QRectF(0, y - height / 2, m_plot.left() - m_type.px(6), height),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute,
                         axisNumber(line * step, step));
    }
    painter.setPen(QPen(m_colors.border, m_type.line(1)));
    painter.drawLine(QPointF(m_plot.left(), m_plot.top()), QPointF(m_plot.left(), m_plot.bottom()));
    if (endOf(m_content) <= 0) {
        return;  // no run, no time
    }
    for (int line = 0; line * m_endTick <= m_end; ++line) {
        const double x = std::round(xAt(line * m_endTick)) + 0.5;
        if (line > 0) {
            painter.setPen(QPen(m_colors.chartGrid, m_type.line(1)));
            painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
        }
        const bool isTime = m_content.axis == LessonTimeAxis::Seconds;
        const QString text =
            figureText((isTime ? LessonChartWords::tr("%1 s") : LessonChartWords::tr("%1 GiB"))
                           .arg(axisNumber(line * m_endTick, m_endTick)));
        const double width = painter.fontMetrics().horizontalAdvance(text);
        const double most = m_size.width() - m_type.px(4) - width;  // on paper it can be wider
        const double left = std::clamp(x - width / 2, 0.0, std::max(most, 0.0));
        painter.setPen(m_colors.secondaryText);
        painter.drawText(
            QPointF(left, m_plot.bottom() + m_type.px(4) + painter.fontMetrics().ascent()), text);
    }
}

void LessonChartPainter::placeBandNames() {
    const QFontMetricsF metrics(m_type.font(LessonText::Caption));
    std::array<double, kBandRows> used{};
    m_bandNames.clear();
    m_bandRows = 0;
    for (const ChartBand& band : m_content.bands) {
        const double width = metrics.horizontalAdvance(band.name);
        // The last name of a run may stand left of its band's begin, before it is left out. It ends
        // with the plot: on paper it can be wider than here.
        const double x = std::min(xAt(band.begin) + 2, m_plot.right() - width - 2);
        BandName name{x, -1};
        for (int row = 0; row < kBandRows && name.row < 0; ++row) {
            double& end = used[static_cast<std::size_t>(row)];
            if (x >= end) {
                name.row = row;
                end = x + width + m_type.px(10);
                m_bandRows = std::max(m_bandRows, row + 1);
            }
        }
        m_bandNames.push_back(name);
    }
}

void LessonChartPainter::paintBands(QPainter& painter) const {
    painter.setFont(m_type.font(LessonText::Caption));
    const QFontMetricsF metrics(painter.font());
    for (std::size_t i = 0; i < m_content.bands.size(); ++i) {
        const ChartBand& band = m_content.bands[i];
        const BandName& name = m_bandNames[i];
        const double left = xAt(band.begin);
        const double right = std::max(left + 1, xAt(band.end));
        if (i % 2 == 0) {
            painter.fillRect(QRectF(QPointF(left, m_plot.top()), QPointF(right, m_plot.bottom())),
                             mixColors(m_colors.text, m_colors.base, 0.045));
        }
        if (name.row >= 0) {
            painter.setPen(QPen(m_colors.border, 1));
            painter.drawLine(QPointF(left, name.row * metrics.height() + 2),
                             QPointF(left, m_plot.top()));
        }
    }
    painter.setPen(m_colors.secondaryText);
    for (std::size_t i = 0; i < m_content.bands.size(); ++i) {
        const BandName& name = m_bandNames[i];
        if (name.row >= 0) {
            // The background hides the marks of other phases behind the name.
            const QRectF place(name.x + 1, name.row * metrics.height() + 1,
                               metrics.horizontalAdvance(m_content.bands[i].name) + 3,
                               metrics.height());
            painter.fillRect(place, m_colors.base);
            painter.drawText(QPointF(name.x + 2, place.top() + metrics.ascent()),
                             m_content.bands[i].name);
        }
    }
}

std::vector<LessonChartPainter::Level> LessonChartPainter::levels() const {
    const QFontMetricsF metrics(m_type.font(LessonText::Caption));
    std::vector<Level> levels;
    double right = m_plot.right();
    for (const auto& level : {m_content.model, m_content.limit}) {
        if (level && level->bytes > 0 && level->bytes <= m_top) {
            const double width = metrics.horizontalAdvance(level->name) + 2 * kPlateInset;
            levels.push_back(
                {*level, {right - width, yAt(level->bytes) + 1, width, metrics.height()}});
            right -= width + m_type.px(8);
        }
    }
    return levels;
}

void LessonChartPainter::paintLevels(QPainter& painter) const {
    for (const Level& level : levels()) {
        const bool isLimit = m_content.limit && level.level.name == m_content.limit->name;
        painter.setPen(QPen(isLimit ? m_colors.warning : m_colors.secondaryText, m_type.line(1),
                            isLimit ? Qt::SolidLine : Qt::DotLine));
        painter.drawLine(levelLine(level.level.bytes));
    }
}

void LessonChartPainter::paintCurves(QPainter& painter) const {
    painter.save();
    // A line's own width may stand over the plot's edge, nothing else.
    painter.setClipRect(m_plot.adjusted(-1, -4, 1, 3));
    for (const std::size_t i : paintOrder()) {
        painter.setPen(penOf(m_content.curves[i]));
        painter.drawPolyline(lineOf(m_content.curves[i]));
    }
    painter.restore();
}

LabelGround LessonChartPainter::nameGround() const {
    LabelGround ground;
    const auto addLevel = [&](double bytes) {
        const QLineF line = levelLine(bytes);
        ground.lines.push_back(QPolygonF({line.p1(), line.p2()}));
    };
    if (m_content.marker != LessonMarker::None) {
        ground.taken.push_back(handle());
        addLevel(m_content.guess);
    }
    for (std::size_t i = 0; i < m_content.letters.size(); ++i) {
        ground.taken.push_back(letterRect(i));
    }
    for (const Level& level : levels()) {
        ground.taken.push_back(level.name);
        addLevel(level.level.bytes);
    }
    return ground;
}

void LessonChartPainter::paintName(QPainter& painter, const QRectF& place,
                                   const QString& name) const {
    const QPen pen = painter.pen();
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_colors.base);
    painter.drawRoundedRect(place, 2, 2);
    painter.setPen(pen);
    painter.drawText(place, Qt::AlignCenter, name);
}

void LessonChartPainter::paintNames(QPainter& painter) const {
    painter.setFont(m_type.font(LessonText::Caption));
    painter.setPen(m_colors.secondaryText);
    for (const Level& level : levels()) {
        paintName(painter, level.name, level.level.name);
    }
    painter.setFont(m_type.font(LessonText::Table, true));
    const QFontMetricsF metrics(painter.font());
    std::vector<LabelRequest> wishes;
    std::vector<std::size_t> order = paintOrder();
    std::ranges::reverse(order);  // the current one has the first choice
    for (const std::size_t i : order) {
        const LessonCurve& curve = m_content.curves[i];
        const double width = metrics.horizontalAdvance(curve.name) + 2 * kPlateInset;
        wishes.push_back({QSizeF(width, metrics.height() - 2), lineOf(curve)});
    }
    const std::vector<QRectF> places = placeLabels(wishes, m_plot, nameGround());
    painter.setPen(QPen(m_colors.secondaryText, m_type.line(kLeaderWidth)));
    for (std::size_t i = 0; i < order.size(); ++i) {
        const QLineF leader = leaderLine(places[i], wishes[i].line);
        if (!places[i].isEmpty() && !leader.isNull()) {
            painter.drawLine(leader);
        }
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!places[i].isEmpty()) {
            const LessonCurve& curve = m_content.curves[order[i]];
            painter.setPen(legibleColor(penOf(curve).color(), m_colors.text, m_colors.base));
            paintName(painter, places[i], curve.name);
        }
    }
}

QRectF LessonChartPainter::letterRect(std::size_t index) const {
    const LessonMarkedPoint& letter = m_content.letters[index];
    const double side = m_type.px(kLetterSide);
    QRectF rect(0, 0, side, side);
    rect.moveCenter({xAt(letter.seconds), yAt(letter.bytes) - m_type.px(kLetterLift)});
    const double highestTop = m_plot.top() - side / 2;
    rect.moveTop(std::max(rect.top(), highestTop));
    rect.moveLeft(std::clamp(rect.left(), m_plot.left() + 1, m_plot.right() - side));
    return rect;
}

void LessonChartPainter::paintLetters(QPainter& painter) const {
    painter.setFont(m_type.font(LessonText::Table, true));
    for (std::size_t i = 0; i < m_content.letters.size(); ++i) {
        const LessonMarkedPoint& letter = m_content.letters[i];
        const QRectF rect = letterRect(i);
        const QPointF point(xAt(letter.seconds), yAt(letter.bytes));
        painter.setPen(QPen(m_colors.accent, m_type.line(m_content.lettersShown ? 2 : 1.2)));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(point, m_type.px(4), m_type.px(4));
        painter.setBrush(m_content.lettersShown ? m_colors.accent : m_colors.base);
        painter.drawRoundedRect(rect, 3, 3);
        painter.setPen(m_content.lettersShown ? m_colors.accentText : m_colors.accent);
        painter.drawText(rect, Qt::AlignCenter, letter.letter);
    }
}

QRectF LessonChartPainter::handle() const {
    const QFontMetricsF metrics(m_type.font(LessonText::Table, true));
    const double height = metrics.height() + 4;
    const double y = std::clamp(yAt(m_content.guess) - height / 2, m_plot.top() - height / 2,
                                m_plot.bottom() - height / 2);
    return {m_plot.left() + 4, y, metrics.horizontalAdvance(markerText()) + m_type.px(14), height};
}

QString LessonChartPainter::markerText() const {
    if (!m_content.isGuessed) {
        return LessonChartWords::tr("drag to guess");
    }
    return LessonChartWords::tr("guess %1").arg(QString::fromStdString(formatGiB(m_content.guess)));
}

void LessonChartPainter::paintMarkerLine(QPainter& painter) const {
    if (m_content.marker != LessonMarker::None) {
        painter.setPen(QPen(m_colors.accent, m_type.line(1.6), Qt::DashLine));
        painter.drawLine(levelLine(m_content.guess));
    }
}

void LessonChartPainter::paintMarkerTag(QPainter& painter) const {
    if (m_content.marker == LessonMarker::None) {
        return;
    }
    const QRectF rect = handle();
    const bool movable = m_content.marker == LessonMarker::Movable;
    QPainterPath tag;
    const double nose = m_type.px(6);
    tag.moveTo(rect.topLeft());
    tag.lineTo(rect.right() - nose, rect.top());
    tag.lineTo(rect.right(), rect.center().y());
    tag.lineTo(rect.right() - nose, rect.bottom());
    tag.lineTo(rect.bottomLeft());
    tag.closeSubpath();
    painter.setPen(QPen(m_colors.accent, m_type.line(1.2)));
    painter.setBrush(movable ? m_colors.accent : m_colors.base);
    painter.drawPath(tag);
    painter.setFont(m_type.font(LessonText::Table, true));
    painter.setPen(movable ? m_colors.accentText : m_colors.accent);
    painter.drawText(rect.adjusted(0, 0, -nose, 0), Qt::AlignCenter, markerText());
}

void LessonChartPainter::paintHint(QPainter& painter) const {
    if (m_content.hint.isEmpty() || endOf(m_content) > 0) {
        return;
    }
    painter.setFont(m_type.font(LessonText::Body));
    painter.setPen(m_colors.secondaryText);
    const double inset = m_type.px(24);
    QRectF room = m_plot.adjusted(inset, 0, -inset, 0);
    if (m_content.marker != LessonMarker::None) {
        // Above or below the guess, where more is free, and not on the model's name either.
        const QRectF tag = handle();
        const double below =
            std::max(tag.bottom(), yAt(m_content.model ? m_content.model->bytes : 0) +
                                       painter.fontMetrics().height());
        const bool isAbove = tag.top() - room.top() >= room.bottom() - below;
        isAbove ? room.setBottom(tag.top()) : room.setTop(below);
    }
    const QRectF wanted =
        painter.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, m_content.hint);
    painter.fillRect(wanted.adjusted(-6, -2, 6, 2), m_colors.base);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, m_content.hint);
}

}  // namespace stowage
