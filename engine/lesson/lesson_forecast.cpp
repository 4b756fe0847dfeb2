// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/lesson_forecast.h"

#include "engine/load/program_model.h"
#include "engine/plan/placement_plan.h"

#include <map>
#include <utility>

namespace stowage {
namespace {

using Schedule = std::shared_ptr<const LoadSchedule>;

DeviceInfo hostWithoutLimit() {
    DeviceInfo host;
    host.id = DeviceId::cpu();
    host.name = "CPU";
    return host;
}

Schedule scheduleOn(const DeviceInfo& gpu, const std::shared_ptr<const Checkpoint>& checkpoint,
                    LoadMethod method) {
    PlacementRequest request;
    request.tree = checkpoint->describedTree;
    request.devices = {gpu, hostWithoutLimit()};
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", gpu.id}});
    const auto plan = request.tree == nullptr ? Result<std::shared_ptr<const PlacementPlan>>(
                                                    fail(ErrorCode::Internal, "There is no tree."))
                                              : place(request);
    if (!plan) {
        return nullptr;
    }
    ScheduleOptions options;
    options.method = method;
    options.dryRun = true;
    const auto schedule = makeLoadSchedule(*plan, checkpoint, options);
    return schedule ? *schedule : nullptr;
}

using PeaksByMethod = std::map<LoadMethod, MethodPeaks>;

PeaksByMethod peaksOnRoomyGpu(LessonSize size) {
    PeaksByMethod peaks;
    for (const Schedule& schedule : lessonForecasts(size, roomyGpu())) {
        const ProgramForecast& forecast = *schedule->forecast;
        peaks[schedule->method] = {forecast.peaks.at(DeviceId::gpu(0)).allocated,
                                   forecast.peakHostAnon};
    }
    return peaks;
}

/// A constant of the size: walked once, then read by every row of every table.
template <LessonSize kSize>
const PeaksByMethod& keptPeaks() {
    static const PeaksByMethod kPeaks = peaksOnRoomyGpu(kSize);
    return kPeaks;
}

const PeaksByMethod& peaksOf(LessonSize size) {
    switch (size) {
        case LessonSize::Small124M:
            return keptPeaks<LessonSize::Small124M>();
        case LessonSize::Medium355M:
            return keptPeaks<LessonSize::Medium355M>();
        case LessonSize::Large774M:
            return keptPeaks<LessonSize::Large774M>();
        case LessonSize::Xl1558M:
            break;
    }
    return keptPeaks<LessonSize::Xl1558M>();
}

}  // namespace

DeviceInfo roomyGpu() {
    DeviceInfo gpu;
    gpu.id = DeviceId::gpu(0);
    gpu.name = "Simulated, without a limit";
    gpu.simulated = true;
    return gpu;
}

std::vector<Schedule> lessonForecasts(LessonSize size, const DeviceInfo& gpu) {
    DeviceInfo first = gpu;
    first.id = DeviceId::gpu(0);
    const Schedule whole =
        scheduleOn(first, describedLessonModel(size, LessonFiles::One), LoadMethod::Naive);
    const Schedule sharded =
        scheduleOn(first, describedLessonModel(size, LessonFiles::Shards), LoadMethod::Sharded);
    std::vector<Schedule> schedules;
    if (whole == nullptr || sharded == nullptr) {
        return schedules;
    }
    for (const LoadMethod method : allLoadMethods()) {
        schedules.push_back(method == LoadMethod::Naive     ? whole
                            : method == LoadMethod::Sharded ? sharded
                                                            : scheduleWithMethod(*whole, method));
    }
    return schedules;
}

MethodPeaks methodPeaks(LoadMethod method, LessonSize size) {
    const PeaksByMethod& peaks = peaksOf(size);
    const auto found = peaks.find(method);
    return found == peaks.end() ? MethodPeaks{} : found->second;
}

}  // namespace stowage
