// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_size.h"

#include <QString>

#include <vector>

namespace stowage {

/// A kind of tensors in the model's file.
struct LessonPart {
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
    std::vector<LessonPart> parts;  ///< in the order of a forward pass; add up to weightBytes
};

[[nodiscard]] LessonFacts lessonFacts(LessonSize size);

/// "GPT-2 XL, 1558M".
[[nodiscard]] QString lessonSizeText(LessonSize size);

/// The published example of why a load holds a model twice (Accelerate's guide to big models).
inline constexpr double kGuideParameters = 6e9;
inline constexpr double kFloatBytes = 4;

}  // namespace stowage
