// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/live_panel.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/document/document.h"
#include "widgets/run/run_controller.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {

void TensorMarks::readAgain(MemorySampler& sampler, std::optional<double> origin) {
    clear();
    m_cursor = 0;
    read(sampler, origin);
}

void TensorMarks::read(MemorySampler& sampler, std::optional<double> origin) {
    const MemorySampler::MarkBatch batch = sampler.marksSince(m_cursor);
    if (batch.marks.empty() && !batch.reset) {
        return;
    }
    std::vector<ChartMark> read = batch.reset ? std::vector<ChartMark>() : *m_marks;
    for (const EventMark& mark : batch.marks) {
        const double seconds = mark.seconds - origin.value_or(0);
        if (origin && seconds >= 0) {
            read.push_back({QString::fromStdString(mark.name), seconds});
        }
    }
    m_marks = std::make_shared<const std::vector<ChartMark>>(std::move(read));
}

std::optional<ChartMark> TensorMarks::at(double seconds) const {
    const auto next = std::ranges::lower_bound(*m_marks, seconds, {}, &ChartMark::seconds);
    return next == m_marks->end() ? std::nullopt : std::optional(*next);
}

namespace {

constexpr int kMovingTickMilliseconds = 100;
constexpr int kIdleTickMilliseconds = 500;
constexpr double kIdleViewSeconds = 60;
constexpr double kShortestIdleViewSeconds = 5;
constexpr double kGrowthMargin = 1.15;
constexpr double kFarPrediction = 2.5;
constexpr double kShortestViewSeconds = 0.1;

double orZero(double value) {
    return std::isnan(value) ? 0 : value;
}

}  // namespace

LivePanel::LivePanel(LoadController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_theme(theme),
      m_header(new LiveHeader(theme, this)),
      m_missed(withName(new ProseLabel(this), "live_missed_samples")),
      m_charts(new LiveCharts(theme, this)),
      m_side(new LiveFigures(theme)),
      m_reference(new ReferenceCurves(controller, this)) {
    withName(this, "live_panel", tr("Live memory"));
    buildLayout();
    connectParts();
    connectHeader();
    applyTheme();
    takeUpLoad();
    tick();
    m_timer.start(kIdleTickMilliseconds);
}

LivePanel::~LivePanel() = default;

/// A panel that is made while a load goes on, or is loaded, shows it as if it had seen it begin.
void LivePanel::takeUpLoad() {
    const bool isLoaded = m_controller->state() == LoadState::Loaded;
    if (isLoading()) {
        beginLoad();
        if (m_controller->state() == LoadState::Paused) {
            m_phase.pause(m_controller->sampler().now());
        }
        setTimer();
    } else if (isLoaded && !m_controller->finishedLoads().empty()) {
        beginLoad();
        onFinished(m_controller->finishedLoads().back().report);
    }
}

void LivePanel::buildLayout() {
    setAutoFillBackground(true);
    auto* body = makeRow(nullptr, 0);
    body->addWidget(m_charts, 1);
    addFigures(*body, m_side, "live_side_scroll")->setObjectName(QStringLiteral("live_rule"));
    m_missed->setContentsMargins(metrics::kPadding, 2, metrics::kPadding, 2);
    m_missed->hide();
    auto* whole = makeColumn(this, 0);
    addWidgets(whole, {m_header, m_missed});
    whole->addLayout(body, 1);
}

void LivePanel::connectParts() {
    connect(m_controller, &LoadController::stateChanged, this, &LivePanel::onStateChanged);
    connect(m_controller, &LoadController::progressChanged, this, &LivePanel::onProgress);
    connect(m_controller, &LoadController::finished, this, &LivePanel::onFinished);
    connect(m_controller, &LoadController::failed, this, &LivePanel::onFailed);
    connect(m_controller, &LoadController::refused, this, [this](const LoadRefusal& refusal) {
        onFailed(translated(refusal.objections.front().text));
    });
    const Document* document = m_controller->document();
    connect(document, &Document::planChanged, this, &LivePanel::onPlanChanged);
    connect(document, &Document::modelChanged, this, &LivePanel::forgetRun);
    connect(m_controller, &LoadController::devicesDropped, this, &LivePanel::forgetRun);
    connect(document, &Document::planChanged, m_reference, &ReferenceCurves::requestPreview);
    connect(m_controller, &LoadController::machineRatesChanged, m_reference,
            &ReferenceCurves::requestPreview);
    connect(m_reference, &ReferenceCurves::previewChanged, this, &LivePanel::onPreview);
    connect(m_reference, &ReferenceCurves::loadChanged, this, &LivePanel::onLoadPrediction);
    connect(&m_timer, &QTimer::timeout, this, &LivePanel::tick);
    connect(m_theme, &Theme::changed, this, &LivePanel::applyTheme);
    connect(m_charts, &LiveCharts::timeRangeRequested, this, [this](double begin, double end) {
        stopFollowing();
        setView(begin, end);
    });
    connect(m_charts, &LiveCharts::followRequested, this, &LivePanel::followAgain);
    connect(m_charts, &LiveCharts::crosshairRequested, this, [this](std::optional<double> seconds) {
        m_crosshair = seconds;
        updateCrosshair();
        updateSide();
    });
}

void LivePanel::connectHeader() {
    connect(m_header, &LiveHeader::pauseClicked, this,
            [this] { isModelRunning() ? m_modelRuns->pause() : m_controller->pause(); });
    connect(m_header, &LiveHeader::resumeClicked, this,
            [this] { isModelRunning() ? m_modelRuns->resume() : m_controller->resume(); });
    connect(m_header, &LiveHeader::cancelClicked, this,
            [this] { isModelRunning() ? m_modelRuns->cancel() : m_controller->cancel(); });
    connect(m_header, &LiveHeader::stepClicked, this, &LivePanel::stepRequested);
    connect(m_header, &LiveHeader::unloadClicked, m_controller, &LoadController::unload);
    connect(m_header, &LiveHeader::followToggled, this,
            [this](bool on) { on ? followAgain() : stopFollowing(); });
    connect(m_header, &LiveHeader::freezeToggled, this, &LivePanel::setFrozen);
}

void LivePanel::applyTheme() {
    QPalette colors = palette();
    colors.setColor(QPalette::Window, m_theme->colors().base);
    colors.setColor(QPalette::Midlight, m_theme->colors().softBorder);
    setPalette(colors);
    m_missed->setFont(m_theme->font(TextRole::Tree));
    setTextColor(m_missed, m_theme->colors().warning);
    updateCharts();
}

void LivePanel::setMethod(AskedMethod method) {
    m_reference->setMethod(method);
}

void LivePanel::setOverlays(std::vector<ChartOverlay> overlays) {
    const bool any = !overlays.empty();
    m_reference->setOverlays(std::move(overlays));
    if (any && m_content == LiveContent::LastMinute && !isMoving()) {
        follow(LiveContent::Prediction);
    } else if (!any && m_reference->preview() == nullptr && m_content == LiveContent::Prediction) {
        follow(LiveContent::LastMinute);
    }
    followView();
    updateCharts();
}

bool LivePanel::isLoading() const {
    const LoadState state = m_controller->state();
    return state == LoadState::Loading || state == LoadState::Paused ||
           state == LoadState::Cancelling;
}

double LivePanel::now() const {
    return m_controller->sampler().now() - m_data.origin();
}

// What loads and runs tell of themselves.

void LivePanel::onStateChanged(LoadState state) {
    switch (state) {
        case LoadState::Preparing:
            m_status = {};
            break;
        case LoadState::Loading:
            if (!m_phase.resume(m_controller->sampler().now())) {
                beginLoad();
            }
            break;
        case LoadState::Paused:
            m_phase.pause(m_controller->sampler().now());
            break;
        case LoadState::Unloading:
            follow(LiveContent::LastMinute);
            break;
        case LoadState::Idle:
            updateLimits();
            break;
        case LoadState::Loaded:
            m_status.last = lastDone(*m_controller)->report;
            break;
        case LoadState::Cancelling:
            break;
    }
    setTimer();
}

void LivePanel::setTimer() {
    m_timer.start(isMoving() ? kMovingTickMilliseconds : kIdleTickMilliseconds);
    updateHeader();
    tick();
}

void LivePanel::beginLoad() {
    const auto schedule = m_controller->schedule();
    m_run = {.origin = m_controller->startedAt(),
             .bytes = schedule ? static_cast<double>(schedule->totalBytes) : 0};
    m_data.setOrigin(m_run.origin.value_or(0));
    m_phase.reset();
    m_tensorMarks.readAgain(m_controller->sampler(), m_run.origin);
    m_reference->beginLoad();
    updateLimits();
    m_header->setSegments(schedule ? progressSegments(*schedule) : std::vector<ProgressSegment>());
    follow(LiveContent::Run);
}

void LivePanel::onProgress(const Progress& progress) {
    m_phase.enter(progress.phase, m_controller->sampler().now());
    if (progress.bytesTotal > 0) {
        m_status.lastFraction =
            static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
        m_reference->addPace({progress.phase, now(), m_status.lastFraction});
    }
    updateHeader();
}

void LivePanel::onFinished(const std::shared_ptr<const LoadReport>& report) {
    if (report->phases.empty() && m_controller->state() == LoadState::Loaded) {
        return;  // cancelled before it began: what was loaded stays, and stays shown
    }
    m_status.last = report;
    m_phase.end(m_controller->sampler().now());
    takeClockOf(*report);
    m_run.end = report->seconds + report->pausedSeconds;
    updateHeader();
    followView();
    updateCharts();
    tick();
}

void LivePanel::takeClockOf(const LoadReport& report) {
    const auto origin = m_run.origin
                            ? clockOf(report, m_controller->sampler().phases(), *m_run.origin)
                            : std::nullopt;
    if (origin) {
        m_run.origin = origin;
        m_data.setOrigin(*origin);
        m_tensorMarks.readAgain(m_controller->sampler(), origin);
    }
}

void LivePanel::onFailed(const QString& sentence) {
    m_status.failure = sentence;
    updateHeader();
}

/// What was said of a load by the plan before says nothing of this one.
void LivePanel::onPlanChanged() {
    m_status.failure.clear();
    updateHeader();
    updateLimits();
}

void LivePanel::forgetRun() {
    if (m_controller->state() != LoadState::Idle) {
        return;  // what is loaded stays, and stays shown
    }
    m_status = {};
    m_run = {};
    setFrozen(false);
    m_data.setOrigin(m_controller->sampler().now());
    m_tensorMarks.clear();
    m_reference->dropLoad();
    m_header->setSegments({});
    const bool isPredicted = m_reference->preview() != nullptr || !m_reference->overlays().empty();
    follow(isPredicted ? LiveContent::Prediction : LiveContent::LastMinute);
    updateLimits();
    setTimer();
}

void LivePanel::setModelRuns(RunController* runs) {
    m_modelRuns = runs;
    connect(runs, &RunController::stateChanged, this, &LivePanel::onRunState);
    connect(runs, &RunController::progressChanged, this, &LivePanel::updateHeader);
    connect(runs, &RunController::finished, this, &LivePanel::onRunState);
    onRunState();  // one may go on already
}

bool LivePanel::isModelRunning() const {
    return m_modelRuns != nullptr && m_modelRuns->isRunning();
}

void LivePanel::onRunState() {
    const bool isNew = m_modelRuns->startedAt() && m_run.origin != m_modelRuns->startedAt();
    if (isModelRunning() && isNew) {
        beginModelRun();
    } else if (!isModelRunning() && m_run.isModelRun) {
        m_run.end = now();
        m_status.failure.clear();  // of a load or an unload that the run did not let begin
        followView();
    }
    setTimer();
}

void LivePanel::beginModelRun() {
    m_run = {.isModelRun = true, .origin = m_modelRuns->startedAt()};
    m_status.failure.clear();
    m_data.setOrigin(m_run.origin.value_or(0));
    m_reference->dropLoad();
    m_tensorMarks.clear();
    m_header->setSegments({});
    follow(LiveContent::Run);
    updateCharts();
}

void LivePanel::onPreview() {
    const bool any = m_reference->preview() != nullptr;
    if (m_controller->state() == LoadState::Idle && m_isFollowing) {
        follow(any ? LiveContent::Prediction : m_content);
    }
    if (!any && m_content == LiveContent::Prediction && m_reference->overlays().empty()) {
        follow(LiveContent::LastMinute);
    }
    updateCharts();
    updateSide();
}

void LivePanel::onLoadPrediction() {
    followView();
    updateCharts();
    updateSide();
}

// What the time axis shows.

void LivePanel::follow(LiveContent content) {
    m_content = content;
    m_isFollowing = true;
    m_header->setFollowing(true);
    followView();
}

void LivePanel::stopFollowing() {
    m_isFollowing = false;
    m_header->setFollowing(false);
}

void LivePanel::followAgain() {
    const bool unloaded = m_controller->state() == LoadState::Idle && m_status.last != nullptr &&
                          !m_status.last->stopped;
    const bool predicted = m_reference->preview() != nullptr || !m_reference->overlays().empty();
    follow(m_run.origin && !unloaded ? LiveContent::Run
           : predicted               ? LiveContent::Prediction
                                     : LiveContent::LastMinute);
}

void LivePanel::followView() {
    if (m_frozen || !m_isFollowing) {
        return;
    }
    if (m_content == LiveContent::LastMinute) {
        const double end = std::max(now(), kShortestIdleViewSeconds);
        setView(std::max(0.0, end - kIdleViewSeconds), end);
    } else if (m_content == LiveContent::Run && isMoving()) {
        const double wanted =
            m_reference->hasLoad() ? predictedEnd() : expectedSeconds().value_or(0);
        setView(0, steadyAxisEnd(std::max(
                       {wanted * kRunMargin, now() * kGrowthMargin, kShortestViewSeconds})));
    } else {
        // A prediction far beyond the end would press what was measured into a corner.
        const double end =
            m_content == LiveContent::Prediction
                ? predictedEnd()
                : std::max(m_run.end, std::min(predictedEnd(), m_run.end * kFarPrediction));
        setView(0, std::max(end * kRunMargin, kShortestViewSeconds * 0.1));
    }
}

void LivePanel::setView(double begin, double end) {
    if (m_charts->setTimeRange(begin, end)) {
        updateCharts();
    }
}

void LivePanel::setFrozen(bool freeze) {
    m_frozen = freeze ? std::optional(m_data) : std::nullopt;
    if (!freeze) {
        updateCharts();
        tick();
    }
}

std::optional<double> LivePanel::expectedSeconds() const {
    // Before this much is done and known, a time left would jump about.
    constexpr double kLeastShareForEstimate = 0.05;
    if (isModelRunning()) {
        const double done = runFraction(*m_modelRuns);
        return done < kLeastShareForEstimate ? std::nullopt : std::optional(now() / done);
    }
    const auto whole =
        estimatedSeconds(m_controller->progress(), m_phase.seconds(m_controller->sampler().now()));
    return whole ? std::optional(m_phase.start() - m_data.origin() + *whole) : std::nullopt;
}

CurveClock LivePanel::loadClock() const {
    return {.origin = m_run.origin.value_or(0),
            .now = isLoading() ? now() : m_run.end,
            .isComplete = !isLoading() && m_status.last && !m_status.last->stopped,
            .pauses = m_phase.pauses(m_controller->sampler().now())};
}

// What is shown.

void LivePanel::tick() {
    const bool changed = m_data.pull(m_controller->sampler().series());
    updateHeader();
    showMissedSamples();
    if (!isVisible()) {
        return;
    }
    if (changed && m_content == LiveContent::Run && !m_run.isModelRun) {
        m_tensorMarks.read(m_controller->sampler(), m_run.origin);
    }
    followView();
    // A view whose end the curves have passed has nothing new to show, nor has one of a plan alone,
    // once the level is known over which it is drawn.
    const bool hasNew = m_content == LiveContent::Prediction
                            ? m_drawnLevel == 0 && baseline() > 0
                            : m_charts->vram()->xAxis->range().upper >= m_drawnUpTo - 1;
    if (changed && !m_frozen && hasNew) {
        updateCharts();
    }
    updateSide();
}

void LivePanel::updateLimits() {
    const auto plan = m_controller->schedule() ? m_controller->schedule()->plan
                                               : m_controller->document()->plan();
    m_charts->setPlan(plan.get());
    updateCharts();
}

void LivePanel::updateHeader() {
    if (m_run.isModelRun && m_controller->state() == LoadState::Loaded) {
        m_header->setContent(runHeaderContent(*m_modelRuns));
        return;
    }
    m_status.phaseSeconds = m_phase.seconds(m_controller->sampler().now());
    m_header->setContent(headerContent(*m_controller, m_status));
}

void LivePanel::showMissedSamples() {
    const std::uint64_t now = m_controller->sampler().missedSamples();
    if (now == m_missedSamples) {
        return;
    }
    m_missedSamples = now;
    const QString why = QString::fromStdString(m_controller->sampler().failure());
    m_missed->setText(now == 1
                          ? tr("1 sample is missing from the curves. %1").arg(why)
                          : tr("%1 samples are missing from the curves. %2").arg(now).arg(why));
    m_missed->show();
}

void LivePanel::updateCharts() {
    if (!m_frozen) {
        m_drawnUpTo = m_data.times().empty() ? 0 : m_data.times().back();
        updateCurves();
        updateMarks();
    }
    m_charts->showData(shown(), m_run.bytes);
    m_charts->showTitles(shown(), vramTitle(*m_controller), m_content, *m_reference);
    updateCrosshair();
    m_charts->redraw();
}

const ChartData& LivePanel::shown() const {
    static const ChartData kNothing;
    if (m_content == LiveContent::Prediction) {
        return kNothing;
    }
    return m_frozen ? *m_frozen : m_data;
}

double LivePanel::baseline() const {
    if (m_content == LiveContent::Run) {
        return orZero((m_frozen ? *m_frozen : m_data).firstAnon());
    }
    const ChartColumn& anon = m_data.host(HostClass::Anonymous);
    return anon.empty() ? 0 : orZero(lastKnown(anon, anon.size() - 1));
}

void LivePanel::updateCurves() {
    m_times = m_reference->place(m_content, loadClock());
    m_drawnLevel = baseline();
    m_charts->setReference(*m_reference, m_content, m_times, m_drawnLevel);
    const auto latest = [this](const ChartColumn& column) {
        const double value = lastKnown(column, column.size());
        const bool wanted = m_content == LiveContent::Prediction && !std::isnan(value);
        return wanted ? std::optional(value) : std::nullopt;
    };
    m_charts->ram()->setMachineNow(latest(m_data.machine().available),
                                   latest(m_data.machine().cgroupLimit));
}

std::vector<ChartBand> LivePanel::measuredBands() const {
    const double end = isMoving() ? now() : m_run.end;
    const std::vector<PhaseMark> phases = m_controller->sampler().phases();
    if (!m_run.isModelRun) {
        return phaseBands(phases, *m_run.origin, end, isMoving() ? nullptr : m_status.last.get());
    }
    std::vector<ChartBand> bands = phaseBands(phases, *m_run.origin, end, nullptr);
    if (!isMoving()) {
        markStopped(bands, m_modelRuns->runs().back().report->stopped);
    }
    return bands;
}

void LivePanel::updateMarks() {
    std::vector<ChartBand> bands;
    if (m_content == LiveContent::Prediction) {
        bands = m_reference->bands(m_content, m_times);
    } else if (m_run.origin) {
        bands = measuredBands();
    }
    m_charts->setMarks(
        bands, isMoving() ? std::optional(now()) : std::nullopt,
        m_content == LiveContent::Run ? m_tensorMarks.marks() : TensorMarks().marks());
}

void LivePanel::updateCrosshair() {
    m_charts->showCrosshair(shown(), m_crosshair);
}

std::optional<PredictedFigures> LivePanel::predictedAt(double seconds) const {
    const PredictedCurves* curves = m_reference->prediction(m_content);
    return curves == nullptr ? std::nullopt : predictedFiguresAt(*curves, m_times, seconds);
}

std::optional<PredictedFigures> LivePanel::predictedNow() const {
    const PredictedCurves* curves = m_reference->prediction(m_content);
    if (curves == nullptr || !isLoading()) {
        return std::nullopt;
    }
    const Progress& progress = m_controller->progress();
    const bool isByBytes = curves->seconds.empty() && progress.bytesDone > 0;
    const auto reached = isByBytes
                             ? predictedFiguresIn(*curves, progress.phase, fractionOf(progress))
                             : std::nullopt;
    // While it is paused, a load is where it was.
    return reached
               ? reached
               : predictedFiguresAt(*curves, curves->seconds.empty() ? m_times : curves->seconds,
                                    now() - m_controller->heldSeconds());
}

double LivePanel::bytesAhead() const {
    const PredictedCurves* curves = m_reference->prediction(m_content);
    const auto schedule = m_controller->schedule();
    if (curves == nullptr || m_controller->state() != LoadState::Paused ||
        schedule->method != LoadMethod::Streamed) {
        return 0;
    }
    const Progress& progress = m_controller->progress();
    const auto read = predictedFiguresIn(*curves, progress.phase, fractionOf(progress));
    double ahead = 0;
    for (const auto& [device, columns] : m_data.gpus()) {
        if (read && read->gpus.contains(device)) {
            const auto held = static_cast<double>(read->gpus.at(device).allocated);
            ahead += std::max(0.0, orZero(columns.allocated.back()) - held);
        }
    }
    return ahead;
}

double LivePanel::loadBegan() const {
    const std::vector<PhaseMark> phases = m_controller->sampler().phases();
    const double ordered = m_data.origin();
    const auto first = std::ranges::find_if(
        phases, [ordered](const PhaseMark& mark) { return mark.begin >= ordered; });
    return isLoading() && first != phases.end() ? first->begin - ordered : 0;
}

void LivePanel::updateSide() {
    const LiveUnits units = m_charts->units();
    const bool isPlan = m_content == LiveContent::Prediction;
    const auto figures = m_crosshair ? predictedAt(*m_crosshair) : std::nullopt;
    const auto row = m_crosshair ? shown().rowAt(*m_crosshair) : std::nullopt;
    if (isPlan && figures) {
        const QString where = m_charts->vram()->axisText(*m_crosshair);
        m_side->setRows(predictedRows(where, *figures, baseline(), units));
    } else if (isPlan && m_reference->prediction(m_content) != nullptr) {
        m_side->setRows(planRows(*m_reference->preview()));
    } else if (row) {
        const bool isRun = m_content == LiveContent::Run;
        m_side->setRows(
            sampleRows(tr("At the crosshair"), *row,
                       {.data = shown(),
                        .units = units,
                        .vram = vramOrigin(*m_controller),
                        .predicted = figures,
                        .baseline = baseline(),
                        .tensor = isRun ? m_tensorMarks.at(*m_crosshair) : std::nullopt}));
    } else if (!isMoving() && m_run.isModelRun && m_content == LiveContent::Run) {
        m_side->setRows(modelRunRows(m_modelRuns->runs().back()));
    } else if (!isMoving() && !isPlan && m_run.origin && !m_controller->finishedLoads().empty()) {
        m_side->setRows(loadRows(m_controller->finishedLoads().back()));
    } else if (!m_data.times().empty()) {
        m_side->setRows(sampleRows(tr("Now"), m_data.times().size() - 1,
                                   {.data = m_data,
                                    .units = units,
                                    .vram = vramOrigin(*m_controller),
                                    .predicted = predictedNow(),
                                    .baseline = baseline(),
                                    .tensor = {},
                                    .pausedSeconds = isLoading() ? m_controller->heldSeconds() : 0,
                                    .began = loadBegan(),
                                    .bytesAhead = bytesAhead()}));
    }
}

}  // namespace stowage
