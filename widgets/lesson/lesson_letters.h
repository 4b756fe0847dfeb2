// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_step.h"
#include "engine/load/run_curves.h"
#include "widgets/lesson/lesson_chart_content.h"

#include <vector>

namespace stowage {

/// The allocated bytes of all GPUs together, a figure a moment; NaN where none is known.
[[nodiscard]] std::vector<double> allocatedOnAll(const RunCurves& curves);

/// Where the letters of a step's question stand, found in the curves of its run: each letter is in
/// one of the charts. None without curves, and where a curve has no such point.
struct LessonLetters {
    std::vector<LessonLetter> vram;
    std::vector<LessonLetter> ram;
};
[[nodiscard]] LessonLetters lessonLetters(LessonStep step, const RunCurves& curves);

/// The two highest spikes of a curve in the order of time, as indices: between them it falls to
/// half of the lower one at least. One where there is no second; none for a flat curve.
[[nodiscard]] std::vector<std::size_t> highestSpikes(const std::vector<double>& curve);

}  // namespace stowage
