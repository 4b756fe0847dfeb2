// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/run/run_report.h"
#include "engine/telemetry/timeline.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/theme.h"

#include <QAbstractScrollArea>
#include <QRect>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <map>
#include <optional>
#include <utility>
#include <vector>

class QAction;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace stowage {

class ChartTitle;
class TimelinePlot;
struct TimelineMoment;

/// What devices and links did while a model ran, a lane each, drawn while it goes on: weights read
/// from disk, weights that travel, modules that compute, devices that wait. Seconds of the
/// timeline's clock; UI thread only.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(const Theme* theme, QWidget* parent = nullptr);

    /// No run: a sentence says what will be drawn here. Devices stay.
    void clear();
    /// Each GPU has a lane from the start, so that one that idles all the time is seen to. Forgets
    /// the run before.
    void setDevices(const std::vector<DeviceInfo>& devices);
    /// More of the same run, in any order.
    void append(const std::vector<TimelineSpan>& spans);
    /// Where the run stands, for the line of *now*; below 0: it is over.
    void setNow(double seconds);
    /// What the run that is shown came to: its shares are told as everywhere else.
    void setReport(const RunReport& report);
    /// Bars of this layer are marked; "": of none.
    void setMarkedStage(const QString& stage);

Q_SIGNALS:
    /// A bar was clicked: its layer, "transformer.h.3".
    void stageActivated(const QString& stage);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildLayout();
    void makeActions();
    void applyTheme();
    void showState();
    void showPointedAt();

    const Theme* m_theme;
    ChartTitle* m_title;
    QToolButton* m_whole;
    QStackedWidget* m_pages;
    QLabel* m_empty;
    TimelinePlot* m_plot;
    QLabel* m_pointed;
    QAction* m_copy = nullptr;
    QAction* m_showWhole = nullptr;
    double m_now = -1;
    double m_held = 0;  ///< seconds for which the run was paused
};

/// Columns of the timeline, pixels.
struct TimelineColumns {
    QRect names, plot, shares;
};

/// The lanes of a timeline: names at the start, bars in the middle, shares of the time at the end;
/// passes above, the time axis below. Time runs from left to right in every language.
///
/// Hover, or the arrow keys, tell what a bar is; a click or Return asks for its layer. The wheel,
/// or + and −, zoom; drag, or Shift and the arrow keys, move; a double click, or 0, shows the whole
/// run. New spans are drawn with the next tick of a clock, however many come.
class TimelinePlot : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelinePlot(const Theme* theme, QWidget* parent = nullptr);

    void clear();
    void setDevices(const std::vector<DeviceInfo>& devices);
    void append(const std::vector<TimelineSpan>& spans);
    /// Below 0: the run is over.
    void setNow(double seconds);
    /// What the run that is shown came to: the shares are those of its report from now on, until
    /// the next run begins.
    void setReport(const RunReport& report);

    [[nodiscard]] const TimelineLanes& lanes() const { return m_lanes; }
    /// Seconds since the first thing was done, or from then to the last one's end; once there is a
    /// report what it says, pauses left out.
    [[nodiscard]] double duration() const { return m_timed.value_or(m_end - m_lanes.begin()); }
    /// What is shown, seconds.
    [[nodiscard]] std::pair<double, double> range() const;
    /// A person chose what is shown.
    [[nodiscard]] bool isZoomed() const { return m_view.has_value(); }
    void setRange(double begin, double end);
    void showWhole();
    /// What is pointed at, a line each; empty: nothing.
    [[nodiscard]] QStringList pointedLines() const;
    /// Where a moment stands in a lane, in the viewport's pixels.
    [[nodiscard]] QPoint pointOf(const LaneKey& lane, double seconds) const;
    /// Bars of this layer are marked; "": of none.
    void setMarkedStage(const QString& stage);

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void pointedAtChanged();
    void rangeChanged();
    /// New spans are shown, or another *now*.
    void refreshed();
    void stageActivated(const QString& stage);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    /// Which bar, whatever is added before it.
    struct BarRef {
        LaneKey lane;
        double begin = 0;
        bool isLayer = false;
        friend bool operator==(const BarRef&, const BarRef&) = default;
    };
    // Places.
    [[nodiscard]] TimelineColumns columns() const;
    [[nodiscard]] TimelineScale scale() const;
    /// What the whole run takes, with room ahead while it goes on.
    [[nodiscard]] double wholeEnd() const;
    [[nodiscard]] int namesWidth() const;
    [[nodiscard]] int laneHeight() const;
    /// Which lane it is, from the top.
    [[nodiscard]] int numberOf(const LaneKey& lane) const;
    [[nodiscard]] QRect laneRect(int number) const;
    [[nodiscard]] std::optional<LaneKey> laneAt(int y) const;
    [[nodiscard]] std::optional<LaneHit> find(const BarRef& ref) const;
    [[nodiscard]] BarRef refOf(const LaneKey& lane, const LaneHit& hit) const;
    /// When a bar begins and ends, seconds.
    [[nodiscard]] std::pair<double, double> extentOf(const LaneKey& key, const LaneHit& hit) const;
    void refresh();
    void fitScrollBar();
    void invalidate();

    // Input, and the words for screen readers.
    void requestZoom(double factor, double centre);
    void pan(double seconds);
    void setHover(std::optional<QPoint> at);
    void setCurrent(const LaneKey& lane, const LaneHit& hit);
    void stepLane(int step);
    void stepBar(int step);
    void stepToEnd(int step);
    void activate(const LaneKey& lane, const LaneHit& hit);
    /// What a click on a bar does.
    void press(const LaneKey& lane, const LaneHit& hit);
    void describeForReaders();
    /// Each lane, and behind it the bars that are drawn in it.
    [[nodiscard]] std::vector<ChartPart> spokenParts();
    [[nodiscard]] ChartPart spokenBar(const LaneKey& lane, const LaneHit& hit);

    // Painting.
    [[nodiscard]] const LaneLayout& layoutOf(const LaneKey& key) const;
    [[nodiscard]] TimeShares sharesOfLane(const LaneKey& key) const;
    [[nodiscard]] std::optional<QRectF> pointedFrame() const;
    [[nodiscard]] std::vector<TimelineMoment> moments() const;

    const Theme* m_theme;
    TimelineLanes m_lanes;
    std::vector<DeviceInfo> m_devices;
    double m_now = -1;
    double m_end = 0;
    std::optional<double> m_timed;           ///< seconds, of the report
    std::map<LaneKey, TimeShares> m_shares;  ///< of the report
    std::optional<std::pair<double, double>> m_view;
    std::optional<QPoint> m_hover;
    std::optional<BarRef> m_current;
    std::optional<QPoint> m_press;
    std::optional<double> m_dragFrom;  ///< second under the pointer when the drag began
    QString m_marked;
    QTimer m_refresh;
    mutable std::map<LaneKey, LaneLayout> m_layouts;  ///< of what is shown now
};

}  // namespace stowage
