// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts show of a run of the loaded model.
#include "widgets/session/run_controller.h"
#include "widgets/views/live_panel_private.h"
#include "widgets/views/run_live.h"

namespace stowage {

namespace {

constexpr int kRunningTickMilliseconds = 100;
constexpr int kIdleTickMilliseconds = 500;
/// Before this much is done and known, a time left would jump about.
constexpr double kLeastShareForEstimate = 0.05;

}  // namespace

void LivePanel::setModelRuns(RunController* runs) {
    d->modelRuns = runs;
    connect(runs, &RunController::stateChanged, this, [this] { d->onRunState(); });
    connect(runs, &RunController::progressChanged, this, [this] { d->updateHeader(); });
    connect(runs, &RunController::finished, this, [this] { d->onRunState(); });
}

void LivePanel::Private::connectRuns() {
    connect(header, &LiveHeader::pauseClicked, panel,
            [this] { isModelRunning() ? modelRuns->pause() : controller->pause(); });
    connect(header, &LiveHeader::resumeClicked, panel,
            [this] { isModelRunning() ? modelRuns->resume() : controller->resume(); });
    connect(header, &LiveHeader::cancelClicked, panel,
            [this] { isModelRunning() ? modelRuns->cancel() : controller->cancel(); });
}

bool LivePanel::Private::isModelRunning() const {
    return modelRuns != nullptr && modelRuns->isRunning();
}

void LivePanel::Private::onRunState() {
    const bool isNew = modelRuns->startedAt() && runOrigin != modelRuns->startedAt();
    if (isModelRunning() && isNew) {
        beginModelRun();
    } else if (!isModelRunning() && showsModelRun) {
        runEnd = now();
        status.failure.clear();  // of a load or an unload that the run did not let begin
        followView();
    }
    timer.start(isMoving() ? kRunningTickMilliseconds : kIdleTickMilliseconds);
    updateHeader();
    tick();
}

void LivePanel::Private::beginModelRun() {
    runOrigin = modelRuns->startedAt();
    showsModelRun = true;
    runEnd = 0;
    runBytes = 0;
    status.failure.clear();
    data.setOrigin(runOrigin.value_or(0));
    forecastWorker.drop();
    runForecast.reset();
    pace.clear();
    tensorMarks = std::make_shared<const std::vector<ChartMark>>();
    header->setSegments({});
    setFollow(Follow::Run);
    updateCharts();
}

std::optional<double> LivePanel::Private::foreseenSeconds() const {
    if (isModelRunning()) {
        const double done = runFraction(*modelRuns);
        return done < kLeastShareForEstimate ? std::nullopt : std::optional(now() / done);
    }
    const auto whole = estimatedSeconds(controller->progress(), phaseSeconds());
    return whole ? std::optional(phaseBegan + pausedInPhase - data.origin() + *whole)
                 : std::nullopt;
}

std::vector<ChartBand> LivePanel::Private::measuredBands() const {
    const double end = isMoving() ? now() : runEnd;
    const std::vector<PhaseMark> phases = controller->sampler().phases();
    if (!showsModelRun) {
        return phaseBands(phases, *runOrigin, end, isMoving() ? nullptr : status.last.get());
    }
    std::vector<ChartBand> bands = phaseBands(phases, *runOrigin, end, nullptr);
    if (!isMoving()) {
        markStopped(bands, modelRuns->runs().back().report->stopped);
    }
    return bands;
}

}  // namespace stowage
