// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_step.h"
#include "engine/load/load_schedule.h"
#include "widgets/session/lesson_setup.h"
#include "widgets/session/method_preflight.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// What a step of the lesson plans on: the setup's GPU, this machine's memory, a disk. A dry run
/// has a host without a limit, as it is for models larger than the machine.
[[nodiscard]] std::vector<DeviceInfo> lessonDevices(const LessonSetup& setup);

/// The plan of a step: all of it on the GPU, or for the step over several devices with limits of
/// about a third of the weights for the GPU and for the CPU, so that each device really gets
/// layers. Blocks for milliseconds. Errors: those of place(), InvalidPlan (a device would get
/// nothing).
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> lessonPlan(
    const LessonSetup& setup, LessonStep step, std::shared_ptr<const ModuleTree> tree,
    const std::stop_token& stop = {});

/// What a step's load is scheduled with.
struct LessonScheduling {
    LessonSetup setup;
    std::string folder;                         ///< of the lesson's files, see LessonFileStore
    std::shared_ptr<const MachineRates> rates;  ///< may be null
};

/// Plans and schedules a step over a checkpoint, real or described; for a step that loads.
/// Errors: those of buildModuleTree(), lessonPlan(), makeLoadSchedule().
[[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> scheduleLessonStep(
    const LessonScheduling& how, LessonStep step,
    const std::shared_ptr<const Checkpoint>& checkpoint, const std::stop_token& stop = {});

/// preflightOf(), with words of the lesson where the GPU has no room: what would help here.
[[nodiscard]] MethodPreflight lessonPreflight(const LoadSchedule& schedule, LessonStep step);

/// The checkpoint that a step loads from, as if its files were there: for forecasts.
[[nodiscard]] std::shared_ptr<const Checkpoint> describedLessonFiles(LessonSize size,
                                                                     LessonStep step);

}  // namespace stowage
