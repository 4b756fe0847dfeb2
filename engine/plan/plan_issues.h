// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

namespace stowage {

/// Appends everything worth saying about a plan whose figures stand: validation first, then
/// limits and capacities, then advice.
void addIssues(PlacementPlan& plan);

/// Verdict and its sentence, from figures and issues.
void judge(PlacementPlan& plan);

}  // namespace stowage
