// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/lesson_offer.h"
#include "widgets/session/lesson_files.h"
#include "widgets/session/lesson_plan.h"
#include "widgets/session/method_preflight.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

/// What is known of a step before it runs.
struct ForeseenStep {
    LessonStep step = LessonStep::Checkpoint;
    MethodPreflight preflight;                     ///< empty but for the step that loads nothing
    LessonFigures published;                       ///< only the published figures
    std::shared_ptr<const LoadSchedule> schedule;  ///< over described files; null without a load
};

/// One step, by a forecast over files that need not be there. Blocks for milliseconds.
[[nodiscard]] ForeseenStep foreseeStep(const LessonScheduling& how, LessonStep step,
                                       const std::stop_token& stop = {});

/// What a look at the machine found.
struct LessonLook {
    LessonSetup setup;  ///< the one given, or with the size that was chosen
    std::vector<LessonOffer> offers;
    std::vector<ForeseenStep> steps;  ///< all of them
    std::uint64_t keptBytes = 0;
    bool isModelThere = false;  ///< as a whole
};

/// Whether a look keeps the setup's size or takes the one that fits.
enum class LessonSizeChoice { Keep, Propose };

/// Memory, disk, files and forecasts of every step. Blocks for some ten milliseconds and more; run
/// it in a worker.
[[nodiscard]] LessonLook lookAtMachine(LessonScheduling how, LessonSizeChoice choice,
                                       const std::stop_token& stop);

}  // namespace stowage
