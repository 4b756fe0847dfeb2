// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts show beside measurements: predicted curves, other loads, tensors as marks.
#include "engine/load/load_schedule.h"
#include "widgets/session/document.h"
#include "widgets/views/live_panel_private.h"

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

/// Named but never made: with a folder given, a schedule does not make a temporary one.
constexpr const char* kUnusedFolder = "/nonexistent/stowage-forecast";

std::shared_ptr<const ForecastCurves> sharedCurves(std::shared_ptr<const LoadSchedule> schedule) {
    return std::make_shared<const ForecastCurves>(forecastCurves(std::move(schedule)));
}

double orZero(double value) {
    return std::isnan(value) ? 0 : value;
}

}  // namespace

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
                                   .offloadFolder = kUnusedFolder,
                                   .dryRun = whyNotLoadedHere(plan->request).has_value(),
                                   .rates = controller->machineRates()}](
            std::stop_token) -> std::shared_ptr<const ForecastCurves> {
            const auto schedule = makeLoadSchedule(plan, checkpoint, options);
            return schedule ? sharedCurves(*schedule) : nullptr;
        },
        [this](std::shared_ptr<const ForecastCurves> curves) { setPreview(std::move(curves)); },
        [this](const Error&) { setPreview(nullptr); });
}

void LivePanel::Private::setPreview(std::shared_ptr<const ForecastCurves> curves) {
    preview = curves && curves->rows() > 0 ? std::move(curves) : nullptr;
    if (controller->state() == LoadState::Idle && follow != Follow::Nothing) {
        setFollow(preview ? Follow::Forecast : content);
    }
    if (!preview && content == Follow::Forecast && overlays.empty()) {
        setFollow(Follow::LastMinute);
    }
    updateCharts();
    updateSide();
}

void LivePanel::Private::requestRunForecast() {
    runForecast.reset();
    pace.clear();
    const auto schedule = controller->schedule();
    if (!schedule) {
        return;
    }
    forecastWorker.start([schedule](std::stop_token) { return sharedCurves(schedule); },
                         [this](std::shared_ptr<const ForecastCurves> curves) {
                             runForecast = curves->rows() > 0 ? std::move(curves) : nullptr;
                             followView();
                             updateCharts();
                             updateSide();
                         },
                         [](const Error&) {});  // what is measured is drawn without a forecast
}

const ChartData& LivePanel::Private::shown() const {
    static const ChartData kNothing;
    if (content == Follow::Forecast) {
        return kNothing;
    }
    return frozen ? *frozen : data;
}

ForecastBasis LivePanel::Private::basis() const {
    const ForecastCurves* curves = forecast();
    if (curves == nullptr) {
        return ForecastBasis::None;
    }
    if (!curves->seconds.empty()) {
        return ForecastBasis::Seconds;
    }
    return content == Follow::Forecast ? ForecastBasis::Bytes : ForecastBasis::Pace;
}

const ForecastCurves* LivePanel::Private::forecast() const {
    switch (content) {
        case Follow::Run:
            return runForecast.get();
        case Follow::Forecast:
            // Other loads are drawn over time: without known times this one cannot stand there.
            return preview && (overlays.empty() || !preview->seconds.empty()) ? preview.get()
                                                                              : nullptr;
        case Follow::Nothing:
        case Follow::LastMinute:
            break;
    }
    return nullptr;
}

std::vector<double> LivePanel::Private::placeForecast() const {
    const ForecastCurves* curves = forecast();
    switch (basis()) {
        case ForecastBasis::Seconds:
            return timesFromRates(*curves);
        case ForecastBasis::Bytes: {
            std::vector<double> bytes = timesFromBytes(*curves);
            for (double& value : bytes) {
                value /= axisUnit().bytes;
            }
            return bytes;
        }
        case ForecastBasis::Pace: {
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
        case ForecastBasis::None:
            break;
    }
    return {};
}

ByteUnit LivePanel::Private::axisUnit() const {
    double moved = 0;
    if (preview) {
        for (const ForecastCurves::Phase& part : preview->phases) {
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
    const Tokens& colors = theme->colors();
    const bool bytes = basis() == ForecastBasis::Bytes;
    for (ChartPlot* chart : {static_cast<ChartPlot*>(vram), static_cast<ChartPlot*>(ram)}) {
        chart->setAxisUnit(bytes ? std::optional(axisUnit()) : std::nullopt);
    }
    times = placeForecast();
    std::vector<ChartCurve> below;
    std::vector<ChartCurve> above;
    if (const ForecastCurves* curves = forecast()) {
        const CurveNames names =
            content == Follow::Forecast ? CurveNames::AtTheEnd : CurveNames::None;
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
        const bool wanted = content == Follow::Forecast && !std::isnan(value);
        return wanted ? std::optional(value) : std::nullopt;
    };
    ram->setMachineNow(latest(data.machine().available), latest(data.machine().cgroupLimit));
}

std::vector<ChartBand> LivePanel::Private::forecastBands() const {
    std::vector<ChartBand> bands;
    const ForecastCurves* curves = forecast();
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

double LivePanel::Private::foreseenEnd() const {
    double end = content == Follow::LastMinute ? 0 : overlaysEnd(overlays);
    if (forecast() != nullptr) {
        const std::vector<double> placed = placeForecast();
        end = placed.empty() ? end : std::max(end, placed.back());
    }
    return end;
}

}  // namespace stowage
