// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/lesson_step_state.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

class QSettings;

namespace stowage {

/// What was found, guessed and answered under one setup.
struct LessonRecordOfSetup {
    std::vector<LessonStepState> steps;  ///< all of them, in order
    std::string comparison;              ///< what its runs have in common
};

/// One without anything, for runs that are still to come.
[[nodiscard]] LessonRecordOfSetup freshRecord();

/// The guesses, answers and the comparison that were kept under a setup's key, so that its runs are
/// found again; a fresh one where nothing was kept.
[[nodiscard]] LessonRecordOfSetup recallRecord(const QSettings& settings, const QString& setupKey);

/// Keeps them.
void keepRecord(QSettings& settings, const QString& setupKey, const LessonRecordOfSetup& record);

/// The step at which the lesson was left last; nothing where none is kept.
[[nodiscard]] std::optional<LessonStep> recallStep(const QSettings& settings);
/// Keeps it.
void keepStep(QSettings& settings, LessonStep step);

/// Which step a kept run was of.
[[nodiscard]] std::optional<LessonStep> stepOfRun(const RunRecord& run);

}  // namespace stowage
