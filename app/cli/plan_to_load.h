// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/plan/placement_plan.h"

#include <memory>

namespace stowage {

/// The plan that a load takes. Accelerate's strategies crash on a few models whatever the room is
/// (two names of one tensor right in the root); loading them is no secret all the same, so a model
/// that fits whole on one of the devices goes there, and the context is told. Any other plan is
/// returned as it is. Errors: InvalidPlan with the reason of the crash where no device has room for
/// the whole; Unsupported for a plan that is quantised; Cancelled.
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> planToLoad(
    std::shared_ptr<const PlacementPlan> plan, const CommandContext& context);

}  // namespace stowage
