// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/comparison_child.h"
#include "widgets/session/lesson_outcome.h"
#include "widgets/session/lesson_run_folder.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage {

/// A step that is to be taken, with the conditions at that moment.
struct LessonTask {
    LessonScheduling how;
    LessonStep step = LessonStep::Checkpoint;
    std::string comparison;  ///< what the runs of one setup have in common
};

/// What a load in a process of its own needs, ready to start.
struct LessonPreparation {
    /// How the step ended already: refused, failed, cancelled, or without a load. Else the rest
    /// is there.
    std::optional<LessonOutcome> ended;
    std::optional<ForeseenStep> foreseen;
    std::shared_ptr<const LoadSchedule> schedule;  ///< over the real files
    std::unique_ptr<LessonRunFolder> folder;       ///< of this run; goes with it
    ComparisonOrder order;
    bool hasReference = false;  ///< else the logits at order.reference must be made first
};

/// Where the process may leave files; made by prepareStep().
[[nodiscard]] QString temporaryFolderOf(const LessonPreparation& preparation);

/// The prompt of the lesson's forward pass.
[[nodiscard]] const std::vector<std::int64_t>& lessonPrompt();

/// Makes the reference logits of the order's model at `file`: the words behind "stowagectl".
[[nodiscard]] QStringList referenceArguments(const ComparisonOrder& order, const QString& file);

/// Everything before a process starts: the pre-flight over described files, then the files, their
/// plan and the pre-flight again, and the folder of the run. Blocks, for a minute and more where
/// files are written: run it in a worker.
[[nodiscard]] LessonPreparation prepareStep(const LessonTask& task, const std::stop_token& stop,
                                            const ProgressSink& progress);

}  // namespace stowage
