// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/qcustomplot_wrapper.h"

#include "engine/base/result.h"
#include "engine/plan/placement_plan.h"
#include "widgets/charts/chart_curves.h"
#include "widgets/support/formats.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/theme.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// A dotted line across the chart, named at its start.
struct ChartLimit {
    double bytes = 0;  ///< where its name stands, and the line if it has no path
    QColor color;
    QString name;                    ///< "GPU 0, GPU 1 limit 3.00"
    QString shortName{};             ///< "limit 3.00", where there is no room for the other
    std::vector<ChartPoint> path{};  ///< of a limit that changes with time
};

/// A limit this many times above everything that is taken does not raise the axis: the curves keep
/// at least half of the chart, and the limit is named at the upper edge.
inline constexpr double kFarLimit = 2;

/// A name behind the end of a curve.
struct ChartLabel {
    double seconds = 0;  ///< where the curve ends
    double bytes = 0;    ///< the height it should stand at; labels in each other's way are moved
    QColor color;        ///< of the sample in front of the text
    /// The longest of these that the chart has room for is shown: "shared: simulated GPUs 6.7",
    /// "shared 6.7", "shared". A number without its name would say nothing.
    std::array<QString, 3> texts;
};

/// Where further curves lie: below the measured ones, which then cover them where both agree, or
/// above them, where measured areas would hide them.
enum class CurvePlace { Below, Above };

/// A dot on a curve, at the crosshair.
struct ChartMarker {
    double bytes = 0;
    QColor color;
};

/// What both memory charts share: the look of the theme, a time axis in seconds that a person can
/// zoom and drag, bytes upwards in GiB or MiB, phase bands, limits, names at the curves, a line for
/// *now* and a crosshair on a layer of its own, so that moving it redraws nothing else.
/// Values come in bytes and seconds.
class ChartPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit ChartPlot(const Theme* theme, QWidget* parent = nullptr);

    void setBands(std::vector<ChartBand> bands) {
        m_bands = std::move(bands);
        chartPartsChanged(this);
    }
    /// In time order; never null. They are drawn where the zoom leaves room between them.
    void setMarks(std::shared_ptr<const std::vector<ChartMark>> marks) {
        m_marks = std::move(marks);
    }
    /// True where the marks in view are far enough apart to be told from each other.
    [[nodiscard]] bool showsMarks() const;
    /// Nothing: the axis is one of seconds. A unit: of bytes moved, whose coordinates are in it.
    void setAxisUnit(const std::optional<ByteUnit>& unit);
    void setNow(std::optional<double> seconds) { m_now = seconds; }
    void setTimeRange(double begin, double end) {
        xAxis->setRange(begin, end);
        chartPartsChanged(this);
    }
    /// Replaces all curves of one place. They are drawn with the chart's next data.
    void setCurves(CurvePlace place, std::vector<ChartCurve> curves);
    /// The highest figure in them; 0 without any.
    [[nodiscard]] double tallestCurve() const;
    /// Redraws everything with the next turn of the event loop; several calls are one redraw.
    void redraw() { replot(rpQueuedReplot); }
    /// Room for names right of the axes that this chart needs, and at least keeps: charts that
    /// stand above each other keep the same, so that their time axes agree.
    [[nodiscard]] int labelRoom() const { return m_labelRoom; }
    void setLeastLabelRoom(int pixels);
    /// Nothing: no crosshair. Redraws the crosshair's layer only.
    void setCrosshair(std::optional<double> seconds, std::vector<ChartMarker> markers);

    [[nodiscard]] const ByteUnit& unit() const { return m_unit; }
    [[nodiscard]] const std::vector<ChartBand>& bands() const { return m_bands; }
    [[nodiscard]] const std::vector<ChartLimit>& limits() const { return m_limits; }
    /// Whether a limit lies above what the chart shows: it is then an arrow at the upper edge.
    [[nodiscard]] bool isAbove(const ChartLimit& limit) const {
        return yAt(limit.bytes) <= axisRect()->rect().top();
    }
    /// The whole name of the limit whose name or mark stands there; "": none does.
    [[nodiscard]] QString limitAt(const QPoint& point) const;
    /// "4.60 s", or "1.20 GiB" on an axis of bytes.
    [[nodiscard]] QString axisText(double value) const;
    /// What is drawn in words, for screen readers: the last figure of each curve, limits, the
    /// phase.
    [[nodiscard]] QString spokenFigures() const;
    /// The same one by one: each curve with its figures in what is shown, each limit, each phase.
    [[nodiscard]] std::vector<ChartPart> spokenParts() const;

Q_SIGNALS:
    /// The person zoomed or dragged.
    void timeRangeRequested(double begin, double end);
    void crosshairRequested(std::optional<double> seconds);
    /// A double click: back to the automatic view.
    void followRequested();

protected:
    /// Lets a person save the chart as a picture, and its curves as they are drawn as CSV: a line a
    /// point with the curve's name, seconds (or the bytes moved) and bytes.
    void offerSaving(const QString& name);
    /// Sets the unit and the height of the axis so that `tallest` fits under the phase names.
    void setScale(double tallest, const ByteUnit& unit);
    void setLimits(std::vector<ChartLimit> limits) { m_limits = std::move(limits); }
    /// Brings the curves of setCurves() into the axis's unit, where they are not yet.
    void showCurves();
    /// A curve of samples as readers are told of it.
    struct MeasuredCurve {
        const QCPGraph* graph = nullptr;  ///< of the plot
        QString name;                     ///< "GPU 0 allocated, measured"
        ColumnFigures figures;            ///< in what is shown, bytes
    };
    void setMeasured(std::vector<MeasuredCurve> curves) { m_measured = std::move(curves); }
    [[nodiscard]] ColumnFigures figuresShown(const ChartData& series,
                                             const ChartColumn& column) const;
    /// Names at the ends of those that have one.
    void appendCurveLabels(std::vector<ChartLabel>& labels) const;
    void setLabels(std::vector<ChartLabel> labels);
    /// Colours, fonts and pens of the theme; called when it changes too.
    virtual void applyTheme();
    /// Points of a column in the range that is shown, in the chart's unit, at most about two a
    /// pixel.
    [[nodiscard]] QVector<QCPGraphData> pointsOf(const ChartData& series,
                                                 const ChartColumn& column) const;
    /// The figure at the right end of what is shown; NaN where none is known.
    [[nodiscard]] double lastShown(const ChartData& series, const ChartColumn& column) const;
    /// When that figure was taken, seconds.
    [[nodiscard]] double lastShownTime(const ChartData& series) const;
    [[nodiscard]] const Theme& theme() const { return *m_theme; }

    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Decoration;
    struct CurveSet {
        std::vector<ChartCurve> curves;
        std::vector<QCPGraph*> graphs;  ///< of the plot
        double shownUnitBytes = 0;      ///< the unit that the graphs are in; 0: not drawn yet
    };

    [[nodiscard]] QRectF bandRect(const ChartBand& band) const;
    [[nodiscard]] QColor bandBackground(std::size_t index) const;
    void drawBands(QPainter& painter) const;
    void drawBandNames(QPainter& painter) const;
    void drawAnnotations(QPainter& painter) const;
    void drawLimits(QPainter& painter) const;
    /// Where a limit's name stands, with the mark of one that lies above what is shown.
    struct LimitName {
        QRectF place;
        QString text;  ///< the longest that has room; "" where its figure would be cut
        QString whole;
    };
    [[nodiscard]] std::vector<LimitName> limitNames() const;
    void drawLimitLine(QPainter& painter, const ChartLimit& limit) const;
    void drawEdgeMark(QPainter& painter, QPointF left, const QColor& color) const;
    void drawMarks(QPainter& painter) const;
    [[nodiscard]] std::pair<std::size_t, std::size_t> marksInView() const;
    void drawLabels(QPainter& painter) const;
    void drawCrosshair(QPainter& painter) const;
    void drawTimeChip(QPainter& painter, double x, const QString& text, const QColor& background,
                      const QColor& textColor) const;
    [[nodiscard]] double xAt(double seconds) const { return xAxis->coordToPixel(seconds); }
    [[nodiscard]] double yAt(double bytes) const {
        return yAxis->coordToPixel(bytes / m_unit.bytes);
    }
    [[nodiscard]] ChartPart spokenCurve(const QCPGraph& graph, const QString& name,
                                        const ColumnFigures& figures) const;
    [[nodiscard]] QRect rectOf(const QCPGraph& graph) const;
    [[nodiscard]] std::string shownCsv() const;
    void fitLabelRoom();
    void requestZoom(double factor, double centre);
    void requestPan(double seconds);

    const Theme* m_theme;
    ByteUnit m_unit;
    std::vector<ChartBand> m_bands;
    std::map<CurvePlace, CurveSet> m_curveSets;
    std::vector<MeasuredCurve> m_measured;
    std::vector<ChartLimit> m_limits;
    std::shared_ptr<const std::vector<ChartMark>> m_marks =
        std::make_shared<const std::vector<ChartMark>>();
    std::optional<ByteUnit> m_axisUnit;
    std::vector<ChartLabel> m_labels;
    std::size_t m_labelForm = 0;  ///< which of the texts there is room for
    int m_labelRoom = 0;
    int m_leastLabelRoom = 0;
    std::optional<double> m_now;
    std::optional<double> m_crosshair;
    std::vector<ChartMarker> m_markers;
    std::optional<double> m_dragFrom;  ///< pixel where a drag of the axis was last
};

/// VRAM by device: allocated as a thick line, reserved as a thin lighter one, limits dotted.
class VramChart : public ChartPlot {
    Q_OBJECT
public:
    explicit VramChart(const Theme* theme, QWidget* parent = nullptr);

    /// Limits and capacities of the plan's GPUs; null: none.
    void setPlan(const PlacementPlan* plan);
    /// What the axis must reach: everything measured, and the limits that are not far above it.
    [[nodiscard]] double tallest(const ChartData& series) const;
    /// What is or will be taken, without the limits above it: for the unit.
    [[nodiscard]] double largestTaken(const ChartData& series) const;
    /// Takes the columns over into the curves; call redraw() after it.
    void showData(const ChartData& series, const ByteUnit& unitToShow);
    [[nodiscard]] std::vector<ChartMarker> markersAt(const ChartData& series,
                                                     std::size_t row) const;

protected:
    void applyTheme() override;

private:
    /// A limit that steers placement or one that the device has. Equal ones share a line.
    struct Limit {
        double bytes = 0;
        bool isCapacity = false;
        std::vector<DeviceId> devices;
    };
    struct Curves {
        QCPGraph* allocated = nullptr;
        QCPGraph* reserved = nullptr;
    };
    [[nodiscard]] static double largestMeasured(const ChartData& series);
    void addLimit(DeviceId device, double bytes, bool isCapacity);
    void styleCurves(DeviceId device, const Curves& curves);
    void showLimits();

    std::vector<Limit> m_planLimits;
    double m_planLargest = 0;
    std::set<DeviceId> m_simulated;  ///< GPUs of the plan that are no cards
    std::map<DeviceId, Curves> m_curves;
};

/// RAM of the process as stacked areas: anonymous, shared, file-backed; what the machine and the
/// control group leave, and the plan's limit for the CPU, as dotted lines.
class RamChart : public ChartPlot {
    Q_OBJECT
public:
    explicit RamChart(const Theme* theme, QWidget* parent = nullptr);

    /// The budget of the CPU, which is one for anonymous memory; null: none.
    void setPlan(const PlacementPlan* plan);
    /// What the machine has now, for a chart without samples; nothing, nothing: take the samples'.
    void setMachineNow(std::optional<double> available, std::optional<double> cgroupLimit);
    /// What the axis must reach.
    [[nodiscard]] double tallest(const ChartData& series) const;
    /// Takes the columns over into the areas; call redraw() after it.
    void showData(const ChartData& series, const ByteUnit& unitToShow);
    [[nodiscard]] std::vector<ChartMarker> markersAt(const ChartData& series,
                                                     std::size_t row) const;

protected:
    void applyTheme() override;

private:
    /// A limit of the machine: its last figure in view, and its course.
    struct MachineLimit {
        double bytes = 0;
        std::vector<ChartPoint> path;
    };
    [[nodiscard]] std::optional<MachineLimit> machineLimit(const ChartData& series,
                                                           const ChartColumn& column,
                                                           std::optional<double> now) const;
    void showLimits(const ChartData& series);

    std::array<QCPGraph*, kHostClasses.size()> m_areas{};
    std::optional<double> m_budget;  ///< of the CPU, bytes
    std::optional<double> m_available;
    std::optional<double> m_cgroupLimit;
};

}  // namespace stowage
