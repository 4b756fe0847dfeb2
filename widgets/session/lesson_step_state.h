// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/lesson_step.h"
#include "engine/lesson/peak_reasons.h"
#include "widgets/session/method_preflight.h"
#include "widgets/session/run_store.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// Where the learner expects the peaks, bytes.
struct LessonGuess {
    std::optional<double> vram;
    std::optional<double> ram;

    friend bool operator==(const LessonGuess&, const LessonGuess&) = default;
};

/// One step of the lesson under one setup: what was foreseen, what the learner thought, what was
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
    /// forecast's.
    RunStore::Run run;
    /// Of that run's plan and method, for the chart and the reasons; may be null before.
    std::shared_ptr<const LoadSchedule> schedule;
    LessonFigures figures;            ///< of the run; the published ones are there from the start
    std::vector<PeakReason> reasons;  ///< of the run
    std::optional<int> answer;        ///< the option that the learner chose last, from 0
    std::vector<int> answers;         ///< all that were checked, in order
    QString sentence;                 ///< of a step that was refused or failed, or a remark on it
};

}  // namespace stowage
