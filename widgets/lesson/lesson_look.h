// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_step.h"
#include "widgets/lesson/lesson_type.h"

#include <QPen>
#include <QPixmap>
#include <QString>

namespace stowage {

/// 1 … 9.
[[nodiscard]] int lessonStepNumber(LessonStep step);
/// "checkpoint", "naive" … "devices": what cards, rows and curves call the step.
[[nodiscard]] QString lessonStepTitle(LessonStep step);
/// The same as the head of the step's own page: "9  one map, several devices".
[[nodiscard]] QString lessonStepHeading(LessonStep step);
/// "5  mmap".
[[nodiscard]] QString lessonStepNumbered(LessonStep step);
/// What happens, in a few words: "Map and assign".
[[nodiscard]] QString lessonStepSubtitle(LessonStep step);

/// Colour and dashes of a step's curve, the same in card, chart and table; never those of a device.
/// No two steps have the same dashes and nearly the same colour, so that the line alone tells them
/// apart; on a dark base colours are lightened. `width` in pixels; dashes keep their length.
[[nodiscard]] QPen lessonPen(LessonStep step, const Tokens& colors, double width);

/// A sample of that line, `width` × `height` pixels of the screen times `ratio`.
[[nodiscard]] QPixmap lessonLineSample(LessonStep step, const LessonType& type, double ratio);

}  // namespace stowage
