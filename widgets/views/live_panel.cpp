// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/live_panel.h"

#include "widgets/session/document.h"
#include "widgets/views/live_panel_private.h"

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
    timer.start(isLoading() ? kLoadingTickMilliseconds : kIdleTickMilliseconds);
    updateHeader();
    tick();
}

void LivePanel::Private::beginRun() {
    runOrigin = controller->startedAt();
    runEnd = 0;
    runBytes = controller->schedule() ? static_cast<double>(controller->schedule()->totalBytes) : 0;
    data.setOrigin(runOrigin.value_or(0));
    phase.clear();
    pausedSince.reset();
    updateLimits();
    header->setSegments(controller->schedule() ? progressSegments(*controller->schedule())
                                               : std::vector<ProgressSegment>());
    setFollow(Follow::Run);
}

void LivePanel::Private::updateLimits() {
    const auto plan =
        controller->schedule() ? controller->schedule()->plan : controller->document()->plan();
    vram->setPlan(plan.get());
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
    }
    updateHeader();
}

void LivePanel::Private::onFinished(const std::shared_ptr<const LoadReport>& report) {
    status.last = report;
    pausedSince.reset();
    runEnd = report->seconds;
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
    if (!panel->isVisible()) {
        return;
    }
    followView();
    // A view that lies in the past has nothing new to show.
    if (changed && !frozen &&
        vram->xAxis->range().upper >= (data.times().empty() ? 0 : data.times().back()) - 1) {
        updateCharts();
    }
    updateSide();
}

void LivePanel::Private::updateHeader() {
    status.phaseSeconds = phaseSeconds();
    header->setContent(headerContent(*controller, status));
}

void LivePanel::Private::followView() {
    if (frozen) {
        return;
    }
    if (follow == Follow::LastMinute) {
        const double end = std::max(now(), kShortestIdleViewSeconds);
        setView(std::max(0.0, end - kIdleViewSeconds), end);
    } else if (follow == Follow::Run && isLoading()) {
        const auto whole = estimatedSeconds(controller->progress(), phaseSeconds());
        const double foreseen =
            whole ? (phaseBegan + pausedInPhase - data.origin() + *whole) * kRunMargin : 0;
        setView(0,
                steadyAxisEnd(std::max({foreseen, now() * kGrowthMargin, kShortestViewSeconds})));
    } else if (follow == Follow::Run) {
        setView(0, std::max(runEnd * kRunMargin, kShortestViewSeconds * 0.1));
    }
}

void LivePanel::Private::setFollow(Follow mode) {
    follow = mode;
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
    if (runOrigin) {
        const double end = isLoading() ? now() : runEnd;
        bands = phaseBands(controller->sampler().phases(), *runOrigin, end,
                           isLoading() ? nullptr : status.last.get());
    }
    const std::optional<double> nowLine = isLoading() ? std::optional(now()) : std::nullopt;
    for (ChartPlot* chart : {static_cast<ChartPlot*>(vram), static_cast<ChartPlot*>(ram)}) {
        chart->setBands(bands);
        chart->setNow(nowLine);
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
    if (const auto row = crosshair ? shown().rowAt(*crosshair) : std::nullopt) {
        side->setRows(sampleRows(tr("At the crosshair"), shown(), *row, units));
    } else if (!isLoading() && !controller->runs().empty()) {
        side->setRows(runRows(controller->runs().back()));
    } else if (!data.times().empty()) {
        side->setRows(sampleRows(tr("Now"), data, data.times().size() - 1, units));
    }
}

}  // namespace stowage
