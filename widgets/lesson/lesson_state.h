// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/page_cache.h"
#include "engine/device/device_info.h"
#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/lesson_outline.h"
#include "engine/lesson/peak_reasons.h"
#include "widgets/history/load_history.h"
#include "widgets/load/preflight.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QSettings;

namespace stowage {

/// A simulated card of 16 GiB with the usual context overhead: what the lesson begins with.
[[nodiscard]] DeviceInfo defaultLessonGpu();

/// The conditions of a lesson: what is loaded, where to, from which page cache.
struct LessonSetup {
    enum class Kind {
        Real,    ///< files are made and really loaded
        DryRun,  ///< predictions only, no file and no byte; labelled so everywhere
    };
    LessonSize size = LessonSize::Small124M;
    DeviceInfo gpu = defaultLessonGpu();  ///< the one GPU; simulated or a real card
    PageCacheState cache = PageCacheState::Cold;
    Kind kind = Kind::Real;
    /// The most RAM that a step may hold (engine/load/ram_limit.h), bytes; nothing: what there is.
    std::optional<std::uint64_t> ramLimit{};
};

/// What tells setups apart, "1558M, simulated 17179869184 B, cold, real": equal where steps taken
/// under one are steps of the other.
[[nodiscard]] QString lessonSetupKey(const LessonSetup& setup);

/// Keeps a setup under "lesson/…"; a real card by its identity.
void saveLessonSetup(QSettings& settings, const LessonSetup& setup);

/// The kept setup; nothing where none is kept, or its real card is not among `realGpus`.
[[nodiscard]] std::optional<LessonSetup> savedLessonSetup(const QSettings& settings,
                                                          const std::vector<DeviceInfo>& realGpus);

/// Where the learner expects the peaks, bytes.
struct LessonGuess {
    std::optional<double> vram;
    std::optional<double> ram;

    friend bool operator==(const LessonGuess&, const LessonGuess&) = default;
};

/// One step of the lesson under one setup: what was predicted, what the learner thought, what was
/// found.
struct LessonStepState {
    enum class State {
        NotRun,
        Preparing,  ///< files, plan, reference logits
        Running,    ///< the process that loads is at work
        Done,       ///< loaded, verified, and the forward pass agrees; a dry run: walked
        Failed,     ///< see `sentence`
        Cancelled,
        Refused,  ///< by the pre-flight, see `sentence`
    };
    LessonStep step = LessonStep::Checkpoint;
    State state = State::NotRun;
    MethodPreflight preflight;  ///< predicted figures, and what speaks against the step
    LessonGuess guess;
    std::vector<LessonGuess> guesses;  ///< those entered before the run, in order
    /// What was measured; null until then. Of a dry run: its figures say so, and its curves are the
    /// predicted ones.
    LoadHistory::Record run;
    /// The last run where it did not come to its end, for its curve; else null.
    LoadHistory::Record stoppedRun;
    /// Of that run's plan and method, for the chart and the reasons; may be null before.
    std::shared_ptr<const LoadSchedule> schedule;
    LessonFigures figures;            ///< of the run; the published ones are there from the start
    std::vector<PeakReason> reasons;  ///< of the run
    std::optional<int> answer;        ///< the option that the learner chose last, from 0
    std::vector<int> answers;         ///< all that were checked, in order
    bool isWhyShown = false;          ///< the reasons were asked for without an answer
    QString sentence;                 ///< of a step that was refused or failed, or a remark on it

    /// Whether the learner may read what the question asks for.
    [[nodiscard]] bool isExplained() const { return answer.has_value() || isWhyShown; }
};

/// What was found, guessed and answered under one setup.
struct LessonRecord {
    std::vector<LessonStepState> steps;  ///< all of them, in order
    std::string comparison;              ///< what its runs have in common
};

/// One without anything, for runs that are still to come.
[[nodiscard]] LessonRecord emptyLessonRecord();

/// The guesses, answers and the comparison that were kept under a setup's key, so that its runs are
/// found again; a fresh one where nothing was kept.
[[nodiscard]] LessonRecord savedLessonRecord(const QSettings& settings, const QString& setupKey);

/// Keeps them.
void saveLessonRecord(QSettings& settings, const QString& setupKey, const LessonRecord& record);

/// The step at which the lesson was left last; nothing where none is kept.
[[nodiscard]] std::optional<LessonStep> savedLessonStep(const QSettings& settings);
/// Keeps it.
void saveLessonStep(QSettings& settings, LessonStep step);

/// Which step a load record is of.
[[nodiscard]] std::optional<LessonStep> stepOfRecord(const LoadRecord& run);

}  // namespace stowage
