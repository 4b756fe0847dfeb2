// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_outline.h"
#include "widgets/lesson/lesson_state.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

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
/// Whether the step ran on a simulated GPU, or would.
[[nodiscard]] bool isSimulated(const LessonStepState& state, const LessonSetup& setup);

/// The state of a step in a word or two: "measured", "running", "refused" …
[[nodiscard]] QString lessonStateText(const LessonStepState& state);
/// The icon of that state; "" for a step that was not run.
[[nodiscard]] QString lessonStateIcon(const LessonStepState& state);

/// The predicted peaks of a step: VRAM as the sum over GPUs. Nothing before they are known.
[[nodiscard]] std::optional<double> predictedVram(const LessonStepState& state);
[[nodiscard]] std::optional<double> predictedRam(const LessonStepState& state);

/// One sentence for a reason, with its figures; `figures` are those of its run.
[[nodiscard]] QString lessonReasonText(const PeakReason& reason, const LessonFigures& figures);
/// One for each reason of the run.
[[nodiscard]] QStringList lessonReasonTexts(const LessonStepState& state);
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
/// The title of the table: "Measured and published figures".
[[nodiscard]] QString lessonTableTitle(const LessonSetup& setup);
/// What stands under the table, a line each.
[[nodiscard]] QStringList lessonFootnotes(const LessonSetup& setup);

/// A kind of tensors in the model's file.
struct LessonTensorGroup {
    QString name;
    double bytes = 0;
    int tensors = 0;
    bool isTrained = true;  ///< false: constants that could be computed
};

/// What a size is, computed from its layout: nothing is read, nothing is typed in.
struct LessonFacts {
    LessonSize size = LessonSize::Small124M;
    QString name;               ///< "GPT-2 XL, 1558M"
    double weightBytes = 0;     ///< of all tensors
    double parameters = 0;      ///< of those that are trained
    double parameterBytes = 0;  ///< each in float32
    double maskBytes = 0;
    int masks = 0;
    int blocks = 0;
    QString largestName, secondName;  ///< tensors
    double largestBytes = 0, secondBytes = 0, thirdBytes = 0;
    std::vector<LessonTensorGroup>
        parts;  ///< in the order of a forward pass; add up to weightBytes
};

[[nodiscard]] LessonFacts lessonFacts(LessonSize size);

/// "GPT-2 XL, 1558M".
[[nodiscard]] QString lessonSizeText(LessonSize size);

/// The published example of why a load holds a model twice (Accelerate's guide to big models).
inline constexpr double kGuideParameters = 6e9;
inline constexpr double kFloatBytes = 4;

/// What the page says of one step. Every figure in it is computed from the facts.
struct LessonTexts {
    QString body;              ///< what happens, three sentences
    QString fact;              ///< one line with this model's own figures; may be ""
    QString question;          ///< speaks of the letters in the chart
    QStringList options;       ///< three
    int right = 0;             ///< index of the one that is
    QStringList explanations;  ///< of each option, shown with the check
};

[[nodiscard]] LessonTexts lessonTexts(LessonStep step, const LessonFacts& facts);

/// What stands under the body: texts.fact, and for the step over several devices the limits that
/// its plan has.
[[nodiscard]] QString lessonFact(const LessonTexts& texts, const LessonStepState& state);

/// The lines of Python that the step corresponds to, written for this lesson and runnable as they
/// stand beside resources/lesson/gpt.py; "" where there are none.
[[nodiscard]] QString lessonCode(LessonStep step);

/// resources/lesson/gpt.py, which those lines import.
[[nodiscard]] QByteArray lessonModule();

/// The limits of the step over several devices; "" before it is planned, and for other steps.
[[nodiscard]] QString severalDevicesLimits(const LessonStepState& state);

}  // namespace stowage
