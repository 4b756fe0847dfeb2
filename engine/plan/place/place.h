// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/plan/placement_plan.h"

#include <memory>
#include <stop_token>

namespace stowage {

/// Runs the request's strategy. Pure and deterministic: equal requests give equal plans.
/// Errors: Cancelled; InvalidArgument for what Accelerate refuses outright (a "disk" budget with
/// a balanced strategy). Where Accelerate would crash, the plan says so in accelerateError.
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> place(const PlacementRequest& request,
                                                                 std::stop_token stop = {});

/// place() beside an earlier plan: what that one knows of the same tree is not computed again.
/// `before` may be null.
[[nodiscard]] Result<std::shared_ptr<PlacementPlan>> replan(const PlacementRequest& request,
                                                            const PlacementPlan* before,
                                                            std::stop_token stop);

/// The same for a request that differs from the plan's own by moves and pins alone. Moves run no
/// strategy: they are laid over its result, which the plan still has. Equal to place().
[[nodiscard]] Result<std::shared_ptr<PlacementPlan>> replanMoved(PlacementRequest request,
                                                                 const PlacementPlan& before,
                                                                 std::stop_token stop);

}  // namespace stowage
