// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_outline.h"
#include "widgets/lesson/lesson_state.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace stowage {

/// "6.42": GiB as the published figures are; a dash where there is none.
[[nodiscard]] QString lessonGiB(const std::optional<double>& bytes);
/// The same with one digit, as the lesson printed them.
[[nodiscard]] QString publishedGiB(const std::optional<double>& bytes);

/// A size in the unit that suits the largest of a sentence's sizes, so that it has one unit.
[[nodiscard]] QString lessonSizeLike(double bytes, double largest);
/// "VRAM 12.83 GiB, RAM 6.29 GiB", both in the unit that suits the larger; "not set" for one that
/// is missing.
[[nodiscard]] QString lessonPeaksText(const LessonGuess& peaks);

/// "measured", "GPU simulated" (all else measured), "forecast", "not run": how a step's figures are
/// known.
[[nodiscard]] QString lessonKindText(const LessonStepState& state, const LessonSetup& setup);

/// The state of a step in a word or two: "measured", "running", "refused" …
[[nodiscard]] QString lessonStateText(const LessonStepState& state);
/// The icon of that state; "" for a step that was not run.
[[nodiscard]] QString lessonStateIcon(const LessonStepState& state);

/// The predicted peaks of a step: VRAM as the sum over GPUs. Nothing before they are known.
[[nodiscard]] std::optional<double> predictedVram(const LessonStepState& state);
[[nodiscard]] std::optional<double> predictedRam(const LessonStepState& state);

/// One sentence for a reason, with its figures.
[[nodiscard]] QString lessonReasonText(const PeakReason& reason);
/// The few words of the table's last column: what made the peaks; "" without a run.
[[nodiscard]] QString lessonWhyPhrase(const LessonStepState& state);

/// What the run found, in one line: "measured 5.0 s, peak VRAM 6.42 GiB".
[[nodiscard]] QString lessonResultText(const LessonStepState& state, const LessonSetup& setup);
/// Peaks of the run's phases, for methods whose phases differ: "before the copy 6.42 GiB, …".
[[nodiscard]] QString lessonPhasesText(const LessonStepState& state);
/// By how much the guesses were off; "" without a guess or a run.
[[nodiscard]] QString lessonGuessText(const LessonStepState& state);
/// "Guesses entered: VRAM 6.29 GiB, RAM not set; VRAM 12.60 GiB, RAM 6.29 GiB."; "" where there is
/// none.
[[nodiscard]] QString lessonAttemptsText(const LessonStepState& state);
/// What the forward pass found; "" without one.
[[nodiscard]] QString lessonForwardText(const LessonStepState& state);

/// Whether figures were ever published for the size: a table of another one has no column for them.
[[nodiscard]] bool hasPublishedFigures(LessonSize size);
/// What stands over the table: "Measured beside published".
[[nodiscard]] QString lessonTableTitle(const LessonSetup& setup);
/// What stands under the table, a line each.
[[nodiscard]] QStringList lessonFootnotes(const LessonSetup& setup);

}  // namespace stowage
