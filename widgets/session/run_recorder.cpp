// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/run_recorder.h"

#include "engine/load/load_monitor.h"
#include "widgets/session/document.h"
#include "widgets/session/load_controller.h"
#include "widgets/session/run_store.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// When the load itself was over, seconds since its start: its verification is no part of it.
double endOf(const LoadReport& report) {
    double end = report.seconds;
    for (const LoadPhase& phase : report.phases) {
        end = phase.name == kVerifyPhase ? end : std::max(end, phase.end);
    }
    return end;
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
    const double begin = m_controller->startedAt().value_or(0);
    const CurveSpan span{begin, begin + endOf(*report) + report->sampleIntervalSeconds,
                         report->baseline};
    std::uint64_t cursor = 0;
    auto samples = std::make_shared<const std::vector<MemorySample>>(
        m_controller->sampler().series().since(cursor).samples);
    m_store->add([report, span, samples, schedule = m_controller->runs().back().schedule,
                  name = m_controller->document()->displayName().toStdString(),
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
