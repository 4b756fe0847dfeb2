// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/chart_ram.h"
#include "widgets/views/chart_title.h"
#include "widgets/views/chart_vram.h"
#include "widgets/views/live_header.h"
#include "widgets/views/live_panel.h"
#include "widgets/views/live_side.h"
#include "widgets/views/live_status.h"

#include <QBoxLayout>
#include <QTimer>

#include <optional>

namespace stowage {

/// The panel's parts and the rules between them.
class LivePanel::Private {
public:
    Private(LivePanel* panel, LoadController* controller, const Theme* theme);

    /// What the time axis shows by itself: the last minute, or the run from its start.
    enum class Follow { Nothing, LastMinute, Run };

    void buildLayout();
    void connectParts();
    void applyTheme();

    void onStateChanged(LoadState state);
    void onProgress(const Progress& progress);
    void onFinished(const std::shared_ptr<const LoadReport>& report);
    void onFailed(const QString& sentence);

    /// Reads what the sampler has, and redraws what changed.
    void tick();
    void beginRun();
    /// Those of the load that runs or is loaded, else of the document's plan.
    void updateLimits();
    void updateHeader();
    void updateCharts();
    /// Phase bands and the line of *now*.
    void updateMarks();
    void updateSide();
    void updateCrosshair();
    void updateTitles();
    void setFrozen(bool freeze);
    void setView(double begin, double end);
    void followView();
    void setFollow(Follow mode);
    void followAgain();
    void arrangeCharts();

    [[nodiscard]] bool isLoading() const;
    /// What the charts show: the data, or what it was when they were frozen.
    [[nodiscard]] const ChartData& shown() const { return frozen ? *frozen : data; }
    /// Seconds on the run's clock.
    [[nodiscard]] double now() const;
    [[nodiscard]] double phaseSeconds() const;
    [[nodiscard]] QJsonObject state() const;

    LivePanel* panel;
    LoadController* controller;
    const Theme* theme;
    LiveHeader* header;
    QWidget* charts;
    QBoxLayout* chartBox;
    VramChart* vram;
    RamChart* ram;
    ChartTitle* vramTitle;
    ChartTitle* ramTitle;
    LiveSide* side;
    QTimer timer;

    ChartData data;
    std::optional<ChartData> frozen;
    LiveStatus status;
    Follow follow = Follow::LastMinute;
    std::optional<double> crosshair;
    std::optional<double> runOrigin;  ///< sampler clock; of the run that the charts show
    double runEnd = 0;                ///< run clock; valid once the run ended
    double runBytes = 0;              ///< what that run reads in all
    std::string phase;
    double phaseBegan = 0;  ///< sampler clock
    double pausedInPhase = 0;
    std::optional<double> pausedSince;
};

}  // namespace stowage
