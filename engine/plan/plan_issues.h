// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "engine/plan/resolved_map.h"

namespace stowage {

/// Appends everything worth saying about a plan whose figures stand: validation first, then
/// limits and capacities, then advice. `places` is where the plan's map puts every tensor.
void addIssues(PlacementPlan& plan, const TensorPlaces& places);

/// Verdict and its sentence, from figures and issues.
void judge(PlacementPlan& plan);

}  // namespace stowage
