// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_outline.h"
#include "widgets/lesson/lesson_state.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace stowage {

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
