// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/placement_request.h"

#include <stop_token>

namespace stowage {

struct PlanFacts;
struct StrategyOutcome;

// Accelerate's strategies over a request, which is first put into Accelerate's own terms.

/// The request's budgets as get_max_memory returns them; `notes` hears of unknown GPUs.
[[nodiscard]] MaxMemory requestedMemory(const PlacementRequest& request, AccelerateNotes& notes);

/// StrategyRow::run of `sequential`.
[[nodiscard]] Result<StrategyOutcome> runSequential(const PlacementRequest& request,
                                                    const PlanFacts& facts, std::stop_token stop);
/// StrategyRow::run of `auto`, `balanced` (the same) and `balanced_low_0`.
[[nodiscard]] Result<StrategyOutcome> runBalanced(const PlacementRequest& request,
                                                  const PlanFacts& facts, std::stop_token stop);

}  // namespace stowage
