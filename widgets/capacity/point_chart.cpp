// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/point_chart.h"

#include "widgets/support/qcustomplot_wrapper.h"

#include "engine/base/csv.h"
#include "widgets/support/forms.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/theme.h"

#include <QAccessible>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {

/// The widget of a PointChart.
class PointPlot : public QCustomPlot {
    Q_OBJECT
public:
    PointPlot(const char* name, const QString& accessibleName, const Theme* theme, QWidget* parent);

    void setPoints(ChartPoints points);
    /// A line a point: both axes and its words.
    [[nodiscard]] std::string pointsCsv() const;
    /// Where a point is painted.
    [[nodiscard]] QPointF position(std::size_t point) const;
    /// Puts the ring around a point.
    void choose(std::size_t point);

Q_SIGNALS:
    void pointRequested(std::size_t point);
    /// The ring is around this one now.
    void pointChosen(std::size_t point);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    static constexpr double kReach = 10;  ///< pixels from a point at which a click still means it
    void showPoints();
    void showAxes();
    void spreadLabels();
    void styleRing();
    [[nodiscard]] std::vector<ChartPart> spokenParts();
    void request(std::size_t point);
    [[nodiscard]] std::optional<std::size_t> pointAt(const QPointF& at) const;

    const Theme* m_theme;
    ChartPoints m_points;
    std::size_t m_current = 0;
    std::vector<QCPItemText*> m_labels;
    QCPItemTracer* m_ring = nullptr;  ///< around the chosen point
};

namespace {

constexpr double kPointSize = 9;
/// From this ratio of the largest to the least on, small figures would all lie at the foot.
constexpr double kFarApart = 20;
constexpr int kLabelLeft = 12;  ///< of a point's middle: beside the ring
constexpr int kMostLabelSteps = 24;

}  // namespace

PointPlot::PointPlot(const char* name, const QString& accessibleName, const Theme* theme,
                     QWidget* parent)
    : QCustomPlot(parent), m_theme(theme) {
    speakAsChart(this, {}, [this] { return spokenParts(); });
    withName(this, name, accessibleName);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(260, 150);
    connect(theme, &Theme::changed, this, &PointPlot::showPoints);
    connect(this, &QCustomPlot::afterLayout, this, &PointPlot::spreadLabels);
    connect(this, &QCustomPlot::afterReplot, this, [this] { chartPartsChanged(this); });
}

std::vector<ChartPart> PointPlot::spokenParts() {
    const auto text = [](double figure) { return QString::number(figure, 'g', 4); };
    std::vector<ChartPart> parts;
    for (std::size_t i = 0; i < m_points.points.size(); ++i) {
        const ChartPoints::Point& point = m_points.points[i];
        QRect rect(0, 0, static_cast<int>(2 * kPointSize), static_cast<int>(2 * kPointSize));
        rect.moveCenter(position(i).toPoint());
        parts.push_back(
            {.key = QStringLiteral("point %1").arg(i),
             .name = point.words,
             .value = text(point.y),
             .description =
                 PointChart::tr("%1: %2; %3: %4; estimated")
                     .arg(m_points.xTitle,
                          m_points.xNames.value(static_cast<qsizetype>(i), text(point.x)),
                          m_points.yTitle, text(point.y)),
             .rect = rect,
             .choice = i == m_current ? ChartPart::Choice::Chosen : ChartPart::Choice::CanBeChosen,
             .actions = {
                 {QAccessibleActionInterface::pressAction(), {}, [this, i] { request(i); }}}});
    }
    if (m_points.line.size() > 1) {
        double least = m_points.points[m_points.line.front()].y;
        double greatest = least;
        for (const std::size_t point : m_points.line) {
            least = std::min(least, m_points.points[point].y);
            greatest = std::max(greatest, m_points.points[point].y);
        }
        parts.push_back(
            {.key = QStringLiteral("line"),
             .name = PointChart::tr("Line: %1, estimated").arg(m_points.yTitle),
             .value = text(m_points.points[m_points.line.back()].y),
             .description = PointChart::tr("Line through %1 points, minimum %2, maximum %3")
                                .arg(m_points.line.size())
                                .arg(text(least), text(greatest)),
             .rect = axisRect()->rect()});
    }
    return parts;
}

void PointPlot::request(std::size_t point) {
    choose(point);
    Q_EMIT pointRequested(point);
}

void PointPlot::setPoints(ChartPoints points) {
    m_points = std::move(points);
    setAccessibleDescription({});
    showPoints();
    if (!m_points.points.empty()) {
        choose(m_points.plan.value_or(0));
    }
}

void PointPlot::showPoints() {
    const ThemeColors& colors = m_theme->colors();
    clearGraphs();
    clearItems();
    m_ring = nullptr;
    m_labels.clear();
    showAxes();
    QCPGraph* line = addGraph();
    line->setPen(QPen(colors.secondaryText, 1.4, m_points.lineStyle));
    for (const std::size_t point : m_points.line) {
        line->addData(m_points.points[point].x, m_points.points[point].y);
    }
    for (std::size_t i = 0; i < m_points.points.size(); ++i) {
        const ChartPoints::Point& point = m_points.points[i];
        QCPGraph* dot = addGraph();
        dot->setLineStyle(QCPGraph::lsNone);
        dot->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(point.color, 1.6),
                                             m_points.plan == i ? point.color : colors.base,
                                             kPointSize));
        dot->addData(point.x, point.y);
        if (!point.label.isEmpty()) {
            auto* label = new QCPItemText(this);
            label->setText(point.label);
            label->setFont(m_theme->font(TextRole::Caption, m_points.plan == i));
            label->setColor(m_points.plan == i ? colors.text : colors.secondaryText);
            label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
            label->setPadding({kLabelLeft, 0, 0, 0});
            label->setClipToAxisRect(false);
            label->position->setCoords(point.x, point.y);
            m_labels.push_back(label);
        }
    }
    replot();
}

/// Labels cover neither one another nor the points and their line.
void PointPlot::spreadLabels() {
    std::ranges::stable_sort(m_labels, {}, [](const QCPItemText* label) {
        return label->position->pixelPosition().y();
    });
    std::vector<QRectF> taken;  // by points, with their ring, and by labels
    for (std::size_t i = 0; i < m_points.points.size(); ++i) {
        taken.emplace_back(position(i) - QPointF(kPointSize, kPointSize),
                           QSizeF(2 * kPointSize, 2 * kPointSize));
    }
    const auto crossesLine = [this](const QRectF& room) {
        for (std::size_t i = 1; i < m_points.line.size(); ++i) {
            QPainterPath path(position(m_points.line[i - 1]));
            path.lineTo(position(m_points.line[i]));
            if (path.intersects(room)) {
                return true;
            }
        }
        return false;
    };
    const auto isFree = [&](const QRectF& room) {
        return !crossesLine(room) && std::ranges::none_of(taken, [&room](const QRectF& other) {
            return room.intersects(other);
        });
    };
    for (QCPItemText* const label : m_labels) {
        const QPointF at = label->position->pixelPosition();
        const QFontMetricsF metrics(label->font());
        QRectF room(at.x() + kLabelLeft, at.y() - metrics.height() / 2,
                    metrics.horizontalAdvance(label->text()), metrics.height());
        const double top = room.top();
        for (int step = 1; !isFree(room) && step <= kMostLabelSteps; ++step) {
            const int down = step % 2 == 1 ? (step + 1) / 2 : -step / 2;  // down, up, further down
            room.moveTop(top + down * metrics.height() / 2);
        }
        taken.push_back(room);
        // A text is centred in its padding.
        const double down = room.center().y() - at.y();
        label->setPadding({kLabelLeft, static_cast<int>(std::lround(2 * down)), 0, 0});
    }
}

void PointPlot::showAxes() {
    const ThemeColors& colors = m_theme->colors();
    setBackground(colors.base);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(colors.border));
        axis->setTickPen(QPen(colors.border));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(colors.secondaryText);
        axis->setLabelColor(colors.secondaryText);
        axis->setTickLabelFont(m_theme->font(TextRole::Caption));
        axis->setLabelFont(m_theme->font(TextRole::Caption));
        axis->setNumberFormat(QStringLiteral("g"));
        axis->grid()->setPen(QPen(colors.chartGrid));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    xAxis->setLabel(m_points.xTitle);
    yAxis->setLabel(m_points.yTitle);
    double least = 1, most = 1, right = 1;
    for (std::size_t i = 0; i < m_points.points.size(); ++i) {
        const ChartPoints::Point& point = m_points.points[i];
        least = i == 0 ? point.y : std::min(least, point.y);
        most = i == 0 ? point.y : std::max(most, point.y);
        right = i == 0 ? point.x : std::max(right, point.x);
    }
    const bool isFar = least > 0 && most > kFarApart * least;
    yAxis->setScaleType(isFar ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->setTicker(isFar ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                           : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    yAxis->setRange(isFar ? least / 2 : 0, std::max(most * (isFar ? 2 : 1.15), 1e-9));
    auto names = QSharedPointer<QCPAxisTickerText>::create();
    for (int i = 0; i < m_points.xNames.size(); ++i) {
        names->addTick(i, m_points.xNames.at(i));
    }
    const bool isNumber = m_points.xNames.isEmpty();
    xAxis->setTicker(isNumber ? QSharedPointer<QCPAxisTicker>(new QCPAxisTicker) : names);
    // Room for the label of the point at the right.
    xAxis->setRange(isNumber ? -right * 0.03 : -0.5,
                    isNumber ? std::max(right, 1e-9) * 1.4 : right + 0.5);
}

QPointF PointPlot::position(std::size_t point) const {
    return {xAxis->coordToPixel(m_points.points[point].x),
            yAxis->coordToPixel(m_points.points[point].y)};
}

std::optional<std::size_t> PointPlot::pointAt(const QPointF& at) const {
    std::optional<std::size_t> nearest;
    double reach = kReach;
    for (std::size_t point = 0; point < m_points.points.size(); ++point) {
        if (const double far = QLineF(position(point), at).length(); far <= reach) {
            reach = far;
            nearest = point;
        }
    }
    return nearest;
}

void PointPlot::choose(std::size_t point) {
    m_current = point;
    setAccessibleDescription(m_points.points[point].words);
    if (m_ring == nullptr) {
        m_ring = new QCPItemTracer(this);
        m_ring->setStyle(QCPItemTracer::tsCircle);
        m_ring->setSize(2 * kPointSize);
        m_ring->setClipToAxisRect(false);
        styleRing();
    }
    m_ring->position->setCoords(m_points.points[point].x, m_points.points[point].y);
    replot(QCustomPlot::rpQueuedReplot);
    chartPartChosen(this);
    Q_EMIT pointChosen(point);
}

void PointPlot::styleRing() {
    if (m_ring != nullptr) {
        m_ring->setPen(hasFocus() ? QPen(m_theme->colors().accent, 2)
                                  : QPen(m_theme->colors().text, 1, Qt::DotLine));
    }
}

void PointPlot::focusInEvent(QFocusEvent* event) {
    QCustomPlot::focusInEvent(event);
    styleRing();
    replot(rpQueuedReplot);
}

void PointPlot::focusOutEvent(QFocusEvent* event) {
    QCustomPlot::focusOutEvent(event);
    styleRing();
    replot(rpQueuedReplot);
}

void PointPlot::mousePressEvent(QMouseEvent* event) {
    if (const auto point = pointAt(event->position()); point && event->button() == Qt::LeftButton) {
        request(*point);
    }
}

void PointPlot::keyPressEvent(QKeyEvent* event) {
    const std::size_t count = m_points.points.size();
    const bool isBack = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    if (count > 0 && (isBack || event->key() == Qt::Key_Right || event->key() == Qt::Key_Down)) {
        choose((m_current + (isBack ? count - 1 : 1)) % count);
    } else if (count > 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        Q_EMIT pointRequested(m_current);
    } else {
        QCustomPlot::keyPressEvent(event);
    }
}

bool PointPlot::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QCustomPlot::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto point = pointAt(help->pos());
    QToolTip::showText(help->globalPos(), point ? m_points.points[*point].words : QString(), this);
    return true;
}

std::string PointPlot::pointsCsv() const {
    std::string csv = csvRow({m_points.xTitle.toStdString(), m_points.yTitle.toStdString(), ""});
    for (const ChartPoints::Point& point : m_points.points) {
        csv += csvRow({QString::number(point.x).toStdString(),
                       QString::number(point.y).toStdString(), point.words.toStdString()});
    }
    return csv;
}

PointChart::PointChart(const char* name, const QString& accessibleName, const Theme* theme,
                       QWidget* parent)
    : QObject(parent), m_plot(new PointPlot(name, accessibleName, theme, parent)) {
    const auto* plot = static_cast<PointPlot*>(m_plot.data());
    connect(plot, &PointPlot::pointRequested, this, &PointChart::pointRequested);
    connect(plot, &PointPlot::pointChosen, this, &PointChart::pointChosen);
}

PointChart::~PointChart() {
    delete m_plot;
}

QWidget* PointChart::widget() const {
    return m_plot;
}

void PointChart::setPoints(ChartPoints points) {
    static_cast<PointPlot*>(m_plot.data())->setPoints(std::move(points));
}

std::string PointChart::pointsCsv() const {
    return static_cast<const PointPlot*>(m_plot.data())->pointsCsv();
}

void PointChart::choose(std::size_t point) {
    static_cast<PointPlot*>(m_plot.data())->choose(point);
}

}  // namespace stowage

#include "point_chart.moc"
