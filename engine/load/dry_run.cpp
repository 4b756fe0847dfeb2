// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/dry_run.h"

#include "engine/load/placed_model.h"
#include "engine/load/program_model.h"

#include <algorithm>

namespace stowage {

namespace {

PredictedPeak figuresOf(const std::map<DeviceId, PredictedPeak>& figures, DeviceId device) {
    const auto found = figures.find(device);
    return found == figures.end() ? PredictedPeak{} : found->second;
}

void stopAtShortage(const LoadSchedule& schedule, LoadReport& report) {
    const ProgramForecast& forecast = *schedule.forecast;
    if (forecast.shortages.empty()) {
        return;
    }
    const ForecastShortage& shortage = forecast.shortages.front();
    const std::string& name =
        schedule.plan->request.tree->tensor(schedule.tensors[shortage.tensor].tensor).name;
    report.stoppedAt = shortage.phase + ", " + name;
    const auto objection = std::find_if(
        schedule.preflight.begin(), schedule.preflight.end(),
        [&](const PlanIssue& issue) { return issue.device && *issue.device == shortage.device; });
    report.stopped =
        makeError(ErrorCode::DeviceOutOfMemory,
                  objection == schedule.preflight.end()
                      ? name + " finds no room on " + deviceLabel(shortage.device) + "."
                      : objection->text,
                  {}, name);
}

}  // namespace

LoadReport dryRunReport(const LoadSchedule& schedule) {
    const ProgramForecast& forecast = *schedule.forecast;
    LoadReport report;
    report.dryRun = true;
    report.method = schedule.method;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        report.bytes += denseBytes(schedule.checkpoint->tensors[tensor.stored]);
    }
    report.bytesRead = forecast.bytesRead;
    report.tensors = namedTensors(schedule).size();
    report.keys = schedule.keys;
    for (const DevicePlacement& placement : schedule.plan->placements) {
        const DeviceId device = placement.device.id;
        if (device.isGpu()) {
            const PredictedPeak peak = figuresOf(forecast.peaks, device);
            const PredictedPeak end = figuresOf(forecast.finals, device);
            report.devices.push_back(DeviceLoadFigures{placement.device, peak.allocated,
                                                       peak.reserved, end.allocated, end.reserved});
        }
    }
    report.peak.anon = forecast.peakHostAnon;
    for (const ForecastPhase& phase : forecast.phases) {
        LoadPhase walked;
        walked.name = phase.name;
        walked.peakHostAnon = phase.peakHostAnon;
        for (const auto& [device, peak] : phase.peaks) {
            walked.peakAllocated[device] = peak.allocated;
        }
        report.phases.push_back(std::move(walked));
    }
    stopAtShortage(schedule, report);
    return report;
}

}  // namespace stowage
