// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/estimate.h"
#include "engine/plan/placement_plan.h"

#include <memory>

namespace stowage {

/// The plan of an estimate with the estimate's verdict and sentence, and where the work is what
/// does not fit, with an error among its problems ("workload_does_not_fit"), so that checks and
/// loads refuse it. A plan that does not fit by itself stays as it is.
[[nodiscard]] std::shared_ptr<const PlacementPlan> judgedPlan(const CapacityEstimate& estimate);

}  // namespace stowage
