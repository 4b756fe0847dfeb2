// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <string>
#include <vector>

namespace stowage {

/// What one should know of a quantised plan: that nothing of the model is of the kind that the
/// method takes, that experts in one parameter stay as they are, that the library refuses to
/// quantise beside the CPU or the disk, and where the other rules' library chooses other modules.
/// Empty for a plan that is not quantised.
[[nodiscard]] std::vector<PlanIssue> quantizedIssues(const PlacementPlan& plan);

/// "nf4, planned, not loaded: 224 modules quantised, 1 as it is (lm_head)"; "" for a plan that is
/// not quantised.
[[nodiscard]] std::string quantizationLine(const PlacementPlan& plan);

/// Why a quantised plan is not loaded and what to do: for whoever is asked to load one.
[[nodiscard]] std::string quantizedLoadRefusal(const PlacementPlan& plan);

/// The bytes that the strategy counted for the whole model; beside the exact ones.
[[nodiscard]] double countedBytes(const PlacementPlan& plan);

}  // namespace stowage
