// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/run/run_report.h"
#include "engine/telemetry/timeline.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace stowage {

class ChartTitle;
class TimelinePlot;

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

}  // namespace stowage
