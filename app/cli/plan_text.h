// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/placement_plan.h"

#include <string>
#include <vector>

namespace stowage {

/// True where `next` is the numbered sibling right behind `path`: "h.3", then "h.4".
[[nodiscard]] bool isNextSibling(const std::string& path, const std::string& next);

/// "h.3 … 7" for the first and the last path of a run; the path itself where both are one;
/// "(all)" for the root.
[[nodiscard]] Message siblingsText(const std::string& first, const std::string& last);

/// "Simulated", "CPU" and the like beside the device's name: what a person must know about it.
[[nodiscard]] Phrase deviceKindText(const DeviceInfo& device);

/// The devices of a plan, one a line: budget, capacity, weights and what the allocator takes.
[[nodiscard]] std::string placementTable(const PlacementPlan& plan, const Translate& translate);

/// The device map, one entry a line, runs of numbered siblings on one device drawn together:
/// "transformer.h.0 … 5   GPU 0".
[[nodiscard]] std::string mapTable(const DeviceMap& map, const Translate& translate);

/// A problem: "error: …".
[[nodiscard]] Message issueText(const PlanIssue& issue);

/// The problems, one a line.
[[nodiscard]] std::string issueLines(const std::vector<PlanIssue>& issues,
                                     const Translate& translate);

/// What is quantised and what it weighs; "" for a plan that is not quantised.
[[nodiscard]] std::string quantizationLines(const PlacementPlan& plan, const Translate& translate);

/// What is known of an optimal plan, and how it is run; "" for other plans.
[[nodiscard]] std::string optimalLines(const PlacementPlan& plan, const Translate& translate);

/// The planner's steps, one a line, in its order.
[[nodiscard]] std::string traceTable(const PlacementPlan& plan, const Translate& translate);

/// What Accelerate keeps free on its main devices, one a line; "" where it keeps nothing.
[[nodiscard]] std::string reserveLines(const PlacementPlan& plan, const Translate& translate);

/// What keeping each class whole does to the plan, one a line.
[[nodiscard]] std::string effectLines(const std::vector<NoSplitEffect>& effects,
                                      const Translate& translate);

}  // namespace stowage
