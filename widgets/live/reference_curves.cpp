// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/reference_curves.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// Named but never made: with a folder given, a schedule does not make a temporary one.
constexpr const char* kCurvesPredictionFolder = "/nonexistent/stowage-forecast";

using SharedCurves = std::shared_ptr<const PredictedCurves>;

SharedCurves sharedCurves(std::shared_ptr<const LoadSchedule> schedule) {
    return std::make_shared<const PredictedCurves>(predictedCurves(std::move(schedule)));
}

/// A moment of the sampler's clock as it would be without the pauses before it.
double withoutPauses(double moment, const std::vector<LoadPause>& pauses) {
    double held = 0;
    for (const LoadPause& pause : pauses) {
        held += std::max(0.0, std::min(moment, pause.end) - pause.begin);
    }
    return moment - held;
}

/// Moves seconds since `origin` that count no pause behind the pauses before them.
void addPauses(std::vector<double>& times, double origin, const std::vector<LoadPause>& pauses) {
    for (double& time : times) {
        for (const LoadPause& pause : pauses) {
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
                                   .offloadFolder = kCurvesPredictionFolder,
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

std::vector<double> ReferenceCurves::place(LiveContent content, const LoadClock& clock) const {
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

double ReferenceCurves::end(LiveContent content, const LoadClock& clock) const {
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

}  // namespace stowage
