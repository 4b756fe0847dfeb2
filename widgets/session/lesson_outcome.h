// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/lesson_foresight.h"
#include "widgets/session/lesson_step_state.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage {

/// How a step of the lesson ended.
struct LessonOutcome {
    LessonStep step = LessonStep::Checkpoint;
    LessonStepState::State state = LessonStepState::State::Failed;
    std::optional<ForeseenStep> foreseen;  ///< as it was just before; nothing: not looked at anew
    RunStore::Run run;                     ///< null where nothing was loaded or walked
    /// The run loaded everything, so that its figures are the step's. One that broke off is kept,
    /// but no row is made of it.
    bool isWhole = false;
    std::shared_ptr<const LoadSchedule> schedule;
    LessonFigures figures;
    std::vector<PeakReason> reasons;
    QString sentence;  ///< why it was refused or failed, or a remark on a dry run
};

/// "raschka-gpt2-xl": what runs of the lesson are called.
[[nodiscard]] std::string lessonModelName(LessonSize size);

/// One that ended without a load.
[[nodiscard]] LessonOutcome endedStep(LessonStep step, LessonStepState::State state,
                                      const QString& sentence);
/// One that failed: cancelled, refused for want of room, or failed.
[[nodiscard]] LessonOutcome endedStep(LessonStep step, const Error& error);

/// A load that was really made: done only where every byte was verified and the forward pass
/// agrees with the reference. Blocks for milliseconds: run it in a worker.
[[nodiscard]] LessonOutcome judgeRun(LessonStep step, LessonSize size, RunRecord record,
                                     std::shared_ptr<const LoadSchedule> schedule);

/// A dry run: the step's forecast as its record, marked as such. Its curves are over the seconds
/// that the calibrated clock reckons; without a calibration over the bytes moved, kDryRunRate of
/// them as a second, and `sentence` says so. Blocks for milliseconds: run it in a worker.
[[nodiscard]] LessonOutcome walkStep(const LessonScheduling& how, LessonStep step,
                                     const std::stop_token& stop);

/// Bytes a second of a dry run whose time is not known.
inline constexpr double kDryRunRate = 1024.0 * 1024 * 1024;

}  // namespace stowage
