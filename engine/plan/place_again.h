// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

namespace stowage {

/// place() beside an earlier plan: what that one knows of the same tree is not found anew.
/// `before` may be null.
[[nodiscard]] Result<std::shared_ptr<PlacementPlan>> placeAgain(const PlacementRequest& request,
                                                                const PlacementPlan* before,
                                                                std::stop_token stop);

/// The same for a request that differs from the plan's own by moves and pins alone. Moves run no
/// strategy: they are laid over its result, which the plan still has. Equal to place().
[[nodiscard]] Result<std::shared_ptr<PlacementPlan>> placeMoved(PlacementRequest request,
                                                                const PlacementPlan& before,
                                                                std::stop_token stop);

}  // namespace stowage
