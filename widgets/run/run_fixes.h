// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/edit/plan_edit.h"
#include "engine/run/run_report.h"
#include "widgets/document/problem_fixes.h"

#include <variant>
#include <vector>

namespace stowage {

/// Runs ask for so many layers to be prefetched.
struct PrefetchEdit {
    unsigned window = 0;
};

/// What would make layers wait less for their weights, one click away.
struct RunFix {
    FixText reason;                             ///< "During the run, GPU 0 always had …"
    FixText text;                               ///< "Set limit to 1009MiB"
    std::variant<PlanEdit, PrefetchEdit> edit;  ///< of a plan: of the one that the run went over
};

/// The obvious remedies of a run over `plan` whose layers waited for their weights: room that a GPU
/// had all the while, under a limit or beside what was put elsewhere by hand; prefetching where
/// there was none. Only what really brings weights to the GPU, which takes planning once or twice.
/// Empty where little was waited for.
[[nodiscard]] std::vector<RunFix> runFixes(const PlacementPlan& plan, const RunReport& report);

}  // namespace stowage
