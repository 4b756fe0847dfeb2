// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/model_input.h"
#include "app/cli/placement_options.h"
#include "engine/plan/placement_plan.h"

#include <memory>
#include <string>

namespace stowage {

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

/// The plan that a load takes. Accelerate's strategies crash on a few models whatever the room is
/// (two names of one tensor right in the root); loading them is no secret all the same, so a model
/// that fits whole on one of the devices goes there, and the context is told. Any other plan is
/// returned as it is. Errors: InvalidPlan with the reason of the crash where no device has room for
/// the whole; Unsupported for a plan that is quantised; Cancelled.
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> planToLoad(
    std::shared_ptr<const PlacementPlan> plan, const CommandContext& context);

}  // namespace stowage
