// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/worker.h"
#include "widgets/views/chart_curve.h"
#include "widgets/views/chart_forecast.h"
#include "widgets/views/chart_ram.h"
#include "widgets/views/chart_title.h"
#include "widgets/views/chart_vram.h"
#include "widgets/views/live_header.h"
#include "widgets/views/live_panel.h"
#include "widgets/views/live_side.h"
#include "widgets/views/live_status.h"

#include <QBoxLayout>
#include <QLabel>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// What the dashed curves' place on the time axis follows from: the rates of this machine, the
/// bytes moved until then (before a load, where no time is known), or the pace measured so far.
enum class ForecastBasis { None, Seconds, Bytes, Pace };

/// The panel's parts and the rules between them.
class LivePanel::Private {
public:
    Private(LivePanel* panel, LoadController* controller, const Theme* theme);

    /// What the time axis shows by itself: the last minute, the run from its start, or what a load
    /// of the plan would take.
    enum class Follow { Nothing, LastMinute, Run, Forecast };

    void buildLayout();
    void connectParts();
    void applyTheme();

    void onStateChanged(LoadState state);
    void onProgress(const Progress& progress);
    void onFinished(const std::shared_ptr<const LoadReport>& report);
    void onFailed(const QString& sentence);
    void connectRuns();
    void onRunState();
    /// The charts are about a run of the loaded model from now on.
    void beginModelRun();

    /// Reads what the sampler has, and redraws what changed.
    void tick();
    void beginRun();
    /// Those of the load that runs or is loaded, else of the document's plan.
    void updateLimits();
    /// Foresees a load of the document's plan by `method`, in a worker.
    void requestPreview();
    void setPreview(std::shared_ptr<const ForecastCurves> curves);
    void requestRunForecast();
    /// Takes the run's tensors over from the sampler.
    void readTensorMarks();
    /// Hands predicted curves and those of other loads to the charts.
    void updateCurves();
    void updateHeader();
    void showMissedSamples();
    void updateCharts();
    /// Phase bands and the line of *now*.
    void updateMarks();
    void updateSide();
    void updateCrosshair();
    void updateTitles();
    /// What stands in both legends beside the measured curves.
    void addForeseenEntries(std::vector<LegendEntry>& vramEntries,
                            std::vector<LegendEntry>& ramEntries) const;
    [[nodiscard]] QString vramTitleText() const;
    void setFrozen(bool freeze);
    void setView(double begin, double end);
    void followView();
    void setFollow(Follow mode);
    void followAgain();
    void arrangeCharts();

    [[nodiscard]] bool isLoading() const;
    /// The loaded model runs.
    [[nodiscard]] bool isModelRunning() const;
    /// A load, or a run of the loaded model.
    [[nodiscard]] bool isMoving() const { return isLoading() || isModelRunning(); }
    /// Seconds that what moves will take in all; nothing while that is a guess.
    [[nodiscard]] std::optional<double> foreseenSeconds() const;
    [[nodiscard]] std::vector<ChartBand> measuredBands() const;
    /// What the charts show: the data, or what it was when they were frozen; nothing measured
    /// beside a mere forecast.
    [[nodiscard]] const ChartData& shown() const;
    /// That of the run or the plan which the charts show; null where there is none.
    [[nodiscard]] const ForecastCurves* forecast() const;
    [[nodiscard]] ForecastBasis basis() const;
    /// By row of forecast(): its place on the time axis.
    [[nodiscard]] std::vector<double> placeForecast() const;
    /// Of an axis of bytes.
    [[nodiscard]] ByteUnit axisUnit() const;
    /// Anonymous memory before the load, bytes.
    [[nodiscard]] double baseline() const;
    [[nodiscard]] std::vector<ChartBand> forecastBands() const;
    /// The tensor that was being brought in then: the next one to be complete.
    [[nodiscard]] std::optional<ChartMark> tensorAt(double seconds) const;
    [[nodiscard]] VramOrigin vramOrigin() const;
    /// Where predicted curves and those of other loads end.
    [[nodiscard]] double foreseenEnd() const;
    /// Seconds on the run's clock.
    [[nodiscard]] double now() const;
    [[nodiscard]] double phaseSeconds() const;
    [[nodiscard]] QJsonObject state() const;
    [[nodiscard]] QJsonObject forecastJson() const;

    LivePanel* panel;
    LoadController* controller;
    RunController* modelRuns = nullptr;
    const Theme* theme;
    LiveHeader* header;
    QLabel* missed;  ///< which samples the curves lack, and why; hidden where they lack none
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
    Follow content = Follow::LastMinute;  ///< what was followed last: what the charts are about
    LoadMethod method = LoadMethod::Streamed;
    std::shared_ptr<const ForecastCurves> preview;      ///< of the document's plan; may be null
    std::shared_ptr<const ForecastCurves> runForecast;  ///< of the run that is shown; may be null
    std::vector<PaceSample> pace;                       ///< of that run
    std::vector<double> times;                          ///< by row of forecast(), as drawn
    std::vector<ChartOverlay> overlays;
    std::shared_ptr<const std::vector<ChartMark>> tensorMarks =
        std::make_shared<const std::vector<ChartMark>>();
    std::uint64_t markCursor = 0;     ///< in the sampler's marks
    std::uint64_t missedSamples = 0;  ///< as `missed` tells of them
    Worker previewWorker;
    Worker forecastWorker;
    std::optional<double> crosshair;
    bool showsModelRun = false;       ///< the run below is one of the loaded model, no load
    std::optional<double> runOrigin;  ///< sampler clock; of the run that the charts show
    double runEnd = 0;                ///< run clock; valid once the run ended
    double drawnUpTo = 0;             ///< run clock: the newest sample that the curves have
    double runBytes = 0;              ///< what that run reads in all
    std::string phase;
    double phaseBegan = 0;  ///< sampler clock
    double pausedInPhase = 0;
    std::optional<double> pausedSince;
};

}  // namespace stowage
