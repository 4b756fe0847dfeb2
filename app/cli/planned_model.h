// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "engine/base/message.h"
#include "engine/capacity/estimate.h"
#include "engine/model/pretrained_models.h"
#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/placement_plan.h"

#include <memory>
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

/// How other programs load the model (findPretrainedSource()).
[[nodiscard]] PretrainedSource pretrainedSource(const OpenedModel& model,
                                                const CommandContext& context);

/// How the model's keys were checked, for people: one row a key that differs (eight of a kind), the
/// rest counted, and the way out. Where no tree is known to check against: how a wrapper's name is
/// taken off every key, "" where there is none.
[[nodiscard]] std::string keyCheckText(const OpenedModel& model, const Translate& translate);

/// A command's object with the same whole as "keys": {"tree", "missing", "unexpected",
/// "mismatched": [{"name", "file": {"dtype", "shape"}, "model": {…}}], "ignored", "renamed":
/// [{"file", "model"}], "proposals": [{"from", "to", "agree"}]}; the object as it is where no tree
/// is known.
[[nodiscard]] std::string withKeyCheck(const std::string& object, const OpenedModel& model);

/// The plan with a warning that keys differ, or a hint that a wrapper's name stands before every
/// one, so that it is among the problems; the plan itself where there is nothing to say.
[[nodiscard]] std::shared_ptr<const PlacementPlan> withKeyWarning(
    std::shared_ptr<const PlacementPlan> plan, const Checkpoint& checkpoint);

/// estimateCapacity(), whose refusals of what was typed, such as an engine that cannot divide
/// layers, are InvalidArgument here.
[[nodiscard]] Result<std::shared_ptr<const CapacityEstimate>> estimateTyped(
    const EstimateInput& input, const CommandContext& context);

/// What the work takes that the plan has to carry; null where it says nothing of one. Errors: those
/// of estimateCapacity().
[[nodiscard]] Result<std::shared_ptr<const CapacityEstimate>> estimateOfWorkload(
    std::shared_ptr<const PlacementPlan> plan, const OpenedModel& model,
    const CommandContext& context);

/// The plan judged by the work that it has to carry (judgedPlan()); the plan itself where it says
/// nothing of one. Errors: those of estimateCapacity().
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> withWorkload(
    std::shared_ptr<const PlacementPlan> plan, const OpenedModel& model,
    const CommandContext& context);

/// Tells the context what speaks against a plan that is carried out all the same: its warnings, and
/// what the library whose rules it follows would say beside them.
void warnOf(const PlacementPlan& plan, const CommandContext& context);

/// The plan for a model that a load takes. Accelerate's strategies crash on a few models whatever
/// the room is (two names of one tensor right in the root); loading them is no secret all the same,
/// so a model that fits whole on one of the devices goes there, and the context is told. Any other
/// plan is returned as it is. Errors: those of makePlan; InvalidPlan with the reason of the crash
/// where no device has room for the whole; Unsupported for a plan that is quantised; Cancelled.
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> planToLoad(
    const OpenedModel& model, const PlacementOptions& placement, const CommandContext& context);

}  // namespace stowage
