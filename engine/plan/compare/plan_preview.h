// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/placement_plan.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// What one strategy would make of a request.
struct StrategyPreview {
    Strategy strategy = Strategy::Auto;
    /// Null where the strategy refuses the request outright; `refusal` says why.
    std::shared_ptr<const PlacementPlan> plan;
    Message refusal;
};

/// Each of strategies(), in their order, under the request's limits, pins, classes and dtype; moves
/// by hand, a given map and a preset are left out, and `optimal` where the request has no search.
/// Cancelled: what was done so far.
[[nodiscard]] std::vector<StrategyPreview> previewStrategies(const PlacementRequest& request,
                                                             std::stop_token stop = {});

/// What keeping one class whole does to a plan, found by planning without it.
struct NoSplitEffect {
    std::string className;
    std::uint32_t modules = 0;  ///< how many modules of the class the tree has
    /// The plan with the class left out of the no-split classes; null where that is refused.
    std::shared_ptr<const PlacementPlan> without;
    PlanDiff diff;  ///< from the plan as it is to the one without
    Message text;   ///< one sentence: "Without GPT2Block, 81.0 MiB would leave the CPU: …"
};

/// One effect for each no-split class in force, in their order. Cancelled: those done so far.
[[nodiscard]] std::vector<NoSplitEffect> noSplitEffects(const PlacementPlan& plan,
                                                        std::stop_token stop = {});

}  // namespace stowage
