// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/capacity/pipeline/offload_modes.h"
#include "engine/plan/placement_plan.h"

#include <string>

namespace stowage {

/// What the plan of a pipeline comes to, then the ways to offload beside each other, with the line
/// of Python that switches each on.
[[nodiscard]] std::string pipelineText(const PlacementPlan& plan, const PlannedOffloadModes& modes,
                                       const Translate& translate);

/// The same as the object of `estimate --json`: {"verdict", "device_map" (pairs), "devices":
/// {NAME: {"capacity", "weights", "peak_allocated", "peak_reserved", "context", "used_by_others",
/// "needed", "free"}}, "offload_modes": [{"mode", "call", "available", "device", "peak_allocated",
/// "peak_reserved", "needed", "free", "fits", "staying", "ram", "moved_once", "moved_each_step",
/// "seconds_each_step", "peak_module", "notes"}]}. Bytes; null where the capacity, or the speed of
/// the link, is not known.
[[nodiscard]] std::string pipelineJson(const PlacementPlan& plan, const PlannedOffloadModes& modes);

}  // namespace stowage
