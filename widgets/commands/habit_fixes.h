// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/commands/problem_fixes.h"

#include <vector>

namespace stowage {

/// Remedies of what a habit of load_hf_model or a strategy leads to: a limit for the CPU where it
/// forgot one, one cap where a share rounds down to nothing, one GPU more, a pin less, a strategy
/// that uses whole limits. Empty for other codes.
[[nodiscard]] std::vector<ProblemFix> habitFixes(const PlacementPlan& plan, const PlanIssue& issue);

}  // namespace stowage
