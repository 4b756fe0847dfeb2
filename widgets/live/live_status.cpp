// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_schedule.h"

#include "engine/load/report/load_report.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/document/document.h"
#include "widgets/document/model_texts.h"
#include "widgets/document/plan_view.h"
#include "widgets/live/live_panel.h"
#include "widgets/load/preflight.h"
#include "widgets/run/run_controller.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace stowage {
namespace {

/// Whose texts these are, for the catalogues.
struct PredictionTexts {
    Q_DECLARE_TR_FUNCTIONS(PredictionText)
};

QString peaksText(const PredictionErrors& errors) {
    const bool exact = std::ranges::all_of(
        errors.devices, [](const auto& entry) { return entry.second == PeakErrors{}; });
    if (exact) {
        return PredictionTexts::tr("Peaks exactly as predicted");
    }
    QStringList parts;
    for (const auto& [device, peak] : errors.devices) {
        parts.append(PredictionTexts::tr("%1 allocated %2, reserved %3")
                         .arg(translated(deviceLabel(device)),
                              signedSizeText(static_cast<double>(peak.allocated)),
                              signedSizeText(static_cast<double>(peak.reserved))));
    }
    return PredictionTexts::tr("Compared with the prediction: %1")
        .arg(parts.join(QStringLiteral(" · ")));
}

constexpr double kLeastSecondsForEstimate = 0.05;

using Mark = LiveHeaderContent::Mark;

using PauseButton = LiveHeaderContent::PauseButton;

using StepButton = LiveHeaderContent::StepButton;

/// "8.68 of 14.96 GiB".
QString bytesOfBytes(std::uint64_t done, std::uint64_t total) {
    const ByteUnit unit = unitFor(static_cast<double>(total));
    return LiveHeader::tr("%1 of %2")
        .arg(formatIn(unit, static_cast<double>(done)),
             formatWithUnit(unit, static_cast<double>(total)));
}

/// An estimate has one digit after the point at most.
QString roughSeconds(double seconds) {
    return LiveHeader::tr("%1 s").arg(QString::number(seconds, 'f', seconds < 9.95 ? 1 : 0));
}

void addProgress(LiveHeaderContent& content, const LoadController& controller,
                 const LiveStatus& status) {
    const Progress& progress = controller.progress();
    const QString phase = translated(progress.phase);
    const QString tensors =
        LiveHeader::tr("%1 of %2 tensors").arg(progress.itemsDone).arg(progress.itemsTotal);
    if (progress.bytesTotal > 0) {
        content.percent = LiveHeader::tr("%1 %").arg(std::floor(100 * fractionOf(progress)));
        // A load may count through its bytes more than once: the percentage is the phase's.
        content.strong = LiveHeader::tr("%1: %2").arg(
            capitalised(phase), bytesOfBytes(progress.bytesDone, progress.bytesTotal));
        content.detail = tensors;
        content.phase = phase;
    } else {
        content.strong = capitalised(phase);
        content.detail = tensors;
    }
    if (controller.state() == LoadState::Paused) {
        // The tensor that a step ended with, or that comes next, is what stepping is about.
        const QString item = QString::fromStdString(progress.currentItem);
        content.rate =
            item.isEmpty() ? LiveHeader::tr("paused") : LiveHeader::tr("paused at %1").arg(item);
        return;
    }
    if (controller.currentRate() > 0) {
        content.rate = LiveHeader::tr("%1 now").arg(formatRate(controller.currentRate()));
        content.source = LiveHeader::tr(", measured");
    }
    if (const auto total = estimatedSeconds(progress, status.phaseSeconds)) {
        const QString left = roughSeconds(std::max(0.0, *total - status.phaseSeconds));
        // The naive way reads and copies in turn; only the phase that runs can be predicted.
        content.left = controller.schedule() != nullptr &&
                               controller.schedule()->method == LoadMethod::Streamed
                           ? LiveHeader::tr("%1 of %2 is available").arg(left, roughSeconds(*total))
                           : LiveHeader::tr("%1 left in this phase").arg(left);
    }
}

QString loadedSentence(const LoadReport& report) {
    const double bytes = static_cast<double>(report.bytes);
    const QString what = LiveHeader::tr("Loaded %1 in %2")
                             .arg(formatInOwnUnit(bytes), formatSeconds(report.seconds));
    const auto rate = loadRate(report);
    if (!rate) {
        return what;
    }
    // What stays in the file's pages is loaded and not read: the rate is not that of all bytes.
    const QString speed =
        report.bytesRead < report.bytes
            ? LiveHeader::tr("%1 read at %2")
                  .arg(formatInOwnUnit(static_cast<double>(report.bytesRead)), formatRate(*rate))
            : formatRate(*rate);
    return LiveHeader::tr("%1, %2").arg(what, speed);
}

/// Counted as while they came in; names that share one's bytes are said apart.
QString tensorsText(const LoadReport& report, const LoadSchedule* schedule) {
    const std::uint64_t loaded = schedule == nullptr ? report.tensors : schedule->tensors.size();
    const QString text =
        loaded == 1 ? LiveHeader::tr("1 tensor") : LiveHeader::tr("%1 tensors").arg(loaded);
    return report.tensors > loaded
               ? LiveHeader::tr("%1, %2 tied").arg(text).arg(report.tensors - loaded)
               : text;
}

void addRest(LiveHeaderContent& content, const LoadController& controller,
             const LiveStatus& status) {
    const LoadReport* last = status.last.get();
    const FinishedLoad* loaded =
        controller.state() == LoadState::Loaded ? lastDone(controller) : nullptr;
    if (!status.failure.isEmpty()) {
        content.mark = Mark::Error;
        content.strong = status.failure;
        content.showBar = last != nullptr;
    } else if (loaded != nullptr) {
        content.mark = Mark::Good;
        content.strong = loadedSentence(*loaded->report);
        content.detail = QStringLiteral("%1 · %2").arg(
            nameText(controller.modelName()),
            tensorsText(*loaded->report, controller.schedule().get()));
        if (controller.schedule() != nullptr && !controller.schedule()->methodReason.empty()) {
            content.detail +=
                LiveHeader::tr(" · load method %1 (auto)")
                    .arg(QString::fromUtf8(loadMethodName(controller.schedule()->method)));
            content.toolTip = translated(controller.schedule()->methodReason);
        }
        content.note = predictionText(*loaded);
    } else if (last != nullptr && last->stopped && last->stopped->code == ErrorCode::Cancelled) {
        const double bytes = static_cast<double>(last->bytesRead);
        content.strong =
            last->seconds > 0
                ? LiveHeader::tr("Cancelled after %1").arg(formatSeconds(last->seconds))
                : LiveHeader::tr("Cancelled before any data was read");
        content.detail =
            LiveHeader::tr("%1 read, no memory remains allocated").arg(formatInOwnUnit(bytes));
    } else if (last != nullptr && !last->stopped) {
        content.strong = LiveHeader::tr("Unloaded");
        content.detail = LiveHeader::tr("no memory remains allocated");
        content.showBar = false;
    } else {
        content.strong = LiveHeader::tr("Nothing is loaded");
        const Document& document = *controller.document();
        const QString words =
            document.checkpoint() == nullptr
                ? QString()
                : weightlessWords(*document.checkpoint(), document.config().get());
        content.detail =
            words.isEmpty()
                ? LiveHeader::tr("press Load to see VRAM and RAM while the weights are loaded")
                : LiveHeader::tr("the model was built %1: it can be planned but not loaded")
                      .arg(words);
        content.showBar = false;
    }
}

}  // namespace

void PhaseClock::enter(const std::string& phase, double now) {
    if (phase != m_phase) {
        m_phase = phase;
        m_began = now;
        m_paused = 0;
    }
}

bool PhaseClock::resume(double now) {
    if (!m_pausedSince) {
        return false;
    }
    m_paused += now - *m_pausedSince;
    m_pauses.push_back({*m_pausedSince, now});
    m_pausedSince.reset();
    return true;
}

std::vector<TimeSpan> PhaseClock::pauses(double now) const {
    std::vector<TimeSpan> pauses = m_pauses;
    if (m_pausedSince) {
        pauses.push_back({*m_pausedSince, now});
    }
    return pauses;
}

const FinishedLoad* lastDone(const LoadController& controller) {
    const auto& loads = controller.finishedLoads();
    const auto found = std::find_if(loads.rbegin(), loads.rend(),
                                    [](const FinishedLoad& load) { return !load.report->stopped; });
    return found == loads.rend() ? nullptr : &*found;
}

VramOrigin vramOrigin(const LoadController& controller) {
    bool anySimulated = false;
    bool anyReal = false;
    for (const auto& device : controller.devices()) {
        if (device->info().id.isGpu()) {
            anySimulated = anySimulated || device->info().simulated;
            anyReal = anyReal || !device->info().simulated;
        }
    }
    return !anySimulated ? VramOrigin::Measured
           : anyReal     ? VramOrigin::Mixed
                         : VramOrigin::Simulated;
}

QString vramTitle(const LoadController& controller) {
    switch (vramOrigin(controller)) {
        case VramOrigin::Simulated:
            return LivePanel::tr("VRAM, simulated");
        case VramOrigin::Mixed:
            return LivePanel::tr("VRAM, partly simulated");
        case VramOrigin::Measured:
            break;
    }
    return controller.devices().empty() ? LivePanel::tr("VRAM") : LivePanel::tr("VRAM, measured");
}

std::optional<double> clockOf(const LoadReport& report, std::span<const PhaseMark> phases,
                              double ordered) {
    const auto first = std::ranges::find_if(
        phases, [ordered](const PhaseMark& mark) { return mark.begin >= ordered; });
    if (first == phases.end() || report.phases.empty()) {
        return std::nullopt;
    }
    const double origin = first->begin - report.phases.front().begin;
    const double margin = (kRunMargin - 1) * (report.seconds + report.pausedSeconds);
    return origin - ordered > margin / 2 ? std::optional(origin) : std::nullopt;
}

double fractionOf(const Progress& progress) {
    return progress.bytesTotal == 0
               ? 0
               : static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
}

QString predictionText(const FinishedLoad& load) {
    if (load.report == nullptr || load.schedule == nullptr) {
        return {};
    }
    const auto errors = predictionErrors(*load.report, *load.schedule);
    if (!errors) {
        return {};
    }
    QStringList parts;
    if (!errors->devices.empty()) {
        parts.append(peaksText(*errors));
    }
    if (errors->hostAnon) {
        parts.append(PredictionTexts::tr("host %1").arg(
            signedSizeText(static_cast<double>(*errors->hostAnon))));
    }
    if (errors->seconds && !load.wasPaused) {
        parts.append(PredictionTexts::tr("time %1").arg(signedPercentText(*errors->seconds)));
    }
    return parts.join(QStringLiteral(" · "));
}

std::optional<double> estimatedSeconds(const Progress& progress, double phaseSeconds) {
    // Before this much is read and known, a time left would jump about.
    constexpr double kLeastShareForEstimate = 0.02;
    const double fraction = fractionOf(progress);
    if (fraction < kLeastShareForEstimate || phaseSeconds < kLeastSecondsForEstimate) {
        return {};
    }
    return phaseSeconds / fraction;
}

LiveHeaderContent headerContent(const LoadController& controller, const LiveStatus& status) {
    LiveHeaderContent content;
    content.showBar = true;
    content.isMoving = controller.isRunning() && controller.state() != LoadState::Unloading;
    content.fraction = status.lastFraction;
    switch (controller.state()) {
        case LoadState::Preparing:
            content.strong = LiveHeader::tr("Preparing");
            content.detail = LiveHeader::tr("devices and LibTorch");
            content.canCancel = true;
            content.step = StepButton::FromStart;  // grey, it would give the focus to a neighbour
            content.showBar = false;
            break;
        case LoadState::Loading:
        case LoadState::Paused:
            addProgress(content, controller, status);
            content.fraction = fractionOf(controller.progress());
            content.pause =
                controller.state() == LoadState::Paused ? PauseButton::Resume : PauseButton::Pause;
            content.step =
                controller.state() == LoadState::Paused ? StepButton::Next : StepButton::PauseAfter;
            content.canCancel = true;
            break;
        case LoadState::Cancelling:
            content.strong = LiveHeader::tr("Cancelling");
            content.detail = LiveHeader::tr("releasing memory");
            content.fraction = fractionOf(controller.progress());
            break;
        case LoadState::Unloading:
            content.strong = LiveHeader::tr("Unloading");
            content.detail = LiveHeader::tr("releasing memory");
            content.step = StepButton::FromStart;
            break;
        case LoadState::Loaded:
            content.fraction = 1;
            content.canUnload = true;
            addRest(content, controller, status);
            break;
        case LoadState::Idle:
            addRest(content, controller, status);
            break;
    }
    if (!controller.isRunning() && canBeLoaded(*controller.document())) {
        content.step = StepButton::FromStart;
    }
    return content;
}

std::vector<ChartBand> phaseBands(std::span<const PhaseMark> phases, double origin, double end,
                                  const LoadReport* ended) {
    // A phase may begin a little before the clock of the load was read.
    constexpr double kTolerance = 0.001;
    std::vector<ChartBand> bands;
    for (const PhaseMark& phase : phases) {
        const bool isLater = phase.begin - origin > end + kTolerance;  // as a verification
        if (phase.begin < origin - kTolerance || isLater) {
            continue;
        }
        const bool open = phase.end < phase.begin;
        const double phaseEnd = open ? end : std::min(phase.end - origin, end);
        const QString name = translated(phase.name);
        bands.push_back({capitalised(name), std::max(0.0, phase.begin - origin), phaseEnd, false});
    }
    if (ended != nullptr) {
        markStopped(bands, ended->stopped);
    }
    return bands;
}

double steadyAxisEnd(double seconds) {
    constexpr std::array kSteps{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
    const double magnitude = std::pow(10.0, std::floor(std::log10(std::max(seconds, 1e-3))));
    for (const double step : kSteps) {
        if (seconds <= step * magnitude) {
            return step * magnitude;
        }
    }
    return 10 * magnitude;
}

namespace {

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

/// A list with what `of` makes of each value.
template <class Values, class Of>
QJsonArray listOf(const Values& values, Of of) {
    QJsonArray list;
    for (const auto& value : values) {
        list.append(of(value));
    }
    return list;
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
    return {{QStringLiteral("number"), run.number},
            {QStringLiteral("title"), loadTitle(run)},
            {QStringLiteral("seconds"), run.report->seconds},
            {QStringLiteral("paused_seconds"), run.report->pausedSeconds},
            {QStringLiteral("bytes"), number(run.report->bytes)},
            {QStringLiteral("bytes_read"), number(run.report->bytesRead)},
            {QStringLiteral("samples"), number(run.report->samples)},
            {QStringLiteral("peak_host_anon"), anon ? number(*anon) : QJsonValue()},
            {QStringLiteral("stopped"),
             run.report->stopped ? translated(run.report->stopped->message) : QString()},
            {QStringLiteral("devices"), devices}};
}

QString sideLine(const LiveFigureRow& row) {
    QStringList parts;
    if (row.device) {
        parts.append(translated(deviceLabel(*row.device)));
    }
    parts.append(row.label);
    parts.append(row.values);
    parts.removeAll(QString());
    return parts.join(u' ');
}

QJsonObject phaseJson(const ChartBand& band) {
    return {{QStringLiteral("name"), band.name},
            {QStringLiteral("begin"), band.begin},
            {QStringLiteral("end"), band.end}};
}

QJsonObject segmentJson(const ProgressSegment& segment) {
    return {{QStringLiteral("device"), key(segment.device)},
            {QStringLiteral("bytes"), number(segment.bytes)}};
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
    state[QStringLiteral("segments")] = listOf(header.segments(), segmentJson);
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
    const auto last = [&data](HostClass kind) {
        return data.times().empty() ? QJsonValue() : number(data.host(kind).back());
    };
    return {{QStringLiteral("title"), title.title()},
            {QStringLiteral("unit"), title.unit()},
            {QStringLiteral("anon"), last(HostClass::Anonymous)},
            {QStringLiteral("shmem"), last(HostClass::Shared)},
            {QStringLiteral("file"), last(HostClass::File)}};
}

QJsonObject predictionJson(const ReferenceCurves& reference, LiveContent content,
                           const std::vector<double>& times) {
    return {{QStringLiteral("basis"), basisName(reference.basis(content))},
            {QStringLiteral("points"), static_cast<qint64>(times.size())},
            {QStringLiteral("end"), times.empty() ? QJsonValue() : QJsonValue(times.back())},
            {QStringLiteral("overlays"),
             listOf(reference.overlays(), [](const ChartOverlay& one) { return one.label; })}};
}

}  // namespace

QJsonObject LivePanel::state() const {
    QJsonObject state{
        {QStringLiteral("state"), QString::fromUtf8(loadStateName(m_controller->state()))}};
    state[QStringLiteral("model_run")] = QString::fromUtf8(
        modelRunStateName(m_modelRuns == nullptr ? ModelRunState::Idle : m_modelRuns->state()));
    insertHeader(state, *m_header);
    state[QStringLiteral("vram")] = vramJson(m_data, m_charts->vramTitle());
    state[QStringLiteral("ram")] = ramJson(m_data, m_charts->ramTitle());
    state[QStringLiteral("forecast")] = predictionJson(*m_reference, m_content, m_times);
    const auto nameOf = [](const ChartLimit& limit) { return limit.name; };
    state[QStringLiteral("vram_limits")] = listOf(m_charts->vram()->limits(), nameOf);
    state[QStringLiteral("ram_limits")] = listOf(m_charts->ram()->limits(), nameOf);
    state[QStringLiteral("tensor_marks")] = static_cast<qint64>(m_tensorMarks.marks()->size());
    state[QStringLiteral("phases")] = listOf(m_charts->vram()->bands(), phaseJson);
    const QCPRange range = m_charts->vram()->xAxis->range();
    state[QStringLiteral("view")] = QJsonArray{range.lower, range.upper};
    state[QStringLiteral("follow")] = m_isFollowing;
    state[QStringLiteral("samples")] = static_cast<qint64>(m_data.times().size());
    state[QStringLiteral("crosshair")] = m_crosshair ? QJsonValue(*m_crosshair) : QJsonValue();
    state[QStringLiteral("side")] = listOf(m_side->rows(), sideLine);
    if (!m_controller->finishedLoads().empty()) {
        state[QStringLiteral("run")] = loadJson(m_controller->finishedLoads().back());
    }
    return state;
}

}  // namespace stowage
