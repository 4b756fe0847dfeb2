// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "engine/plan/plan_strategy.h"

namespace stowage {

/// Fills storageOwners, storageDevices, placements and effectiveBudgets from `plan.map`.
void fillFigures(PlacementPlan& plan, const StrategyOutcome& outcome);

}  // namespace stowage
