// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/inputs.h"
#include "app/cli/placement_options.h"
#include "engine/capacity/estimate.h"
#include "engine/plan/placement_plan.h"

#include <memory>
#include <string>

namespace stowage {

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

/// A model and the plan for it, whose problems name keys that differ (withKeyWarning).
struct PlannedModel {
    OpenedModel model;
    std::shared_ptr<const PlacementPlan> plan;
};

/// Opens a model and plans it as the options say. Errors: those of openModel and of makePlan.
[[nodiscard]] Result<PlannedModel> openAndPlan(const std::string& path,
                                               const PlacementOptions& placement,
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
