// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"
#include "engine/plan/placement_request.h"

#include <optional>
#include <stop_token>

namespace stowage {

/// What a plan is worth by an objective, from its estimate; `input` is the one that it was made of.
/// Nothing where the plan does not carry the work, or has no such value: no time is known, nothing
/// grows with the context, or weights lie elsewhere than on the GPUs of a pipeline. Blocks for
/// Objective::Context, which estimates other contexts. Errors: those of estimates.
[[nodiscard]] Result<std::optional<double>> objectiveValue(const CapacityEstimate& estimate,
                                                           const EstimateInput& input,
                                                           const PlanObjective& objective,
                                                           const std::stop_token& stop);

/// How much one second of this time counts.
[[nodiscard]] double timeWeight(const PlanObjective& objective, PlanClock::Part part);

}  // namespace stowage
