// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/compare/plan_preview.h"
#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace stowage {

enum class TraceOutput { Omit, Include };

/// What loading by each method would take, for "predicted": names of methods in their order.
struct PlannedLoad {
    std::string method;
    std::uint64_t peakHostBytes = 0;
    std::optional<double> seconds;  ///< nothing: null
};

/// The object of `plan --json` (docs/spec/command-line.md). "request" keeps what was asked for, so
/// that the plan can be compared later; trace and "no_split_effects" are there with `--explain`
/// only, "predicted" where there are `loads`.
[[nodiscard]] std::string planToJson(const PlacementPlan& plan, TraceOutput trace,
                                     std::span<const NoSplitEffect> effects = {},
                                     std::span<const PlannedLoad> loads = {});

/// What `check` says of a map: whether it can be loaded, and whether something speaks against it.
enum class MapValidity { Valid, ValidWithWarnings, Invalid };
[[nodiscard]] MapValidity validityOf(const PlacementPlan& plan);

/// The object of `check --json`: {"valid", "problems", "devices"}.
[[nodiscard]] std::string checkToJson(const PlacementPlan& plan);

}  // namespace stowage
