// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_plot.h"

#include "engine/base/csv.h"
#include "engine/base/number_text.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/translation.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

constexpr int kLeftMargin = 38, kRightMargin = 10, kTopMargin = 4, kBottomMargin = 20;

/// Kept free above the highest line: phase names and a limit's name.
constexpr double kHeadroomPixels = 36;
constexpr double kLeastShownShare = 0.5;  ///< of the height, for curves in a very low chart
constexpr double kShortestRangeSeconds = 0.005;
constexpr double kLongestRangeSeconds = 7.0 * 24 * 3600;

/// Sample, gaps and insets around a name at a curve.
constexpr int kLabelExtra = 26;
constexpr int kLabelRoomStep = 12;
constexpr double kWidestLabelShare = 0.37;  ///< of the chart
constexpr int kMostTicks = 5;

/// "0.5 s" or "2 GiB": each tick says its unit, so the axis needs no title.
class UnitTicker : public QCPAxisTicker {
public:
    UnitTicker() { setTickCount(kMostTicks); }
    void setUnit(const QString& unit) { m_unit = unit; }

private:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
        const QString number = QCPAxisTicker::getTickLabel(tick, locale, format, precision);
        return m_unit.isEmpty() ? ChartPlot::tr("%1 s").arg(number) : number + u' ' + m_unit;
    }

    QString m_unit;
};

}  // namespace

void markStopped(std::vector<ChartBand>& bands, const std::optional<Error>& stopped) {
    if (!stopped || bands.empty()) {
        return;
    }
    const bool cancelled = stopped->code == ErrorCode::Cancelled;
    ChartBand& last = bands.back();
    last.failed = !cancelled;
    last.name = cancelled ? ChartPlot::tr("%1, cancelled").arg(last.name)
                          : ChartPlot::tr("%1, failed").arg(last.name);
}

/// Draws one of the plot's own parts on one of its layers.
class ChartPlot::Decoration : public QCPLayerable {
public:
    using Painter = void (ChartPlot::*)(QPainter&) const;
    Decoration(ChartPlot* plot, const QString& layer, Painter painter)
        : QCPLayerable(plot, layer), m_plot(plot), m_painter(painter) {}

private:
    // Time chips stand below the axis and names right of it, where they cover no curve.
    [[nodiscard]] QRect clipRect() const override { return m_plot->rect(); }
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override {
        painter->setAntialiasing(true);
    }
    void draw(QCPPainter* painter) override { (m_plot->*m_painter)(*painter); }

    ChartPlot* m_plot;
    Painter m_painter;
};

ChartPlot::ChartPlot(const Theme* theme, QWidget* parent)
    : QCustomPlot(parent), m_theme(theme), m_unit(unitFor(0)) {
    speakAsChart(
        this, [this] { return spokenFigures(); }, [this] { return spokenParts(); });
    setMinimumSize(180, 90);
    setFocusPolicy(Qt::ClickFocus);
    setMouseTracking(true);
    setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    setNotAntialiasedElements(QCP::aeGrid | QCP::aeAxes);
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMargins({px(kLeftMargin), kTopMargin, kRightMargin, px(kBottomMargin)});
    plotLayout()->setMargins({});
    xAxis->setTicker(QSharedPointer<UnitTicker>::create());
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLength(0);
        axis->setSubTicks(false);
        axis->setNumberFormat(QStringLiteral("g"));
        axis->setNumberPrecision(6);
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    yAxis->ticker()->setTickCount(4);
    xAxis->grid()->setVisible(true);
    addLayer(QStringLiteral("below"), layer(QStringLiteral("main")), limBelow);
    addLayer(QStringLiteral("above"), layer(QStringLiteral("main")), limAbove);
    // Decorations belong to the plot, which deletes the layerables of its layers.
    new Decoration(this, QStringLiteral("background"), &ChartPlot::drawBands);
    new Decoration(this, QStringLiteral("legend"), &ChartPlot::drawAnnotations);
    new Decoration(this, QStringLiteral("overlay"), &ChartPlot::drawCrosshair);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
    connect(theme, &Theme::changed, this, [this] {
        applyTheme();
        redraw();
    });
    ChartPlot::applyTheme();
}

void ChartPlot::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    setBackground(colors.base);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(colors.border, 1));
        axis->setTickLabelFont(m_theme->font(TextRole::Caption));
        axis->setTickLabelColor(colors.secondaryText);
        axis->setTickLabelPadding(4);
        axis->grid()->setPen(QPen(colors.chartGrid, 1));
    }
}

void ChartPlot::setAxisUnit(const std::optional<ByteUnit>& unit) {
    m_axisUnit = unit;
    static_cast<UnitTicker*>(xAxis->ticker().data())->setUnit(unit ? unit->name : QString());
}

QString ChartPlot::axisText(double value) const {
    return m_axisUnit ? formatWithUnit(*m_axisUnit, value * m_axisUnit->bytes)
                      : formatSeconds(std::max(0.0, value));
}

QString ChartPlot::spokenFigures() const {
    QStringList figures;
    for (const ChartLabel& label : m_labels) {
        figures += label.texts.front();
    }
    for (const auto& [place, set] : m_curveSets) {
        for (const ChartCurve& curve : set.curves) {
            if (curve.label.isEmpty() && !curve.bytes.empty() && !std::isnan(curve.bytes.back())) {
                figures += tr("%1 %2").arg(curve.name, formatIn(m_unit, curve.bytes.back()));
            }
        }
    }
    if (figures.isEmpty()) {
        return tr("No curve is drawn");
    }
    QStringList sentences{
        tr("Values at the end, in %1: %2").arg(m_unit.name, figures.join(listSeparator()))};
    QStringList limits;
    for (const ChartLimit& limit : m_limits) {
        limits += limit.name;
    }
    if (!limits.isEmpty()) {
        sentences += limits.join(listSeparator());
    }
    if (!m_bands.empty()) {
        sentences += tr("Last phase: %1").arg(m_bands.back().name);
    }
    const QCPRange range = xAxis->range();
    sentences += tr("Visible range: %1 to %2").arg(axisText(range.lower), axisText(range.upper));
    return inSentences(sentences);
}

QRect ChartPlot::rectOf(const QCPGraph& graph) const {
    const QCPRange shown = xAxis->range();
    bool isShown = false;
    const QCPRange values = graph.getValueRange(isShown, QCP::sdBoth, shown);
    if (!isShown) {
        return {};
    }
    const QCPRange times = graph.getKeyRange(isShown).bounded(shown.lower, shown.upper);
    const QRectF around(QPointF(xAt(times.lower), yAxis->coordToPixel(values.upper)),
                        QPointF(xAt(times.upper), yAxis->coordToPixel(values.lower)));
    return around.toAlignedRect().adjusted(-1, -1, 1, 1) & axisRect()->rect();
}

ChartPart ChartPlot::spokenCurve(const QCPGraph& graph, const QString& name,
                                 const ColumnFigures& figures) const {
    const QString from = axisText(xAxis->range().lower);
    const QString to = axisText(xAxis->range().upper);
    ChartPart part{.key = QStringLiteral("curve ") + graph.name(), .name = name};
    if (std::isnan(figures.last)) {
        part.description = tr("No values from %1 to %2").arg(from, to);
        return part;
    }
    const auto text = [this](double bytes) { return formatWithUnit(m_unit, bytes); };
    part.value = text(figures.last);
    part.description =
        tr("Value at the end: %1; lowest value: %2; highest value: %3; visible range: %4 to %5")
            .arg(part.value, text(figures.least), text(figures.greatest), from, to);
    part.rect = rectOf(graph);
    return part;
}

std::vector<ChartPart> ChartPlot::spokenParts() const {
    std::vector<ChartPart> parts;
    for (const MeasuredCurve& curve : m_measured) {
        parts.push_back(spokenCurve(*curve.graph, curve.name, curve.figures));
    }
    const QCPRange range = xAxis->range();
    for (const auto& [place, set] : m_curveSets) {
        for (std::size_t i = 0; i < std::min(set.graphs.size(), set.curves.size()); ++i) {
            const ChartCurve& curve = set.curves[i];
            parts.push_back(spokenCurve(
                *set.graphs[i], curve.spokenName.isEmpty() ? curve.name : curve.spokenName,
                figuresWithin(curve.times, curve.bytes, range.lower, range.upper)));
        }
    }
    const QRect area = axisRect()->rect();
    for (std::size_t i = 0; i < m_limits.size(); ++i) {
        const ChartLimit& limit = m_limits[i];
        const int y = isAbove(limit) ? area.top() : static_cast<int>(yAt(limit.bytes));
        const QString size = formatWithUnit(m_unit, limit.bytes);
        parts.push_back(
            {.key = QStringLiteral("limit %1").arg(i),  // its name has its size
             .name = limit.name,
             .value = size,
             .description = isAbove(limit) ? tr("%1, above the visible range").arg(size) : size,
             .rect = QRect(area.left(), y - 1, area.width(), 3) & area});
    }
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        const ChartBand& band = m_bands[i];
        parts.push_back(
            {.key = QStringLiteral("phase %1").arg(i),
             .name = tr("Phase: %1").arg(band.name),
             .value = axisText(band.end - band.begin),
             .description = tr("From %1 to %2").arg(axisText(band.begin), axisText(band.end)),
             .rect = bandRect(band).toAlignedRect()});
    }
    return parts;
}

void ChartPlot::setScale(double tallest, const ByteUnit& unit) {
    m_unit = unit;
    const double height = std::max(1, axisRect()->height());
    const double share = std::max(kLeastShownShare, 1 - px(kHeadroomPixels) / height);
    constexpr double kLeastBytes = 1024.0 * 1024;  // an axis needs a height, also for zeros
    yAxis->setRange(0, std::max(tallest, kLeastBytes) / share / m_unit.bytes);
}

QVector<QCPGraphData> ChartPlot::pointsOf(const ChartData& series,
                                          const ChartColumn& column) const {
    const QCPRange range = xAxis->range();
    const auto buckets = static_cast<std::size_t>(std::max(1, axisRect()->width()));
    QVector<QCPGraphData> points;
    for (const ChartPoint& point :
         thinForChart(series.times(), column, range.lower, range.upper, buckets)) {
        points.append({point.seconds, point.bytes / m_unit.bytes});
    }
    return points;
}

ColumnFigures ChartPlot::figuresShown(const ChartData& series, const ChartColumn& column) const {
    return figuresWithin(series.times(), column, xAxis->range().lower, xAxis->range().upper);
}

double ChartPlot::lastShown(const ChartData& series, const ChartColumn& column) const {
    const auto row = series.rowAt(xAxis->range().upper);
    return row ? column[*row] : std::nan("");
}

double ChartPlot::lastShownTime(const ChartData& series) const {
    const auto row = series.rowAt(xAxis->range().upper);
    // With a later one the curve goes on to the edge.
    return row && *row + 1 == series.times().size() ? series.times()[*row] : xAxis->range().upper;
}

void ChartPlot::setLabels(std::vector<ChartLabel> labels) {
    m_labels = std::move(labels);
    fitLabelRoom();
    chartPartsChanged(this);  // these come last of what is shown anew
}

void ChartPlot::setLeastLabelRoom(int pixels) {
    if (pixels != m_leastLabelRoom) {
        m_leastLabelRoom = pixels;
        fitLabelRoom();
    }
}

void ChartPlot::fitLabelRoom() {
    constexpr int kTickRoom = 56;  ///< pixels that "0.25 s" wants
    const QFontMetrics metrics(m_theme->font(TextRole::Caption, true));
    m_labelRoom = 0;
    for (m_labelForm = 0; m_labelForm < 3; ++m_labelForm) {
        int widest = 0;
        for (const ChartLabel& label : m_labels) {
            widest = std::max(widest, metrics.horizontalAdvance(label.texts[m_labelForm]));
        }
        // In steps, so that a digit more does not move the axis.
        m_labelRoom = (widest + kLabelExtra + kLabelRoomStep - 1) / kLabelRoomStep * kLabelRoomStep;
        if (m_labelRoom <= width() * kWidestLabelShare || m_labelForm == 2) {
            break;
        }
    }
    if (m_labels.empty()) {
        m_labelRoom = kRightMargin;
    }
    const QMargins margins(px(kLeftMargin), kTopMargin, std::max(m_labelRoom, m_leastLabelRoom),
                           px(kBottomMargin));
    if (margins != axisRect()->margins()) {
        axisRect()->setMargins(margins);
        updateLayout();  // pixels mean the same before and after the next redraw
    }
    xAxis->ticker()->setTickCount(std::clamp(axisRect()->width() / px(kTickRoom), 2, kMostTicks));
}

bool ChartPlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* const help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), limitAt(help->pos()), this);
        return true;
    }
    return QCustomPlot::event(event);
}

void ChartPlot::resizeEvent(QResizeEvent* event) {
    fitLabelRoom();
    QCustomPlot::resizeEvent(event);
}

void ChartPlot::setCrosshair(std::optional<double> seconds, std::vector<ChartMarker> markers) {
    if (!seconds && !m_crosshair) {
        return;
    }
    m_crosshair = seconds;
    m_markers = std::move(markers);
    layer(QStringLiteral("overlay"))->replot();
}

void ChartPlot::requestZoom(double factor, double centre) {
    const QCPRange range = xAxis->range();
    const double size =
        std::clamp(range.size() * factor, kShortestRangeSeconds, kLongestRangeSeconds);
    const double begin = zoomedBegin(range.lower, range.upper, centre, size);
    Q_EMIT timeRangeRequested(begin, begin + size);
}

void ChartPlot::requestPan(double seconds) {
    const QCPRange range = xAxis->range();
    Q_EMIT timeRangeRequested(range.lower + seconds, range.upper + seconds);
}

void ChartPlot::wheelEvent(QWheelEvent* event) {
    const double steps = event->angleDelta().y() / kWheelNotch;
    requestZoom(std::pow(kZoomStep, steps), xAxis->pixelToCoord(event->position().x()));
    event->accept();
}

void ChartPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_dragFrom = event->position().x();
    }
}

void ChartPlot::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    if (m_dragFrom && event->buttons().testFlag(Qt::LeftButton)) {
        const double moved = xAxis->pixelToCoord(*m_dragFrom) - xAxis->pixelToCoord(x);
        if (moved != 0) {
            m_dragFrom = x;
            requestPan(moved);
        }
        return;
    }
    const bool inside = axisRect()->rect().contains(event->position().toPoint());
    Q_EMIT crosshairRequested(inside ? std::optional(xAxis->pixelToCoord(x)) : std::nullopt);
}

void ChartPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_dragFrom.reset();
    }
}

void ChartPlot::mouseDoubleClickEvent(QMouseEvent*) {
    m_dragFrom.reset();
    Q_EMIT followRequested();
}

void ChartPlot::leaveEvent(QEvent* event) {
    QCustomPlot::leaveEvent(event);
    Q_EMIT crosshairRequested(std::nullopt);
}

void ChartPlot::keyPressEvent(QKeyEvent* event) {
    const double step = xAxis->range().size() * kPanShare;
    switch (event->key()) {
        case Qt::Key_Left:
            return requestPan(-step);
        case Qt::Key_Right:
            return requestPan(step);
        case Qt::Key_Plus:
            return requestZoom(kZoomStep, xAxis->range().center());
        case Qt::Key_Minus:
            return requestZoom(1 / kZoomStep, xAxis->range().center());
        default:
            QCustomPlot::keyPressEvent(event);
    }
}

// What is laid over the measured curves: predictions and the curves of other loads.

void ChartPlot::setCurves(CurvePlace place, std::vector<ChartCurve> curves) {
    CurveSet& set = m_curveSets[place];
    set.curves = std::move(curves);
    set.shownUnitBytes = 0;
}

double ChartPlot::tallestCurve() const {
    double top = 0;
    for (const auto& [place, set] : m_curveSets) {
        for (const ChartCurve& curve : set.curves) {
            top = std::max(top, highestKnown(curve.bytes));
        }
    }
    return top;
}

void ChartPlot::showCurves() {
    for (auto& [place, set] : m_curveSets) {
        if (set.shownUnitBytes == m_unit.bytes) {
            continue;
        }
        set.shownUnitBytes = m_unit.bytes;
        while (set.graphs.size() > set.curves.size()) {
            removeGraph(set.graphs.back());
            set.graphs.pop_back();
        }
        while (set.graphs.size() < set.curves.size()) {
            QCPGraph* graph = addGraph();
            graph->setLayer(place == CurvePlace::Below ? QStringLiteral("below")
                                                       : QStringLiteral("above"));
            set.graphs.push_back(graph);
        }
        for (std::size_t i = 0; i < set.curves.size(); ++i) {
            const ChartCurve& curve = set.curves[i];
            QVector<QCPGraphData> points;
            points.reserve(static_cast<qsizetype>(curve.times.size()));
            for (std::size_t row = 0; row < curve.times.size(); ++row) {
                points.append({curve.times[row], curve.bytes[row] / m_unit.bytes});
            }
            set.graphs[i]->setName(curve.name);
            set.graphs[i]->setPen(curve.pen);
            set.graphs[i]->data()->set(points, true);
        }
    }
}

void ChartPlot::appendCurveLabels(std::vector<ChartLabel>& labels) const {
    for (const auto& [place, set] : m_curveSets) {
        for (const ChartCurve& curve : set.curves) {
            if (curve.label.isEmpty() || curve.times.empty() || std::isnan(curve.bytes.back())) {
                continue;
            }
            const QString value = formatIn(m_unit, curve.bytes.back());
            labels.push_back({std::min(curve.times.back(), xAxis->range().upper),
                              curve.bytes.back(),
                              curve.labelColor.isValid() ? curve.labelColor : curve.pen.color(),
                              {tr("%1 %2").arg(curve.label, value), curve.label, curve.label}});
        }
    }
}

void ChartPlot::offerSaving(const QString& name) {
    offerFigure(this, {name, SavedFigure::Picture::Drawn, [this] { return shownCsv(); }});
}

std::string ChartPlot::shownCsv() const {
    std::string csv = csvRow({"curve", m_axisUnit ? "moved [B]" : "time [s]", "bytes [B]"});
    const double across = m_axisUnit ? m_axisUnit->bytes : 1;
    const int digits = m_axisUnit ? 0 : 6;
    for (int i = 0; i < graphCount(); ++i) {
        const std::string name = graph(i)->name().toStdString();
        for (const QCPGraphData& point : *graph(i)->data()) {
            csv += csvRow({name, formatFixed(point.key * across, digits),
                           formatFixed(point.value * m_unit.bytes, 0)});
        }
    }
    return csv;
}

}  // namespace stowage
