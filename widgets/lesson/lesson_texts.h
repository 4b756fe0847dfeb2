// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_step.h"
#include "widgets/lesson/lesson_facts.h"
#include "widgets/session/lesson_step_state.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace stowage {

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

// One file a group of steps.
[[nodiscard]] LessonTexts checkpointTexts(const LessonFacts& facts);
[[nodiscard]] LessonTexts naiveTexts(const LessonFacts& facts);
[[nodiscard]] LessonTexts sequentialTexts(const LessonFacts& facts);
[[nodiscard]] LessonTexts metaTexts(const LessonFacts& facts);
[[nodiscard]] LessonTexts mmapTexts(const LessonFacts& facts);
[[nodiscard]] LessonTexts perTensorTexts(const LessonFacts& facts);
[[nodiscard]] LessonTexts shardedTexts(const LessonFacts& facts);
[[nodiscard]] LessonTexts streamedTexts(const LessonFacts& facts);
[[nodiscard]] LessonTexts severalDevicesTexts(const LessonFacts& facts);
/// "" before it is planned, and for other steps.
[[nodiscard]] QString severalDevicesLimits(const LessonStepState& state);

}  // namespace stowage
