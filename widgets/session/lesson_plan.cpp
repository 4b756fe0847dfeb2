// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_plan.h"

#include "engine/base/byte_size.h"
#include "engine/device/this_machine.h"
#include "engine/load/load_preflight.h"
#include "engine/load/program_model.h"
#include "engine/plan/placement_plan.h"
#include "widgets/session/lesson_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

DeviceInfo hostOf(LessonSetup::Kind kind) {
    if (kind == LessonSetup::Kind::DryRun) {
        DeviceInfo host;
        host.id = DeviceId::cpu();
        host.name = "CPU";
        return host;
    }
    return describeHost(readHostMemory());
}

MemoryBudget budgetOf(DeviceId device, double bytes) {
    return {device, std::floor(bytes), {}, false};
}

/// How far the parts are from thirds, the worst of them; nothing where a device gets none.
std::optional<double> distanceFromThirds(const PlacementPlan& plan, double weights) {
    double worst = 0;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.weights <= 0) {
            return std::nullopt;
        }
        worst = std::max(worst, std::abs(placement.weights / weights - 1.0 / 3));
    }
    return worst;
}

/// The planner keeps room for the largest layer on GPU and CPU as long as something lies beyond
/// them, so that a limit of a third would get less: several limits are tried.
Result<std::shared_ptr<const PlacementPlan>> planInThirds(PlacementRequest request,
                                                          const std::stop_token& stop) {
    const auto weights = static_cast<double>(request.tree->totalBytes());
    const DeviceInfo& gpu = request.devices.front();
    const double most = gpu.freeBytes() ? static_cast<double>(*gpu.freeBytes()) : weights;
    constexpr std::array kMore{0.0, 0.12, 0.24};  // of the weights: up to the largest layer
    request.budgetsAreDefaults = false;
    std::shared_ptr<const PlacementPlan> best;
    double leastDistance = 1;
    for (const double onGpu : kMore) {
        for (const double onCpu : kMore) {
            request.budgets = {budgetOf(gpu.id, std::min(most, (1.0 / 3 + onGpu) * weights)),
                               budgetOf(DeviceId::cpu(), (1.0 / 3 + onCpu) * weights)};
            auto plan = place(request, stop);
            if (!plan) {
                return plan.unexpected();
            }
            const auto distance = distanceFromThirds(**plan, weights);
            if (distance && *distance < leastDistance) {
                leastDistance = *distance;
                best = *plan;
            }
        }
    }
    if (best == nullptr) {
        return fail(ErrorCode::InvalidPlan, "No part of the model fits " + deviceLabel(gpu.id) +
                                                ", which has " + formatSize(most) +
                                                " free; choose a larger GPU for this step.");
    }
    return best;
}

std::string gib(std::uint64_t bytes) {
    return formatGiB(static_cast<double>(bytes)) + " GiB";
}

/// What the method needs of the GPU, and what would help in the lesson, where nobody can move
/// layers.
std::string gpuRefusal(const LoadSchedule& schedule, DeviceId gpu) {
    std::string free = "less";
    for (const DevicePlacement& placement : schedule.plan->placements) {
        if (placement.device.id == gpu && placement.device.freeBytes()) {
            free = gib(*placement.device.freeBytes());
        }
    }
    const auto other = nearestWorkingMethod(schedule, std::nullopt);
    return "Loading by \"" + std::string(loadMethodName(schedule.method)) + "\" needs " +
           gib(schedule.forecast->peaks.at(gpu).reserved) + " on " + deviceLabel(gpu) +
           ", which has " + free + " free. " +
           (other ? "Choose a larger GPU or a smaller model above; \"" +
                        std::string(loadMethodName(*other)) + "\" fits as it is."
                  : std::string("Choose a larger GPU or a smaller model above, or go to step 9, "
                                "which uses the CPU and the disk as well."));
}

}  // namespace

std::vector<DeviceInfo> lessonDevices(const LessonSetup& setup) {
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Disk";
    return {setup.gpu, hostOf(setup.kind), disk};
}

Result<std::shared_ptr<const PlacementPlan>> lessonPlan(const LessonSetup& setup, LessonStep step,
                                                        std::shared_ptr<const ModuleTree> tree,
                                                        const std::stop_token& stop) {
    PlacementRequest request;
    request.tree = std::move(tree);
    request.devices = lessonDevices(setup);
    if (step == LessonStep::SeveralDevices) {
        return planInThirds(std::move(request), stop);
    }
    // All of it on the GPU, as the step's text and code have it: where it has no room, the step is
    // refused instead of spilling to the CPU.
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", setup.gpu.id}});
    return place(request, stop);
}

MethodPreflight lessonPreflight(const LoadSchedule& schedule, LessonStep step) {
    MethodPreflight preflight = preflightOf(schedule);
    if (step == LessonStep::SeveralDevices || schedule.forecast->shortages.empty()) {
        return preflight;
    }
    preflight.refusal = gpuRefusal(schedule, schedule.forecast->shortages.front().device);
    for (const PlanIssue& issue : loadObjections(schedule)) {
        if (!issue.device || !issue.device->isGpu()) {
            preflight.refusal += " " + issue.text;
        }
    }
    return preflight;
}

Result<std::shared_ptr<const LoadSchedule>> scheduleLessonStep(
    const LessonScheduling& how, LessonStep step,
    const std::shared_ptr<const Checkpoint>& checkpoint, const std::stop_token& stop) {
    const auto tree = buildModuleTree(*checkpoint);
    if (!tree) {
        return tree.unexpected();
    }
    const auto plan = lessonPlan(how.setup, step, *tree, stop);
    if (!plan) {
        return plan.unexpected();
    }
    ScheduleOptions options;
    options.method = methodOf(step).value_or(LoadMethod::Streamed);
    // Named but never made: the process that loads makes one of its own beside it.
    options.offloadFolder = how.folder + "/offload";
    options.dryRun = how.setup.kind == LessonSetup::Kind::DryRun;
    options.rates = how.rates;
    options.ramLimit = how.setup.ramLimit;
    options.describedSource = DescribedSource{LessonFileStore(how.folder).existingFolder(),
                                              how.setup.cache == PageCacheState::Warm ? 1.0 : 0.0};
    return makeLoadSchedule(*plan, checkpoint, options);
}

std::shared_ptr<const Checkpoint> describedLessonFiles(LessonSize size, LessonStep step) {
    const LessonForm form = lessonFormOf(step);
    auto described = describedLessonModel(
        size, form == LessonForm::Shards ? LessonFiles::Shards : LessonFiles::One);
    if (form != LessonForm::PerTensor) {
        return described;
    }
    auto files = std::make_shared<Checkpoint>(*described);
    std::uint32_t file = 0;
    for (StoredTensor& tensor : files->tensors) {
        tensor.location.shard = file++;
        tensor.location.offset = 0;
    }
    return files;
}

}  // namespace stowage
