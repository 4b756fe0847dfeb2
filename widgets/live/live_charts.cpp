// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/live_charts.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QBoxLayout>
#include <QFrame>
#include <QScrollArea>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace stowage {
namespace {

using SharedCurves = std::shared_ptr<const PredictedCurves>;

SharedCurves sharedCurves(std::shared_ptr<const LoadSchedule> schedule) {
    return std::make_shared<const PredictedCurves>(predictedCurves(std::move(schedule)));
}

/// A moment of the sampler's clock as it would be without the pauses before it.
double withoutPauses(double moment, const std::vector<TimeSpan>& pauses) {
    double held = 0;
    for (const TimeSpan& pause : pauses) {
        held += std::max(0.0, std::min(moment, pause.end) - pause.begin);
    }
    return moment - held;
}

/// Moves seconds since `origin` that count no pause behind the pauses before them.
void addPauses(std::vector<double>& times, double origin, const std::vector<TimeSpan>& pauses) {
    for (double& time : times) {
        for (const TimeSpan& pause : pauses) {
            time += time > pause.begin - origin ? pause.end - pause.begin : 0;
        }
    }
}

}  // namespace

ReferenceCurves::ReferenceCurves(LoadController* controller, QObject* parent)
    : QObject(parent), m_controller(controller) {}

void ReferenceCurves::setMethod(AskedMethod method) {
    if (method != m_method) {
        m_method = method;
        requestPreview();
    }
}

void ReferenceCurves::requestPreview() {
    // Named but never made: with a folder given, a schedule does not make a temporary one.
    static constexpr const char* kPredictionFolder = "/nonexistent/stowage-forecast";
    const auto plan = m_controller->document()->plan();
    const auto checkpoint = m_controller->document()->checkpoint();
    if (!plan || !checkpoint || checkpoint->tensors.empty()) {
        m_previewWorker.drop();
        setPreview(nullptr);
        return;
    }
    m_previewWorker.start(
        [plan, checkpoint,
         options = ScheduleOptions{.method = m_method,
                                   .offloadFolder = kPredictionFolder,
                                   .dryRun = whyNotLoadedHere(plan->request).has_value(),
                                   .rates = m_controller->machineRates()}](
            std::stop_token) -> SharedCurves {
            const auto schedule = makeLoadSchedule(plan, checkpoint, options);
            return schedule ? sharedCurves(*schedule) : nullptr;
        },
        [this](SharedCurves curves) { setPreview(std::move(curves)); },
        [this](const Error&) { setPreview(nullptr); });
}

void ReferenceCurves::setPreview(SharedCurves curves) {
    m_preview = curves && curves->rows() > 0 ? std::move(curves) : nullptr;
    Q_EMIT previewChanged();
}

void ReferenceCurves::beginLoad() {
    m_load.reset();
    m_pace.clear();
    const auto schedule = m_controller->schedule();
    if (!schedule) {
        return;
    }
    m_loadWorker.start([schedule](std::stop_token) { return sharedCurves(schedule); },
                       [this](SharedCurves curves) {
                           m_load = curves->rows() > 0 ? std::move(curves) : nullptr;
                           Q_EMIT loadChanged();
                       },
                       [](const Error&) {});  // what is measured is drawn without a prediction
}

void ReferenceCurves::dropLoad() {
    m_loadWorker.drop();
    m_load.reset();
    m_pace.clear();
}

const PredictedCurves* ReferenceCurves::prediction(LiveContent content) const {
    switch (content) {
        case LiveContent::Run:
            return m_load.get();
        case LiveContent::Prediction:
            // Other loads are drawn over time: without known times this one cannot stand there.
            return m_preview && (m_overlays.empty() || !m_preview->seconds.empty())
                       ? m_preview.get()
                       : nullptr;
        case LiveContent::LastMinute:
            break;
    }
    return nullptr;
}

PredictionBasis ReferenceCurves::basis(LiveContent content) const {
    const PredictedCurves* curves = prediction(content);
    if (curves == nullptr) {
        return PredictionBasis::None;
    }
    if (!curves->seconds.empty()) {
        return PredictionBasis::Seconds;
    }
    return content == LiveContent::Prediction ? PredictionBasis::Bytes : PredictionBasis::Pace;
}

ByteUnit ReferenceCurves::axisUnit() const {
    double moved = 0;
    if (m_preview) {
        for (const PredictedCurves::Phase& part : m_preview->phases) {
            moved += part.bytes;
        }
    }
    return unitFor(moved);
}

std::vector<double> ReferenceCurves::place(LiveContent content, const CurveClock& clock) const {
    const PredictedCurves* curves = prediction(content);
    switch (basis(content)) {
        case PredictionBasis::Seconds: {
            std::vector<double> seconds = timesFromRates(*curves);
            if (content == LiveContent::Run) {
                addPauses(seconds, clock.origin, clock.pauses);
            }
            return seconds;
        }
        case PredictionBasis::Bytes: {
            std::vector<double> bytes = timesFromBytes(*curves);
            for (double& value : bytes) {
                value /= axisUnit().bytes;
            }
            return bytes;
        }
        case PredictionBasis::Pace: {
            const auto worked = [&clock](double moment) {
                return withoutPauses(moment, clock.pauses);
            };
            std::vector<PhaseMark> phases = m_controller->sampler().phases();
            for (PhaseMark& phase : phases) {
                phase.begin = worked(phase.begin);
                phase.end = phase.end < 0 ? phase.end : worked(phase.end);
            }
            std::vector<PaceSample> samples = m_pace;
            for (PaceSample& sample : samples) {
                sample.seconds = worked(clock.origin + sample.seconds) - clock.origin;
            }
            std::vector<double> placed =
                timesFromPace(*curves, phases, clock.origin, samples,
                              worked(clock.origin + clock.now) - clock.origin);
            addPauses(placed, clock.origin, clock.pauses);
            // The last phase is closed a little after the load's own clock is read.
            for (double& time : placed) {
                time = clock.isComplete ? std::min(time, clock.now) : time;
            }
            return placed;
        }
        case PredictionBasis::None:
            break;
    }
    return {};
}

double ReferenceCurves::end(LiveContent content, const CurveClock& clock) const {
    const double end = content == LiveContent::LastMinute ? 0 : overlaysEnd(m_overlays);
    const std::vector<double> placed = place(content, clock);
    return placed.empty() ? end : std::max(end, placed.back());
}

std::vector<ChartBand> ReferenceCurves::bands(LiveContent content,
                                              const std::vector<double>& times) const {
    std::vector<ChartBand> bands;
    const PredictedCurves* curves = prediction(content);
    if (curves == nullptr || times.empty()) {
        return bands;
    }
    for (std::size_t i = 0; i < curves->phases.size(); ++i) {
        const bool last = i + 1 == curves->phases.size();
        const double end = last ? times.back() : times[curves->phases[i + 1].firstRow];
        bands.push_back({capitalised(translatedText(curves->phases[i].name)),
                         times[curves->phases[i].firstRow], end, false});
    }
    return bands;
}

namespace {

/// From this height on the charts stand one above the other, as wide as the panel.
constexpr int kStackedFrom = 400;

QWidget* chartCell(ChartTitle* title, ChartPlot* chart) {
    auto* cell = new QWidget;
    auto* layout = makeColumn(cell, 0);
    layout->addWidget(title);
    layout->addWidget(chart, 1);
    setFigureCaptions(chart, title);
    return cell;
}

/// What the dashed curves are called, and how they are known.
struct PredictedWords {
    QString name;
    QString why;
};

PredictedWords predictedWords(PredictionBasis basis) {
    switch (basis) {
        case PredictionBasis::None:
            break;
        case PredictionBasis::Seconds:
            return {LiveCharts::tr("predicted"),
                    LiveCharts::tr("Dashed: predicted before the load; times are based on this "
                                   "machine's measured rates")};
        case PredictionBasis::Bytes:
            return {LiveCharts::tr("predicted, by bytes"),
                    LiveCharts::tr("Dashed: predicted. The axis shows bytes instead of time, "
                                   "because this machine has not been measured")};
        case PredictionBasis::Pace:
            return {
                LiveCharts::tr("predicted"),
                LiveCharts::tr("Dashed: predicted before the load. Each byte is drawn at the time "
                               "when it was read, because this machine has not been measured")};
    }
    return {};
}

/// What stands in both legends beside the measured curves.
std::vector<LegendEntry> referenceEntries(LiveContent content,
                                          const std::vector<ChartOverlay>& overlays,
                                          const QString& predicted, const ThemeColors& colors) {
    std::vector<LegendEntry> entries;
    if (!predicted.isEmpty()) {
        entries.push_back({predicted, predictedPen(colors), Qt::NoBrush});
    }
    if (content != LiveContent::LastMinute) {
        for (const ChartOverlay& overlay : overlays) {
            entries.push_back(
                {overlay.label, overlay.style, Qt::NoBrush, LegendNeed::NamedInChart});
        }
    }
    entries.push_back({LiveCharts::tr("limit"), QPen(colors.secondaryText, 1.5, Qt::DotLine),
                       Qt::NoBrush, LegendNeed::NamedInChart});
    return entries;
}

}  // namespace

LiveCharts::LiveCharts(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this)),
      m_vram(new VramChart(theme)),
      m_ram(new RamChart(theme)),
      m_vramTitle(new ChartTitle(theme)),
      m_ramTitle(new ChartTitle(theme)) {
    m_layout->setContentsMargins(
        visualMargins({metrics::kPadding, 2, metrics::kGrid, metrics::kGrid}));
    m_layout->setSpacing(metrics::kPadding);
    m_layout->addWidget(chartCell(m_vramTitle, m_vram), 1);
    m_layout->addWidget(chartCell(m_ramTitle, m_ram), 1);
    for (ChartPlot* chart : plots()) {
        connect(chart, &ChartPlot::timeRangeRequested, this, &LiveCharts::timeRangeRequested);
        connect(chart, &ChartPlot::followRequested, this, &LiveCharts::followRequested);
        connect(chart, &ChartPlot::crosshairRequested, this, &LiveCharts::crosshairRequested);
    }
}

void LiveCharts::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_layout->setDirection(height() >= px(kStackedFrom) ? QBoxLayout::TopToBottom
                                                        : QBoxLayout::LeftToRight);
}

LiveUnits LiveCharts::units() const {
    return {m_vram->unit(), m_ram->unit()};
}

std::array<ChartPlot*, 2> LiveCharts::plots() const {
    return {m_vram, m_ram};
}

void LiveCharts::setPlan(const PlacementPlan* plan) {
    m_vram->setPlan(plan);
    m_ram->setPlan(plan);
}

bool LiveCharts::setTimeRange(double begin, double end) {
    const QCPRange range = m_vram->xAxis->range();
    if (range.lower == begin && range.upper == end) {
        return false;
    }
    m_vram->setTimeRange(begin, end);
    m_ram->setTimeRange(begin, end);
    return true;
}

void LiveCharts::setReference(const ReferenceCurves& reference, LiveContent content,
                              const std::vector<double>& times, double baseline) {
    const ThemeColors& colors = m_theme->colors();
    const bool bytes = reference.basis(content) == PredictionBasis::Bytes;
    for (ChartPlot* chart : plots()) {
        chart->setAxisUnit(bytes ? std::optional(reference.axisUnit()) : std::nullopt);
    }
    std::vector<ChartCurve> below;
    std::vector<ChartCurve> above;
    if (const PredictedCurves* curves = reference.prediction(content)) {
        const CurveNames names =
            content == LiveContent::Prediction ? CurveNames::AtTheEnd : CurveNames::None;
        below = predictedVramCurves(*curves, times, colors, names);
        above.push_back(predictedAnonCurve(*curves, times, colors, baseline, names));
    }
    m_vram->setCurves(CurvePlace::Below, std::move(below));
    const bool comparable = content != LiveContent::LastMinute;
    m_vram->setCurves(CurvePlace::Above, comparable ? vramCurves(reference.overlays(), colors.base)
                                                    : std::vector<ChartCurve>());
    if (comparable) {
        std::ranges::move(ramCurves(reference.overlays(), baseline), std::back_inserter(above));
    }
    m_ram->setCurves(CurvePlace::Above, std::move(above));
}

void LiveCharts::setMarks(const std::vector<ChartBand>& bands, std::optional<double> now,
                          const std::shared_ptr<const std::vector<ChartMark>>& marks) {
    for (ChartPlot* chart : plots()) {
        chart->setBands(bands);
        chart->setNow(now);
        chart->setMarks(marks);
    }
}

void LiveCharts::showData(const ChartData& samples, double runBytes) {
    double resident = m_ram->tallest(samples);
    const ChartColumn& stack = samples.hostStack(HostClass::File);
    if (!stack.empty() && !std::isnan(stack.front())) {
        resident = std::max(resident, stack.front() + runBytes);
    }
    m_vram->showData(samples, unitFor(m_vram->largestTaken(samples)));
    m_ram->showData(samples, unitFor(resident));
    const bool stacked = m_layout->direction() == QBoxLayout::TopToBottom;
    const int room = stacked ? std::max(m_vram->labelRoom(), m_ram->labelRoom()) : 0;
    m_vram->setLeastLabelRoom(room);
    m_ram->setLeastLabelRoom(room);
}

void LiveCharts::showTitles(const ChartData& samples, const QString& vram, LiveContent content,
                            const ReferenceCurves& reference) {
    const ThemeColors& colors = m_theme->colors();
    const bool predicted = content == LiveContent::Prediction;
    m_vramTitle->setTitle(predicted ? tr("VRAM, predicted") : vram, m_vram->unit().name);
    m_ramTitle->setTitle(
        predicted ? tr("RAM of the process, predicted") : tr("RAM of the process, measured"),
        m_ram->unit().name);
    std::vector<LegendEntry> lines;
    for (const auto& [device, columns] : samples.gpus()) {
        lines.push_back({translated(deviceLabel(device)), QPen(colors.deviceLine(device), 2.5),
                         Qt::NoBrush, LegendNeed::NamedInChart});
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
    const PredictedWords words = predictedWords(reference.basis(content));
    const std::vector<LegendEntry> both =
        referenceEntries(content, reference.overlays(), words.name, colors);
    for (auto [title, entries] : {std::pair(m_vramTitle, &lines), std::pair(m_ramTitle, &areas)}) {
        entries->insert(entries->end(), both.begin(), both.end());
        title->setToolTip(words.why);
        title->setEntries(std::move(*entries));
    }
}

void LiveCharts::showCrosshair(const ChartData& samples, std::optional<double> seconds) {
    const auto row = seconds ? samples.rowAt(*seconds) : std::nullopt;
    m_vram->setCrosshair(seconds,
                         row ? m_vram->markersAt(samples, *row) : std::vector<ChartMarker>());
    m_ram->setCrosshair(seconds,
                        row ? m_ram->markersAt(samples, *row) : std::vector<ChartMarker>());
}

void LiveCharts::redraw() {
    m_vram->redraw();
    m_ram->redraw();
}

QWidget* addFigures(QHBoxLayout& row, LiveFigures* figures, const char* name) {
    auto* rule = new QFrame;
    rule->setFrameShape(QFrame::NoFrame);
    rule->setFixedWidth(1);
    rule->setAutoFillBackground(true);
    rule->setBackgroundRole(QPalette::Midlight);
    auto* scroll = withName(new QScrollArea, name);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(figures);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setFixedWidth(px(LiveFigures::kWidth) + metrics::kPadding);
    addWidgets(&row, {rule, scroll});
    return rule;
}

}  // namespace stowage
