// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/live_panel.h"

#include "widgets/session/document.h"
#include "widgets/views/live_panel_private.h"
#include "widgets/views/run_live.h"

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr int kLoadingTickMilliseconds = 100;
constexpr int kIdleTickMilliseconds = 500;
constexpr double kIdleViewSeconds = 60;
constexpr double kShortestIdleViewSeconds = 5;
/// Room behind the end of a finished run and of a foreseen one.
constexpr double kRunMargin = 1.06;
constexpr double kGrowthMargin = 1.15;
constexpr double kFarForecast = 2.5;
constexpr double kShortestViewSeconds = 0.1;

}  // namespace

LivePanel::LivePanel(LoadController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, controller, theme)) {
    setObjectName(QStringLiteral("live_panel"));
    setAccessibleName(tr("Live memory"));
    d->buildLayout();
    d->connectParts();
    d->applyTheme();
    d->tick();
    d->timer.start(kIdleTickMilliseconds);
}

LivePanel::~LivePanel() = default;

void LivePanel::setMethod(LoadMethod method) {
    if (method != d->method) {
        d->method = method;
        d->requestPreview();
    }
}

void LivePanel::setOverlays(std::vector<ChartOverlay> overlays) {
    d->overlays = std::move(overlays);
    const bool nothingElse = d->content == Private::Follow::LastMinute && !d->isMoving();
    if (!d->overlays.empty() && nothingElse) {
        d->setFollow(Private::Follow::Forecast);
    } else if (d->overlays.empty() && !d->preview && d->content == Private::Follow::Forecast) {
        d->setFollow(Private::Follow::LastMinute);
    }
    d->followView();
    d->updateCharts();
}

QJsonObject LivePanel::state() const {
    return d->state();
}

void LivePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    d->arrangeCharts();
}

bool LivePanel::Private::isLoading() const {
    const LoadState state = controller->state();
    return state == LoadState::Loading || state == LoadState::Paused ||
           state == LoadState::Cancelling;
}

double LivePanel::Private::now() const {
    return controller->sampler().now() - data.origin();
}

double LivePanel::Private::phaseSeconds() const {
    const double end = pausedSince.value_or(controller->sampler().now());
    return end - phaseBegan - pausedInPhase;
}

void LivePanel::Private::onStateChanged(LoadState state) {
    const double clock = controller->sampler().now();
    switch (state) {
        case LoadState::Preparing:
            status = {};
            break;
        case LoadState::Loading:
            if (pausedSince) {
                pausedInPhase += clock - *pausedSince;
                pausedSince.reset();
            } else {
                beginRun();
            }
            break;
        case LoadState::Paused:
            pausedSince = clock;
            break;
        case LoadState::Unloading:
            setFollow(Follow::LastMinute);
            break;
        case LoadState::Idle:
            updateLimits();
            break;
        case LoadState::Cancelling:
        case LoadState::Loaded:
            break;
    }
    timer.start(isMoving() ? kLoadingTickMilliseconds : kIdleTickMilliseconds);
    updateHeader();
    tick();
}

void LivePanel::Private::beginRun() {
    runOrigin = controller->startedAt();
    runEnd = 0;
    showsModelRun = false;
    runBytes = controller->schedule() ? static_cast<double>(controller->schedule()->totalBytes) : 0;
    data.setOrigin(runOrigin.value_or(0));
    phase.clear();
    pausedSince.reset();
    tensorMarks = std::make_shared<const std::vector<ChartMark>>();
    markCursor = 0;  // the first ones may have been read as if they were the load's before
    readTensorMarks();
    requestRunForecast();
    updateLimits();
    header->setSegments(controller->schedule() ? progressSegments(*controller->schedule())
                                               : std::vector<ProgressSegment>());
    setFollow(Follow::Run);
}

void LivePanel::Private::updateLimits() {
    const auto plan =
        controller->schedule() ? controller->schedule()->plan : controller->document()->plan();
    vram->setPlan(plan.get());
    ram->setPlan(plan.get());
    updateCharts();
}

void LivePanel::Private::onProgress(const Progress& progress) {
    if (progress.phase != phase) {
        phase = progress.phase;
        phaseBegan = controller->sampler().now();
        pausedInPhase = 0;
    }
    if (progress.bytesTotal > 0) {
        status.lastFraction =
            static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
        pace.push_back({progress.phase, now(), status.lastFraction});
    }
    updateHeader();
}

void LivePanel::Private::onFinished(const std::shared_ptr<const LoadReport>& report) {
    status.last = report;
    pausedSince.reset();
    runEnd = report->seconds + report->pausedSeconds;
    updateHeader();
    followView();
    tick();
}

void LivePanel::Private::onFailed(const QString& sentence) {
    status.failure = sentence;
    updateHeader();
}

void LivePanel::Private::tick() {
    const bool changed = data.pull(controller->sampler().series());
    updateHeader();
    showMissedSamples();
    if (!panel->isVisible()) {
        return;
    }
    if (changed && content == Follow::Run && !showsModelRun) {
        readTensorMarks();
    }
    followView();
    // A view whose end the curves have passed has nothing new to show, nor has one of a plan alone.
    if (changed && !frozen && content != Follow::Forecast &&
        vram->xAxis->range().upper >= drawnUpTo - 1) {
        updateCharts();
    }
    updateSide();
}

void LivePanel::Private::updateHeader() {
    if (showsModelRun && controller->state() == LoadState::Loaded) {
        header->setContent(runHeaderContent(*modelRuns));
        return;
    }
    status.phaseSeconds = phaseSeconds();
    header->setContent(headerContent(*controller, status));
}

void LivePanel::Private::showMissedSamples() {
    const std::uint64_t now = controller->sampler().missedSamples();
    if (now == missedSamples) {
        return;
    }
    missedSamples = now;
    const QString why = QString::fromStdString(controller->sampler().failure());
    missed->setText(now == 1 ? tr("The curves lack 1 sample. %1").arg(why)
                             : tr("The curves lack %1 samples. %2").arg(now).arg(why));
    missed->show();
}

void LivePanel::Private::followView() {
    if (frozen) {
        return;
    }
    if (follow == Follow::LastMinute) {
        const double end = std::max(now(), kShortestIdleViewSeconds);
        setView(std::max(0.0, end - kIdleViewSeconds), end);
    } else if (follow == Follow::Run && isMoving()) {
        const double foreseen = foreseenSeconds().value_or(0) * kRunMargin;
        const double predicted = runForecast ? foreseenEnd() * kRunMargin : 0;
        setView(0, steadyAxisEnd(std::max({runForecast ? predicted : foreseen,
                                           now() * kGrowthMargin, kShortestViewSeconds})));
    } else if (follow == Follow::Run) {
        // A forecast far beyond the end would press what was measured into a corner.
        const double end = std::max(runEnd, std::min(foreseenEnd(), runEnd * kFarForecast));
        setView(0, std::max(end * kRunMargin, kShortestViewSeconds * 0.1));
    } else if (follow == Follow::Forecast) {
        setView(0, std::max(foreseenEnd() * kRunMargin, kShortestViewSeconds * 0.1));
    }
}

void LivePanel::Private::setFollow(Follow mode) {
    follow = mode;
    content = mode == Follow::Nothing ? content : mode;
    header->setFollowing(mode != Follow::Nothing);
    followView();
}

void LivePanel::Private::setView(double begin, double end) {
    const QCPRange range = vram->xAxis->range();
    if (range.lower == begin && range.upper == end) {
        return;
    }
    vram->setTimeRange(begin, end);
    ram->setTimeRange(begin, end);
    updateCharts();
}

void LivePanel::Private::setFrozen(bool freeze) {
    frozen = freeze ? std::optional(data) : std::nullopt;
    if (!freeze) {
        updateCharts();
        tick();
    }
}

void LivePanel::Private::updateCharts() {
    if (!frozen) {
        drawnUpTo = data.times().empty() ? 0 : data.times().back();
        updateCurves();
        updateMarks();
    }
    // One unit for the whole of a run: what it reads comes on top of what was there.
    double resident = ram->tallest(shown());
    const ChartColumn& stack = shown().hostStack(HostClass::File);
    if (!stack.empty() && !std::isnan(stack.front())) {
        resident = std::max(resident, stack.front() + runBytes);
    }
    vram->showData(shown(), unitFor(vram->largestTaken(shown())));
    ram->showData(shown(), unitFor(resident));
    const bool stacked = chartBox->direction() == QBoxLayout::TopToBottom;
    const int room = stacked ? std::max(vram->labelRoom(), ram->labelRoom()) : 0;
    vram->setLeastLabelRoom(room);
    ram->setLeastLabelRoom(room);
    updateTitles();
    updateCrosshair();
    vram->redraw();
    ram->redraw();
}

void LivePanel::Private::updateMarks() {
    std::vector<ChartBand> bands;
    if (content == Follow::Forecast) {
        bands = forecastBands();
    } else if (runOrigin) {
        bands = measuredBands();
    }
    const auto marks =
        content == Follow::Run ? tensorMarks : std::make_shared<const std::vector<ChartMark>>();
    const std::optional<double> nowLine = isMoving() ? std::optional(now()) : std::nullopt;
    for (ChartPlot* chart : {static_cast<ChartPlot*>(vram), static_cast<ChartPlot*>(ram)}) {
        chart->setBands(bands);
        chart->setNow(nowLine);
        chart->setMarks(marks);
    }
}

void LivePanel::Private::updateCrosshair() {
    const auto row = crosshair ? shown().rowAt(*crosshair) : std::nullopt;
    vram->setCrosshair(crosshair,
                       row ? vram->markersAt(shown(), *row) : std::vector<ChartMarker>());
    ram->setCrosshair(crosshair, row ? ram->markersAt(shown(), *row) : std::vector<ChartMarker>());
}

void LivePanel::Private::updateSide() {
    const LiveUnits units{vram->unit(), ram->unit()};
    const auto predictedAt = [this](double seconds) {
        return forecast() == nullptr ? std::nullopt : forecastAt(*forecast(), times, seconds);
    };
    const auto figures = crosshair ? predictedAt(*crosshair) : std::nullopt;
    const auto row = crosshair ? shown().rowAt(*crosshair) : std::nullopt;
    if (content == Follow::Forecast && figures) {
        side->setRows(forecastRows(vram->axisText(*crosshair), *figures, baseline(), units));
    } else if (content == Follow::Forecast && forecast() != nullptr) {
        side->setRows(planRows(*preview));
    } else if (row) {
        side->setRows(sampleRows(tr("At the crosshair"), *row,
                                 {.data = shown(),
                                  .units = units,
                                  .vram = vramOrigin(),
                                  .predicted = figures,
                                  .baseline = baseline(),
                                  .tensor = tensorAt(*crosshair)}));
    } else if (!isMoving() && showsModelRun && content == Follow::Run) {
        side->setRows(modelRunRows(modelRuns->runs().back()));
    } else if (!isMoving() && content != Follow::Forecast && !controller->runs().empty()) {
        side->setRows(runRows(controller->runs().back()));
    } else if (!data.times().empty()) {
        side->setRows(sampleRows(tr("Now"), data.times().size() - 1,
                                 {.data = data,
                                  .units = units,
                                  .vram = vramOrigin(),
                                  .predicted = isLoading() ? predictedAt(now()) : std::nullopt,
                                  .baseline = baseline(),
                                  .tensor = {}}));
    }
}

}  // namespace stowage
