// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/dry_run.h"
#include "engine/load/load_events.h"
#include "engine/load/load_job.h"
#include "engine/load/program_model.h"
#include "widgets/session/lesson_outcome.h"
#include "widgets/views/chart_forecast.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using State = LessonStepState::State;

/// The walk's points on a time axis.
struct WalkedTime {
    std::vector<double> seconds;  ///< by row of the forecast
    bool isKnown = false;         ///< else they stand for bytes
};

WalkedTime timeOf(const ForecastCurves& forecast) {
    WalkedTime time{timesFromRates(forecast), true};
    if (time.seconds.empty()) {
        time = {timesFromBytes(forecast), false};
        for (double& second : time.seconds) {
            second /= kDryRunRate;
        }
    }
    return time;
}

RunCurves curvesOf(const ForecastCurves& forecast, const WalkedTime& time) {
    RunCurves curves;
    for (std::size_t row = 0; row < forecast.rows(); ++row) {
        LoadEvent event;
        event.seconds = time.seconds[row];
        for (const auto& [device, columns] : forecast.gpus) {
            event.devices.push_back({device, static_cast<std::uint64_t>(columns.allocated[row]),
                                     static_cast<std::uint64_t>(columns.reserved[row])});
        }
        event.hostAnon = forecast.hostAnon[row];
        event.hostFile = forecast.hostFile[row];
        appendEvent(curves, event);
    }
    return curves;
}

/// Where the phases begin and end on the walk's time: a dry run's own record does not know.
void setPhaseTimes(std::vector<LoadPhase>& phases, const ForecastCurves& forecast,
                   const WalkedTime& time) {
    const auto at = [&](std::size_t phase) {
        const std::size_t row =
            phase < forecast.phases.size() ? forecast.phases[phase].firstRow : forecast.rows();
        return time.seconds.empty() ? 0.0 : time.seconds[std::min(row, forecast.rows() - 1)];
    };
    for (std::size_t i = 0; i < phases.size(); ++i) {
        phases[i].begin = at(i);
        phases[i].end = std::max(at(i), at(i + 1));
    }
}

Result<RunRecord> recordOf(const LessonScheduling& how, const LoadReport& report,
                           const LoadSchedule& schedule) {
    RunRecord record;
    record.source = RunSource::Comparison;
    record.date = runDateNow();
    record.modelName = lessonModelName(how.setup.size);
    record.cache = pageCacheStateName(how.setup.cache);
    setPlan(record, *schedule.plan);
    if (auto set = setLoadObject(record, loadReportToJson(report, schedule)); !set) {
        return set.unexpected();
    }
    return record;
}

QString remarkOn(const WalkedTime& time) {
    return time.isKnown ? QString()
                        : QCoreApplication::translate(
                              "stowage::LessonSession",
                              "This machine is not measured (stowagectl devices --measure), so the "
                              "time axis counts bytes moved: 1 s stands for 1 GiB.");
}

}  // namespace

LessonOutcome walkStep(const LessonScheduling& how, LessonStep step, const std::stop_token& stop) {
    ForeseenStep foreseen = foreseeStep(how, step, stop);
    if (!methodOf(step)) {
        return endedStep(step, State::Done, {});
    }
    if (!foreseen.schedule || !foreseen.preflight.refusal.empty()) {
        LessonOutcome refused =
            endedStep(step, State::Refused, QString::fromStdString(foreseen.preflight.refusal));
        refused.foreseen = std::move(foreseen);
        return refused;
    }
    const auto schedule = foreseen.schedule;
    auto record = recordOf(how, dryRunReport(*schedule), *schedule);
    if (!record) {
        return endedStep(step, record.error());
    }
    const ForecastCurves forecast = forecastCurves(schedule);
    const WalkedTime time = timeOf(forecast);
    record->curves = curvesOf(forecast, time);
    setPhaseTimes(record->figures.phases, forecast, time);
    LessonOutcome outcome = endedStep(step, State::Done, remarkOn(time));
    outcome.foreseen = std::move(foreseen);
    outcome.isWhole = true;
    outcome.figures = lessonFigures(*record, how.setup.size);
    outcome.reasons = peakReasons(*record, *schedule, outcome.figures);
    if (!time.isKnown) {
        for (PeakReason& reason : outcome.reasons) {
            reason.seconds.reset();  // of an axis that counts bytes
        }
    }
    outcome.schedule = schedule;
    outcome.run = std::make_shared<const RunRecord>(std::move(*record));
    return outcome;
}

}  // namespace stowage
