// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/run_curves.h"
#include "widgets/lesson/lesson_chart_content.h"
#include "widgets/session/lesson_setup.h"
#include "widgets/session/lesson_step_state.h"

#include <optional>
#include <vector>

namespace stowage {

/// What the two charts shall show of the lesson.
struct LessonChartQuery {
    LessonStep current = LessonStep::Naive;
    const RunCurves* liveCurves = nullptr;  ///< of the step that runs; null: none
    std::optional<LessonStep> live;         ///< which step that is
    bool isPredicting = false;              ///< the current step's markers can be moved
    bool lettersShown = false;
    bool isCurrentOnly = false;  ///< curves of other steps are left out, and their time with them
};

/// Allocated VRAM of all runs over each other, and their RAM.
struct LessonChartPair {
    LessonChartContent vram;
    LessonChartContent ram;
};

/// Both charts, from what the steps found; only runs make curves.
[[nodiscard]] LessonChartPair lessonChartContents(const std::vector<LessonStepState>& steps,
                                                  const LessonSetup& setup,
                                                  const LessonChartQuery& query);

}  // namespace stowage
