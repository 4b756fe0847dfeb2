// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "engine/plan/resolved_map.h"

namespace stowage {

/// Everything in a plan that is a number: what lies where and what it takes, from its request, map
/// and ground. `places` is where the map puts every tensor.
/// `before` may be null, or a plan on the same ground: what lies alike there is taken from it.
void fillFigures(PlacementPlan& plan, const TensorPlaces& places, const PlacementPlan* before);

}  // namespace stowage
