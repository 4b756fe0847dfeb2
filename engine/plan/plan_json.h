// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <string>

namespace stowage {

/// The object of `plan --json` (command-line.md); the trace only with `explain`.
enum class TraceOutput { Omit, Include };
[[nodiscard]] std::string planToJson(const PlacementPlan& plan, TraceOutput trace);

/// The object of `check --json`: {"valid", "problems", "devices"}.
[[nodiscard]] std::string checkToJson(const PlacementPlan& plan);

}  // namespace stowage
