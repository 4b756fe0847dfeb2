// SPDX-License-Identifier: GPL-3.0-or-later
// What a LessonSession is made of; for its own source files only.
#pragma once

#include "widgets/session/lesson_foresight.h"
#include "widgets/session/lesson_memory.h"
#include "widgets/session/lesson_run_folder.h"
#include "widgets/session/lesson_runner.h"
#include "widgets/session/lesson_session.h"
#include "widgets/session/lesson_stepper.h"
#include "widgets/session/worker.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stowage {

class LessonSession::Impl {
public:
    Impl(Parts parts, LessonSession* session);

    [[nodiscard]] LessonStepState& stateOf(LessonStep step);
    /// The steps of the present setup; made where they are not there yet.
    [[nodiscard]] LessonRecordOfSetup& record();
    [[nodiscard]] LessonScheduling scheduling() const;
    [[nodiscard]] LessonTask taskFor(LessonStep step);
    /// True, with a notice, while something runs that must not be disturbed.
    [[nodiscard]] bool isBusy(const QString& sentence) const;

    /// Looks at the machine and at what the steps will take, in the worker.
    void look(LessonSizeChoice choice);
    void onLooked(LessonLook look);
    void showForeseen(const ForeseenStep& foreseen);
    void onStage();
    void onFinished(const LessonOutcome& outcome);
    void takeOutcome(LessonStepState& state, const LessonOutcome& outcome);
    void onSteppingEnded();
    /// Guesses, answers and the comparison go into the settings.
    void keep();
    /// Finds the runs of earlier sessions again and fills the rows that are still empty.
    void restore();
    /// After the record of the present setup was replaced by another one.
    void showRecord();
    void connectParts();

    LessonSession* q;
    Parts parts;
    LessonFileStore files;
    LessonSetup setup;
    std::vector<LessonOffer> offers;
    std::map<QString, LessonRecordOfSetup> records;      ///< by lessonSetupKey()
    std::map<QString, LessonRecordOfSetup> startedOver;  ///< the same, of what can be brought back
    LessonStep current = LessonStep::Checkpoint;
    std::uint64_t keptBytes = 0;
    bool isOpen = false;
    bool isLooked = false;  ///< at the present setup
    bool isModelThere = false;
    LessonRunner runner;
    LessonStepper stepper;
    bool hasStepped = false;
    Worker sweeper;
    Worker looker;
    Worker remover;
    Worker restorer;
};

}  // namespace stowage
