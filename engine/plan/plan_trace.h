// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "engine/plan/plan_strategy.h"

#include <vector>

namespace stowage {

/// The steps of a strategy and the moves by hand, in plain words.
[[nodiscard]] std::vector<PlacementDecision> decisionsOf(const PlacementRequest& request,
                                                         const StrategyOutcome& outcome);

/// "Accelerate fails here: …" (or "transformers fails here: …") with the cause and what would
/// avoid it.
[[nodiscard]] std::string accelerateErrorText(const ReferenceFailure& failure,
                                              PlacementRules rules);

}  // namespace stowage
