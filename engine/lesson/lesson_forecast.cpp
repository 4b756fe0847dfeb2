// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/lesson_forecast.h"

#include "engine/load/program_model.h"
#include "engine/plan/placement_plan.h"

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

}  // namespace stowage
