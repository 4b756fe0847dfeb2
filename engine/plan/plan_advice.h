// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <vector>

namespace stowage {

/// Warnings and hints about a plan that may well be loaded: GPUs that get nothing and why, layers
/// larger than every limit, what offloading costs, limits that mean something else than it seems.
[[nodiscard]] std::vector<PlanIssue> adviceFor(const PlacementPlan& plan);

/// Whether the plan had no use for a device from the start, full or empty: a limit was given to
/// others only, or everything goes to another one. Such a device has no limit that could be shown.
[[nodiscard]] bool isNotUsed(const PlacementPlan& plan, const DevicePlacement& placement);

}  // namespace stowage
