// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/lesson_outline.h"
#include "widgets/lesson/lesson_files.h"
#include "widgets/lesson/lesson_state.h"
#include "widgets/load/preflight.h"
#include "widgets/methods/load_process.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

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

/// What is known of a step before it runs.
struct PredictedStep {
    LessonStep step = LessonStep::Checkpoint;
    MethodPreflight preflight;                     ///< empty but for the step that loads nothing
    LessonFigures published;                       ///< only the published figures
    std::shared_ptr<const LoadSchedule> schedule;  ///< over described files; null without a load
};

/// One step, predicted over files that need not be there. Blocks for milliseconds.
[[nodiscard]] PredictedStep predictStep(const LessonScheduling& how, LessonStep step,
                                        const std::stop_token& stop = {});

/// What a check of the machine found.
struct LessonMachineCheck {
    LessonSetup setup;  ///< the one given, or with the size that was chosen
    std::vector<LessonOffer> offers;
    std::vector<PredictedStep> steps;  ///< all of them
    std::uint64_t keptBytes = 0;
    bool isModelThere = false;  ///< as a whole
};

/// Whether the check keeps the setup's size or takes the one that fits.
enum class LessonSizeChoice { Keep, Propose };

/// Memory, disk, files and predictions of every step. Blocks for some ten milliseconds and more;
/// run it in a worker.
[[nodiscard]] LessonMachineCheck checkLessonMachine(LessonScheduling how, LessonSizeChoice choice,
                                                    const std::stop_token& stop);

/// How a step of the lesson ended.
struct LessonOutcome {
    LessonStep step = LessonStep::Checkpoint;
    LessonStepState::State state = LessonStepState::State::Failed;
    std::optional<PredictedStep> predicted;  ///< just before; nothing: not predicted again
    LoadHistory::Record run;                 ///< null where nothing was loaded or walked
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
[[nodiscard]] LessonOutcome judgeLoad(LessonStep step, LessonSize size, LoadRecord record,
                                      std::shared_ptr<const LoadSchedule> schedule);

/// A dry run: the step's prediction as its record, marked as such. Its curves are over the seconds
/// that the calibrated clock predicts; without a calibration over the bytes moved, kDryRunRate of
/// them as a second, and `sentence` says so. Blocks for milliseconds: run it in a worker.
[[nodiscard]] LessonOutcome dryRunStep(const LessonScheduling& how, LessonStep step,
                                       const std::stop_token& stop);

/// Bytes a second of a dry run whose time is not known.
inline constexpr double kDryRunRate = 1024.0 * 1024 * 1024;

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
    std::optional<PredictedStep> predicted;
    std::shared_ptr<const LoadSchedule> schedule;  ///< over the real files
    std::unique_ptr<LessonLoadFolder> folder;      ///< of this run; goes with it
    LoadProcessRequest order;
    bool hasReference = false;  ///< else the logits at order.reference must be made first
};

/// Makes the reference logits of the order's model at `file`: the words behind "stowagectl".
[[nodiscard]] QStringList referenceArguments(const LoadProcessRequest& order, const QString& file);

/// Everything before a process starts: the pre-flight over described files, then the files, their
/// plan and the pre-flight again, and the folder of the run. Blocks, for a minute and more where
/// files are written: run it in a worker.
[[nodiscard]] LessonPreparation prepareStep(const LessonTask& task, const std::stop_token& stop,
                                            const ProgressSink& progress);

}  // namespace stowage
