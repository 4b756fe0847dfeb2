// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/run_recorder.h"

#include "engine/load/load_monitor.h"
#include "widgets/session/load_controller.h"
#include "widgets/session/run_store.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// The load's own time on the sampler's clock: from its first phase to the end of the last one,
/// without the verification. `started`: a moment before.
CurveSpan spanOf(MemorySampler& sampler, double started, const LoadReport& report) {
    CurveSpan span{started, started, report.baseline};
    bool isFirst = true;
    for (const PhaseMark& mark : sampler.phases()) {
        if (mark.begin < started || mark.name == kVerifyPhase) {
            continue;
        }
        span.begin = isFirst ? mark.begin : span.begin;
        span.end = std::max(span.end, mark.end);
        isFirst = false;
    }
    span.end = (isFirst ? sampler.now() : span.end) + report.sampleIntervalSeconds;
    return span;
}

}  // namespace

RunRecorder::RunRecorder(LoadController* controller, RunStore* store, QObject* parent)
    : QObject(parent), m_controller(controller), m_store(store) {
    connect(controller, &LoadController::finished, this, &RunRecorder::keep);
}

void RunRecorder::keep(const std::shared_ptr<const LoadReport>& report) {
    // A load that was cancelled before it began is no run.
    if (m_controller->runs().empty() || m_controller->runs().back().report != report ||
        !m_controller->runs().back().schedule) {
        return;
    }
    const CurveSpan span =
        spanOf(m_controller->sampler(), m_controller->startedAt().value_or(0), *report);
    std::uint64_t cursor = 0;
    auto samples = std::make_shared<const std::vector<MemorySample>>(
        m_controller->sampler().series().since(cursor).samples);
    m_store->add([report, span, samples, schedule = m_controller->runs().back().schedule,
                  name = m_controller->runs().back().modelName.toStdString(),
                  date = runDateNow()]() -> Result<RunRecord> {
        RunRecord record;
        record.date = date;
        record.modelPath = schedule->checkpoint->path;
        record.modelName = name;
        setPlan(record, *schedule->plan);
        record.curves = curvesOfSamples(*samples, span);
        if (auto set = setLoadObject(record, loadReportToJson(*report, *schedule)); !set) {
            return set.unexpected();
        }
        return record;
    });
}

}  // namespace stowage
