// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/run_curves.h"
#include "widgets/lesson/lesson_report.h"

#include <string>

namespace stowage {

/// The lesson's table, a line a step with a load: a head with units, bytes exact, unknown figures
/// empty; published and guessed figures are named so, and `kind` tells how the others are known.
[[nodiscard]] std::string lessonTableCsv(const LessonReportContents& contents);

/// The curves of one run as `load --csv` names their columns, so that whatever reads those reads
/// these; bytes above the level before the load.
[[nodiscard]] std::string runCurvesCsv(const RunCurves& curves);

}  // namespace stowage
