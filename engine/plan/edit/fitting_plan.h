// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <memory>
#include <stop_token>

namespace stowage {

/// The request whose plan holds by real bytes where that of the strategy does not, because it
/// counts less than a quantised or padded model takes: limits are lowered as little as need be,
/// until allocator, capacities, limits and the modules that travel agree. The map that follows is
/// given (Strategy::Manual) and marked as ours; limits, devices and pins stay as they were.
/// `plan` is one of a strategy without moves by hand. Places the model up to some hundred times.
/// Errors: InvalidPlan where no limits make it hold, or `plan` is not of a strategy; Cancelled.
[[nodiscard]] Result<PlacementRequest> fittingRequest(const PlacementPlan& plan,
                                                      std::stop_token stop = {});

/// Whether fittingRequest() may help: a strategy's own plan puts more on a device than it holds.
[[nodiscard]] bool mayBeFitted(const PlacementPlan& plan);

}  // namespace stowage
