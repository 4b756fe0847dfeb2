// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/live_panel.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/charts/chart_curves.h"
#include "widgets/charts/chart_title.h"
#include "widgets/charts/live_figures.h"
#include "widgets/charts/live_header.h"
#include "widgets/charts/memory_charts.h"
#include "widgets/document/document.h"
#include "widgets/live/live_status.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_status.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/worker.h"

#include <QBoxLayout>
#include <QFrame>
#include <QJsonArray>
#include <QLabel>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// What the dashed curves' place on the time axis follows from: the rates of this machine, the
/// bytes moved until then (before a load, where no time is known), or the pace measured so far.
enum class PredictionBasis { None, Seconds, Bytes, Pace };

/// The panel's parts and the rules between them.
class LivePanel::Private {
public:
    Private(LivePanel* panel, LoadController* controller, const Theme* theme);

    /// What the time axis shows by itself: the last minute, the run from its start, or what a load
    /// of the plan would take.
    enum class Follow { Nothing, LastMinute, Run, Prediction };

    void buildLayout();
    void connectParts();
    void applyTheme();

    void onStateChanged(LoadState state);
    void onProgress(const Progress& progress);
    void onFinished(const std::shared_ptr<const LoadReport>& report);
    void onFailed(const QString& sentence);
    void takeClockOf(const LoadReport& report);
    void connectRuns();
    void onRunState();
    /// The charts are about a run of the loaded model from now on.
    void beginModelRun();

    /// Reads what the sampler has, and redraws what changed.
    void tick();
    void beginLoad();
    /// Those of the load that runs or is loaded, else of the document's plan.
    void updateLimits();
    /// Predicts a load of the document's plan by `method`, in a worker.
    void requestPreview();
    void setPreview(std::shared_ptr<const PredictedCurves> curves);
    void requestLoadPrediction();
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
    void addPredictedEntries(std::vector<LegendEntry>& vramEntries,
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
    [[nodiscard]] std::optional<double> expectedSeconds() const;
    [[nodiscard]] std::vector<ChartBand> measuredBands() const;
    /// What the charts show: the data, or what it was when they were frozen; nothing measured
    /// beside a mere prediction.
    [[nodiscard]] const ChartData& shown() const;
    /// That of the run or the plan which the charts show; null where there is none.
    [[nodiscard]] const PredictedCurves* prediction() const;
    [[nodiscard]] PredictionBasis basis() const;
    /// By row of prediction(): its place on the time axis.
    [[nodiscard]] std::vector<double> placePrediction() const;
    /// Of an axis of bytes.
    [[nodiscard]] ByteUnit axisUnit() const;
    /// Anonymous memory before the load, bytes.
    [[nodiscard]] double baseline() const;
    [[nodiscard]] std::vector<ChartBand> predictedBands() const;
    /// The tensor that was being brought in then: the next one to be complete.
    [[nodiscard]] std::optional<ChartMark> tensorAt(double seconds) const;
    [[nodiscard]] VramOrigin vramOrigin() const;
    /// Where predicted curves and those of other loads end.
    [[nodiscard]] double predictedEnd() const;
    /// Seconds on the run's clock.
    [[nodiscard]] double now() const;
    [[nodiscard]] double phaseSeconds() const;
    [[nodiscard]] QJsonObject state() const;
    [[nodiscard]] QJsonObject predictionJson() const;

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
    LiveFigures* side;
    QTimer timer;

    ChartData data;
    std::optional<ChartData> frozen;
    LiveStatus status;
    Follow follow = Follow::LastMinute;
    Follow content = Follow::LastMinute;  ///< what was followed last: what the charts are about
    LoadMethod method = LoadMethod::Streamed;
    std::shared_ptr<const PredictedCurves> preview;  ///< of the document's plan; may be null
    std::shared_ptr<const PredictedCurves>
        loadPrediction;            ///< of the run that is shown; may be null
    std::vector<PaceSample> pace;  ///< of that run
    std::vector<double> times;     ///< by row of prediction(), as drawn
    std::vector<ChartOverlay> overlays;
    std::shared_ptr<const std::vector<ChartMark>> tensorMarks =
        std::make_shared<const std::vector<ChartMark>>();
    std::uint64_t markCursor = 0;     ///< in the sampler's marks
    std::uint64_t missedSamples = 0;  ///< as `missed` tells of them
    Worker previewWorker;
    Worker predictionWorker;
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

namespace {

/// From this height on the charts stand one above the other, as wide as the panel.
constexpr int kStackedFrom = 400;

QWidget* chartCell(ChartTitle* title, ChartPlot* chart) {
    auto* cell = new QWidget;
    auto* layout = makeColumn(cell, 0);
    layout->addWidget(title);
    layout->addWidget(chart, 1);
    return cell;
}

constexpr int kLoadingTickMilliseconds = 100;

constexpr int kIdleTickMilliseconds = 500;

constexpr double kIdleViewSeconds = 60;

constexpr double kShortestIdleViewSeconds = 5;

/// Room behind the end of a finished run and of an expected one.
constexpr double kRunMargin = 1.06;

constexpr double kGrowthMargin = 1.15;

constexpr double kFarPrediction = 2.5;

constexpr double kShortestViewSeconds = 0.1;

constexpr int kRunningTickMilliseconds = 100;

/// Before this much is done and known, a time left would jump about.
constexpr double kLeastShareForEstimate = 0.05;

/// Named but never made: with a folder given, a schedule does not make a temporary one.
constexpr const char* kPredictionFolder = "/nonexistent/stowage-forecast";

std::shared_ptr<const PredictedCurves> sharedCurves(std::shared_ptr<const LoadSchedule> schedule) {
    return std::make_shared<const PredictedCurves>(predictedCurves(std::move(schedule)));
}

double orZero(double value) {
    return std::isnan(value) ? 0 : value;
}

QJsonValue number(double value) {
    return std::isnan(value) ? QJsonValue() : QJsonValue(value);
}

QJsonValue number(std::uint64_t value) {
    return static_cast<double>(value);
}

QString key(DeviceId device) {
    return QString::fromStdString(deviceName(device));
}

QString markName(LiveHeaderContent::Mark mark) {
    switch (mark) {
        case LiveHeaderContent::Mark::None:
            return QStringLiteral("none");
        case LiveHeaderContent::Mark::Good:
            return QStringLiteral("good");
        case LiveHeaderContent::Mark::Error:
            break;
    }
    return QStringLiteral("error");
}

QJsonObject loadJson(const FinishedLoad& run) {
    QJsonObject devices;
    for (const DeviceLoadFigures& figures : run.report->devices) {
        QJsonObject device{{QStringLiteral("peak_allocated"), number(figures.peakAllocated)},
                           {QStringLiteral("peak_reserved"), number(figures.peakReserved)}};
        if (run.schedule && run.schedule->predictedPeaks.contains(figures.device.id)) {
            const PredictedPeak& predicted = run.schedule->predictedPeaks.at(figures.device.id);
            device[QStringLiteral("predicted_allocated")] = number(predicted.allocated);
            device[QStringLiteral("predicted_reserved")] = number(predicted.reserved);
        }
        devices[key(figures.device.id)] = device;
    }
    const auto& anon = run.report->peak.anon;
    return {
        {QStringLiteral("number"), run.number},
        {QStringLiteral("title"), loadTitle(run)},
        {QStringLiteral("seconds"), run.report->seconds},
        {QStringLiteral("paused_seconds"), run.report->pausedSeconds},
        {QStringLiteral("bytes"), number(run.report->bytes)},
        {QStringLiteral("bytes_read"), number(run.report->bytesRead)},
        {QStringLiteral("samples"), number(run.report->samples)},
        {QStringLiteral("peak_host_anon"), anon ? number(*anon) : QJsonValue()},
        {QStringLiteral("stopped"),
         run.report->stopped ? QString::fromStdString(run.report->stopped->message) : QString()},
        {QStringLiteral("devices"), devices}};
}

QJsonArray sideJson(const std::vector<LiveFigureRow>& rows) {
    QJsonArray lines;
    for (const LiveFigureRow& row : rows) {
        QStringList parts;
        if (row.device) {
            parts.append(QString::fromStdString(deviceLabel(*row.device)));
        }
        parts.append(row.label);
        parts.append(row.values);
        parts.removeAll(QString());
        lines.append(parts.join(u' '));
    }
    return lines;
}

QJsonArray phasesJson(const std::vector<ChartBand>& bands) {
    QJsonArray phases;
    for (const ChartBand& band : bands) {
        phases.append(QJsonObject{{QStringLiteral("name"), band.name},
                                  {QStringLiteral("begin"), band.begin},
                                  {QStringLiteral("end"), band.end}});
    }
    return phases;
}

QJsonArray segmentsJson(const std::vector<ProgressSegment>& segments) {
    QJsonArray list;
    for (const ProgressSegment& segment : segments) {
        list.append(QJsonObject{{QStringLiteral("device"), key(segment.device)},
                                {QStringLiteral("bytes"), number(segment.bytes)}});
    }
    return list;
}

void insertHeader(QJsonObject& state, const LiveHeader& header) {
    const LiveHeaderContent& content = header.content();
    state[QStringLiteral("text")] = content.strong;
    state[QStringLiteral("detail")] = content.detail;
    state[QStringLiteral("percent")] = content.percent;
    state[QStringLiteral("rate")] = content.rate + content.source;
    state[QStringLiteral("phase")] = content.phase;
    state[QStringLiteral("left")] = content.left;
    state[QStringLiteral("mark")] = markName(content.mark);
    state[QStringLiteral("fraction")] = content.fraction;
    state[QStringLiteral("segments")] = segmentsJson(header.segments());
    state[QStringLiteral("frozen")] = header.isFrozen();
}

QJsonObject vramJson(const ChartData& data, const ChartTitle& title) {
    QJsonObject devices;
    for (const auto& [device, columns] : data.gpus()) {
        devices[key(device)] =
            QJsonObject{{QStringLiteral("allocated"), number(columns.allocated.back())},
                        {QStringLiteral("reserved"), number(columns.reserved.back())}};
    }
    return {{QStringLiteral("title"), title.title()},
            {QStringLiteral("unit"), title.unit()},
            {QStringLiteral("devices"), devices}};
}

QJsonObject ramJson(const ChartData& data, const ChartTitle& title) {
    QJsonObject ram{{QStringLiteral("title"), title.title()},
                    {QStringLiteral("unit"), title.unit()}};
    const auto last = [&data](HostClass kind) {
        return data.times().empty() ? QJsonValue() : number(data.host(kind).back());
    };
    ram[QStringLiteral("anon")] = last(HostClass::Anonymous);
    ram[QStringLiteral("shmem")] = last(HostClass::Shared);
    ram[QStringLiteral("file")] = last(HostClass::File);
    return ram;
}

QJsonArray limitsJson(const ChartPlot& chart) {
    QJsonArray names;
    for (const ChartLimit& limit : chart.limits()) {
        names.append(limit.name);
    }
    return names;
}

QString basisName(PredictionBasis basis) {
    switch (basis) {
        case PredictionBasis::Seconds:
            return QStringLiteral("seconds");
        case PredictionBasis::Bytes:
            return QStringLiteral("bytes");
        case PredictionBasis::Pace:
            return QStringLiteral("pace");
        case PredictionBasis::None:
            break;
    }
    return QStringLiteral("none");
}

}  // namespace

LivePanel::Private::Private(LivePanel* owner, LoadController* loads, const Theme* look)
    : panel(owner),
      controller(loads),
      theme(look),
      header(new LiveHeader(look, owner)),
      missed(new QLabel(owner)),
      charts(new QWidget(owner)),
      chartBox(new QBoxLayout(QBoxLayout::LeftToRight, charts)),
      vram(new VramChart(look)),
      ram(new RamChart(look)),
      vramTitle(new ChartTitle(look)),
      ramTitle(new ChartTitle(look)),
      side(new LiveFigures(look)) {}

void LivePanel::Private::buildLayout() {
    panel->setAutoFillBackground(true);
    // Time runs from left to right in every language.
    charts->setLayoutDirection(Qt::LeftToRight);
    chartBox->setContentsMargins(metrics::kPadding, 2, metrics::kGrid, metrics::kGrid);
    chartBox->setSpacing(metrics::kPadding);
    chartBox->addWidget(chartCell(vramTitle, vram), 1);
    chartBox->addWidget(chartCell(ramTitle, ram), 1);

    auto* scroll = withName(new QScrollArea, "live_side_scroll");
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(side);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setFixedWidth(LiveFigures::kWidth + metrics::kPadding);
    auto* rule = withName(new QFrame, "live_rule");
    rule->setFrameShape(QFrame::NoFrame);
    rule->setFixedWidth(1);
    rule->setAutoFillBackground(true);
    rule->setBackgroundRole(QPalette::Midlight);

    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(charts, 1);
    body->addWidget(rule);
    body->addWidget(scroll);
    auto* whole = makeColumn(panel, 0);
    missed->setObjectName(QStringLiteral("live_missed_samples"));
    missed->setWordWrap(true);
    missed->setContentsMargins(metrics::kPadding, 2, metrics::kPadding, 2);
    missed->hide();
    whole->addWidget(header);
    whole->addWidget(missed);
    whole->addLayout(body, 1);
}

void LivePanel::Private::connectParts() {
    const auto here = [this](auto member) { return [this, member] { (this->*member)(); }; };
    connect(controller, &LoadController::stateChanged, panel,
            [this](LoadState state) { onStateChanged(state); });
    connect(controller, &LoadController::progressChanged, panel,
            [this](const Progress& progress) { onProgress(progress); });
    connect(controller, &LoadController::finished, panel,
            [this](const std::shared_ptr<const LoadReport>& report) { onFinished(report); });
    connect(controller, &LoadController::failed, panel,
            [this](const QString& sentence) { onFailed(sentence); });
    connect(controller, &LoadController::refused, panel, [this](const LoadRefusal& refusal) {
        onFailed(QString::fromStdString(refusal.objections.front().text));
    });
    connect(controller->document(), &Document::planChanged, panel, here(&Private::updateLimits));
    connect(controller->document(), &Document::planChanged, panel, here(&Private::requestPreview));
    connect(controller, &LoadController::machineRatesChanged, panel,
            here(&Private::requestPreview));
    connectRuns();
    connect(header, &LiveHeader::stepClicked, panel, &LivePanel::stepRequested);
    connect(header, &LiveHeader::unloadClicked, controller, &LoadController::unload);
    connect(header, &LiveHeader::followToggled, panel, [this](bool on) {
        if (on) {
            followAgain();
        } else {
            setFollow(Follow::Nothing);
        }
    });
    connect(header, &LiveHeader::freezeToggled, panel, [this](bool on) { setFrozen(on); });
    connect(&timer, &QTimer::timeout, panel, here(&Private::tick));
    connect(theme, &Theme::changed, panel, here(&Private::applyTheme));
    for (ChartPlot* chart : {static_cast<ChartPlot*>(vram), static_cast<ChartPlot*>(ram)}) {
        connect(chart, &ChartPlot::timeRangeRequested, panel, [this](double begin, double end) {
            setFollow(Follow::Nothing);
            setView(begin, end);
        });
        connect(chart, &ChartPlot::followRequested, panel, here(&Private::followAgain));
        connect(chart, &ChartPlot::crosshairRequested, panel,
                [this](std::optional<double> seconds) {
                    crosshair = seconds;
                    updateCrosshair();
                    updateSide();
                });
    }
}

void LivePanel::Private::followAgain() {
    const bool unloaded =
        controller->state() == LoadState::Idle && status.last != nullptr && !status.last->stopped;
    const bool predicted = preview || !overlays.empty();
    setFollow(runOrigin && !unloaded ? Follow::Run
              : predicted            ? Follow::Prediction
                                     : Follow::LastMinute);
}

void LivePanel::Private::applyTheme() {
    QPalette palette = panel->palette();
    palette.setColor(QPalette::Window, theme->colors().base);
    palette.setColor(QPalette::Midlight, theme->colors().softBorder);
    panel->setPalette(palette);
    missed->setFont(theme->font(TextRole::Tree));
    setTextColor(missed, theme->colors().warning);
    updateCharts();
}

void LivePanel::Private::arrangeCharts() {
    const bool stacked = charts->height() >= kStackedFrom;
    chartBox->setDirection(stacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

VramOrigin LivePanel::Private::vramOrigin() const {
    bool anySimulated = false;
    bool anyReal = false;
    for (const auto& device : controller->devices()) {
        if (device->info().id.isGpu()) {
            anySimulated = anySimulated || device->info().simulated;
            anyReal = anyReal || !device->info().simulated;
        }
    }
    return !anySimulated ? VramOrigin::Measured
           : anyReal     ? VramOrigin::Mixed
                         : VramOrigin::Simulated;
}

QString LivePanel::Private::vramTitleText() const {
    switch (vramOrigin()) {
        case VramOrigin::Simulated:
            return tr("VRAM, simulated");
        case VramOrigin::Mixed:
            return tr("VRAM, partly simulated");
        case VramOrigin::Measured:
            break;
    }
    return controller->devices().empty() ? tr("VRAM") : tr("VRAM, measured");
}

void LivePanel::Private::addPredictedEntries(std::vector<LegendEntry>& vramEntries,
                                             std::vector<LegendEntry>& ramEntries) const {
    const ThemeColors& colors = theme->colors();
    QString why;
    QString name = tr("predicted");
    switch (basis()) {
        case PredictionBasis::None:
            break;
        case PredictionBasis::Seconds:
            why =
                tr("Dashed: predicted before the load; times follow from this machine's "
                   "measured rates");
            break;
        case PredictionBasis::Bytes:
            name = tr("predicted, by bytes");
            why =
                tr("Dashed: predicted; along the axis stand the bytes that the load moves, as "
                   "no time is known before this machine is measured");
            break;
        case PredictionBasis::Pace:
            why =
                tr("Dashed: predicted before the load by bytes; each byte stands at the time "
                   "when it was read, as this machine's rates were not measured");
            break;
    }
    for (auto* entries : {&vramEntries, &ramEntries}) {
        if (basis() != PredictionBasis::None) {
            entries->push_back({name, predictedPen(colors), Qt::NoBrush});
        }
        if (content != Follow::LastMinute) {
            for (const ChartOverlay& overlay : overlays) {
                entries->push_back(
                    {overlay.label, overlay.style, Qt::NoBrush, LegendNeed::NamedInChart});
            }
        }
    }
    const QPen limit(colors.secondaryText, 1.5, Qt::DotLine);
    for (auto* entries : {&vramEntries, &ramEntries}) {
        entries->push_back({tr("limit"), limit, Qt::NoBrush, LegendNeed::NamedInChart});
    }
    vramTitle->setToolTip(why);
    ramTitle->setToolTip(why);
}

void LivePanel::Private::updateTitles() {
    const ThemeColors& colors = theme->colors();
    const bool predicted = content == Follow::Prediction;
    vramTitle->setTitle(predicted ? tr("VRAM, predicted") : vramTitleText(), vram->unit().name);
    ramTitle->setTitle(
        predicted ? tr("RAM of the process, predicted") : tr("RAM of the process, measured"),
        ram->unit().name);

    std::vector<LegendEntry> lines;
    for (const auto& [device, columns] : shown().gpus()) {
        lines.push_back({QString::fromStdString(deviceLabel(device)),
                         QPen(colors.deviceLine(device), 2.5), Qt::NoBrush,
                         LegendNeed::NamedInChart});
    }
    if (!lines.empty()) {
        lines.push_back({tr("reserved"), QPen(colors.secondaryText, 1), Qt::NoBrush});
    }
    std::vector<LegendEntry> areas;
    for (const HostClass kind : kHostClasses) {
        if (!predicted) {
            const QString name =
                kind == HostClass::File ? tr("evictable cache") : hostClassName(kind);
            areas.push_back({name, QPen(hostClassColor(kind, colors)), hostClassBrush(kind, colors),
                             LegendNeed::NamedInChart});
        }
    }
    addPredictedEntries(lines, areas);
    vramTitle->setEntries(std::move(lines));
    ramTitle->setEntries(std::move(areas));
}

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
        d->setFollow(Private::Follow::Prediction);
    } else if (d->overlays.empty() && !d->preview && d->content == Private::Follow::Prediction) {
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
                beginLoad();
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

void LivePanel::Private::beginLoad() {
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
    requestLoadPrediction();
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
    takeClockOf(*report);
    runEnd = report->seconds + report->pausedSeconds;
    updateHeader();
    followView();
    updateCharts();
    tick();
}

/// The charts' clock began with the order to load; the load's own begins when devices and threads
/// are there, which takes a while on a busy machine.
void LivePanel::Private::takeClockOf(const LoadReport& report) {
    const std::vector<PhaseMark> phases = controller->sampler().phases();
    const auto first = std::ranges::find_if(
        phases, [this](const PhaseMark& mark) { return mark.begin >= runOrigin.value_or(0); });
    if (!runOrigin || first == phases.end() || report.phases.empty()) {
        return;
    }
    const double origin = first->begin - report.phases.front().begin;
    const double margin = (kRunMargin - 1) * (report.seconds + report.pausedSeconds);
    if (origin - *runOrigin <= margin / 2) {
        return;  // all of the load is in view, and what there was before it
    }
    runOrigin = origin;
    data.setOrigin(origin);
    tensorMarks = std::make_shared<const std::vector<ChartMark>>();
    markCursor = 0;
    readTensorMarks();
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
    if (changed && !frozen && content != Follow::Prediction &&
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
        const double expected = expectedSeconds().value_or(0) * kRunMargin;
        const double predicted = loadPrediction ? predictedEnd() * kRunMargin : 0;
        setView(0, steadyAxisEnd(std::max({loadPrediction ? predicted : expected,
                                           now() * kGrowthMargin, kShortestViewSeconds})));
    } else if (follow == Follow::Run) {
        // A prediction far beyond the end would press what was measured into a corner.
        const double end = std::max(runEnd, std::min(predictedEnd(), runEnd * kFarPrediction));
        setView(0, std::max(end * kRunMargin, kShortestViewSeconds * 0.1));
    } else if (follow == Follow::Prediction) {
        setView(0, std::max(predictedEnd() * kRunMargin, kShortestViewSeconds * 0.1));
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
    if (content == Follow::Prediction) {
        bands = predictedBands();
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
        return prediction() == nullptr ? std::nullopt
                                       : predictedFiguresAt(*prediction(), times, seconds);
    };
    const auto figures = crosshair ? predictedAt(*crosshair) : std::nullopt;
    const auto row = crosshair ? shown().rowAt(*crosshair) : std::nullopt;
    if (content == Follow::Prediction && figures) {
        side->setRows(predictedRows(vram->axisText(*crosshair), *figures, baseline(), units));
    } else if (content == Follow::Prediction && prediction() != nullptr) {
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
    } else if (!isMoving() && content != Follow::Prediction &&
               !controller->finishedLoads().empty()) {
        side->setRows(loadRows(controller->finishedLoads().back()));
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

// Runs of the loaded model.

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
    predictionWorker.drop();
    loadPrediction.reset();
    pace.clear();
    tensorMarks = std::make_shared<const std::vector<ChartMark>>();
    header->setSegments({});
    setFollow(Follow::Run);
    updateCharts();
}

// What the charts show beside measurements: predicted curves, other loads, tensors as marks.

std::optional<double> LivePanel::Private::expectedSeconds() const {
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

void LivePanel::Private::requestPreview() {
    const auto plan = controller->document()->plan();
    const auto checkpoint = controller->document()->checkpoint();
    if (!plan || !checkpoint || checkpoint->tensors.empty()) {
        previewWorker.drop();
        setPreview(nullptr);
        return;
    }
    previewWorker.start(
        [plan, checkpoint,
         options = ScheduleOptions{.method = method,
                                   .offloadFolder = kPredictionFolder,
                                   .dryRun = whyNotLoadedHere(plan->request).has_value(),
                                   .rates = controller->machineRates()}](
            std::stop_token) -> std::shared_ptr<const PredictedCurves> {
            const auto schedule = makeLoadSchedule(plan, checkpoint, options);
            return schedule ? sharedCurves(*schedule) : nullptr;
        },
        [this](std::shared_ptr<const PredictedCurves> curves) { setPreview(std::move(curves)); },
        [this](const Error&) { setPreview(nullptr); });
}

void LivePanel::Private::setPreview(std::shared_ptr<const PredictedCurves> curves) {
    preview = curves && curves->rows() > 0 ? std::move(curves) : nullptr;
    if (controller->state() == LoadState::Idle && follow != Follow::Nothing) {
        setFollow(preview ? Follow::Prediction : content);
    }
    if (!preview && content == Follow::Prediction && overlays.empty()) {
        setFollow(Follow::LastMinute);
    }
    updateCharts();
    updateSide();
}

void LivePanel::Private::requestLoadPrediction() {
    loadPrediction.reset();
    pace.clear();
    const auto schedule = controller->schedule();
    if (!schedule) {
        return;
    }
    predictionWorker.start([schedule](std::stop_token) { return sharedCurves(schedule); },
                           [this](std::shared_ptr<const PredictedCurves> curves) {
                               loadPrediction = curves->rows() > 0 ? std::move(curves) : nullptr;
                               followView();
                               updateCharts();
                               updateSide();
                           },
                           [](const Error&) {});  // what is measured is drawn without a prediction
}

const ChartData& LivePanel::Private::shown() const {
    static const ChartData kNothing;
    if (content == Follow::Prediction) {
        return kNothing;
    }
    return frozen ? *frozen : data;
}

PredictionBasis LivePanel::Private::basis() const {
    const PredictedCurves* curves = prediction();
    if (curves == nullptr) {
        return PredictionBasis::None;
    }
    if (!curves->seconds.empty()) {
        return PredictionBasis::Seconds;
    }
    return content == Follow::Prediction ? PredictionBasis::Bytes : PredictionBasis::Pace;
}

const PredictedCurves* LivePanel::Private::prediction() const {
    switch (content) {
        case Follow::Run:
            return loadPrediction.get();
        case Follow::Prediction:
            // Other loads are drawn over time: without known times this one cannot stand there.
            return preview && (overlays.empty() || !preview->seconds.empty()) ? preview.get()
                                                                              : nullptr;
        case Follow::Nothing:
        case Follow::LastMinute:
            break;
    }
    return nullptr;
}

std::vector<double> LivePanel::Private::placePrediction() const {
    const PredictedCurves* curves = prediction();
    switch (basis()) {
        case PredictionBasis::Seconds:
            return timesFromRates(*curves);
        case PredictionBasis::Bytes: {
            std::vector<double> bytes = timesFromBytes(*curves);
            for (double& value : bytes) {
                value /= axisUnit().bytes;
            }
            return bytes;
        }
        case PredictionBasis::Pace: {
            const std::vector<PhaseMark> phases = controller->sampler().phases();
            std::vector<double> placed =
                timesFromPace(*curves, {.phases = phases,
                                        .origin = runOrigin.value_or(0),
                                        .samples = pace,
                                        .now = isLoading() ? now() : runEnd});
            // The last phase is closed a little after the load's own clock is read.
            const bool complete = !isLoading() && status.last && !status.last->stopped;
            for (double& time : placed) {
                time = complete ? std::min(time, runEnd) : time;
            }
            return placed;
        }
        case PredictionBasis::None:
            break;
    }
    return {};
}

ByteUnit LivePanel::Private::axisUnit() const {
    double moved = 0;
    if (preview) {
        for (const PredictedCurves::Phase& part : preview->phases) {
            moved += part.bytes;
        }
    }
    return unitFor(moved);
}

double LivePanel::Private::baseline() const {
    if (content == Follow::Run) {
        return orZero((frozen ? *frozen : data).firstAnon());
    }
    const ChartColumn& anon = data.host(HostClass::Anonymous);
    return anon.empty() ? 0 : orZero(lastKnown(anon, anon.size() - 1));
}

void LivePanel::Private::updateCurves() {
    const ThemeColors& colors = theme->colors();
    const bool bytes = basis() == PredictionBasis::Bytes;
    for (ChartPlot* chart : {static_cast<ChartPlot*>(vram), static_cast<ChartPlot*>(ram)}) {
        chart->setAxisUnit(bytes ? std::optional(axisUnit()) : std::nullopt);
    }
    times = placePrediction();
    std::vector<ChartCurve> below;
    std::vector<ChartCurve> above;
    if (const PredictedCurves* curves = prediction()) {
        const CurveNames names =
            content == Follow::Prediction ? CurveNames::AtTheEnd : CurveNames::None;
        below = predictedVramCurves(*curves, times, colors, names);
        above.push_back(predictedAnonCurve(*curves, times, colors, baseline(), names));
    }
    vram->setCurves(CurvePlace::Below, std::move(below));
    const bool comparable = content != Follow::LastMinute;
    vram->setCurves(CurvePlace::Above,
                    comparable ? vramCurves(overlays, colors.base) : std::vector<ChartCurve>());
    if (comparable) {
        for (ChartCurve& curve : ramCurves(overlays, baseline())) {
            above.push_back(std::move(curve));
        }
    }
    ram->setCurves(CurvePlace::Above, std::move(above));
    const auto latest = [this](const ChartColumn& column) {
        const double value = lastKnown(column, column.size());
        const bool wanted = content == Follow::Prediction && !std::isnan(value);
        return wanted ? std::optional(value) : std::nullopt;
    };
    ram->setMachineNow(latest(data.machine().available), latest(data.machine().cgroupLimit));
}

std::vector<ChartBand> LivePanel::Private::predictedBands() const {
    std::vector<ChartBand> bands;
    const PredictedCurves* curves = prediction();
    if (curves == nullptr || times.empty()) {
        return bands;
    }
    for (std::size_t i = 0; i < curves->phases.size(); ++i) {
        const bool last = i + 1 == curves->phases.size();
        const double end = last ? times.back() : times[curves->phases[i + 1].firstRow];
        QString name = QString::fromStdString(curves->phases[i].name);
        name = name.left(1).toUpper() + name.mid(1);
        bands.push_back({name, times[curves->phases[i].firstRow], end, false});
    }
    return bands;
}

void LivePanel::Private::readTensorMarks() {
    const MemorySampler::MarkBatch batch = controller->sampler().marksSince(markCursor);
    if (batch.marks.empty() && !batch.reset) {
        return;
    }
    std::vector<ChartMark> read = batch.reset ? std::vector<ChartMark>() : *tensorMarks;
    for (const EventMark& mark : batch.marks) {
        const double seconds = mark.seconds - runOrigin.value_or(0);
        if (runOrigin && seconds >= 0) {
            read.push_back({QString::fromStdString(mark.name), seconds});
        }
    }
    tensorMarks = std::make_shared<const std::vector<ChartMark>>(std::move(read));
}

std::optional<ChartMark> LivePanel::Private::tensorAt(double seconds) const {
    const auto next = std::ranges::lower_bound(*tensorMarks, seconds, {}, &ChartMark::seconds);
    return next == tensorMarks->end() || content != Follow::Run ? std::nullopt
                                                                : std::optional(*next);
}

double LivePanel::Private::predictedEnd() const {
    double end = content == Follow::LastMinute ? 0 : overlaysEnd(overlays);
    if (prediction() != nullptr) {
        const std::vector<double> placed = placePrediction();
        end = placed.empty() ? end : std::max(end, placed.back());
    }
    return end;
}

QJsonObject LivePanel::Private::predictionJson() const {
    QJsonArray labels;
    for (const ChartOverlay& overlay : overlays) {
        labels.append(overlay.label);
    }
    return {{QStringLiteral("basis"), basisName(basis())},
            {QStringLiteral("points"), static_cast<qint64>(times.size())},
            {QStringLiteral("end"), times.empty() ? QJsonValue() : QJsonValue(times.back())},
            {QStringLiteral("overlays"), labels}};
}

QJsonObject LivePanel::Private::state() const {
    QJsonObject state{
        {QStringLiteral("state"), QString::fromUtf8(loadStateName(controller->state()))}};
    state[QStringLiteral("model_run")] = QString::fromUtf8(
        modelRunStateName(modelRuns == nullptr ? ModelRunState::Idle : modelRuns->state()));
    insertHeader(state, *header);
    state[QStringLiteral("vram")] = vramJson(data, *vramTitle);
    state[QStringLiteral("ram")] = ramJson(data, *ramTitle);
    state[QStringLiteral("forecast")] = predictionJson();
    state[QStringLiteral("vram_limits")] = limitsJson(*vram);
    state[QStringLiteral("ram_limits")] = limitsJson(*ram);
    state[QStringLiteral("tensor_marks")] = static_cast<qint64>(tensorMarks->size());
    state[QStringLiteral("phases")] = phasesJson(vram->bands());
    const QCPRange range = vram->xAxis->range();
    state[QStringLiteral("view")] = QJsonArray{range.lower, range.upper};
    state[QStringLiteral("follow")] = follow != Follow::Nothing;
    state[QStringLiteral("samples")] = static_cast<qint64>(data.times().size());
    state[QStringLiteral("crosshair")] = crosshair ? QJsonValue(*crosshair) : QJsonValue();
    state[QStringLiteral("side")] = sideJson(side->rows());
    if (!controller->finishedLoads().empty()) {
        state[QStringLiteral("run")] = loadJson(controller->finishedLoads().back());
    }
    return state;
}

}  // namespace stowage
