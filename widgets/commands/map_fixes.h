// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/commands/problem_fixes.h"

#include <vector>

namespace stowage {

/// Remedies of what is wrong in a device map: a key that is no module takes the nearest name or
/// goes, a doubled key keeps the one or the other device, what has no device goes where its
/// neighbours lie, a device that is not there is added or left, a split block comes together, and
/// blocks astray move to where their neighbours run. Empty for other codes. Moves by hand become
/// entries of the map where the map itself is edited, so that none is lost.
[[nodiscard]] std::vector<ProblemFix> mapFixes(const PlacementPlan& plan, const PlanIssue& issue);

}  // namespace stowage
