// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/model_input.h"
#include "engine/plan/placement_plan.h"

#include <memory>
#include <string>

namespace stowage {

/// How the model's keys were checked, for people: one row a key that differs (eight of a kind), the
/// rest counted, and the way out. Where no tree is known to check against: how a wrapper's name is
/// taken off every key, "" where there is none.
[[nodiscard]] std::string keyCheckText(const OpenedModel& model);

/// A command's object with the same whole as "keys": {"tree", "missing", "unexpected",
/// "mismatched": [{"name", "file": {"dtype", "shape"}, "model": {…}}], "ignored", "renamed":
/// [{"file", "model"}], "proposals": [{"from", "to", "agree"}]}; the object as it is where no tree
/// is known.
[[nodiscard]] std::string withKeyCheck(const std::string& object, const OpenedModel& model);

/// The plan with a warning that keys differ, or a hint that a wrapper's name stands before every
/// one, so that it is among the problems; the plan itself where there is nothing to say.
[[nodiscard]] std::shared_ptr<const PlacementPlan> withKeyWarning(
    std::shared_ptr<const PlacementPlan> plan, const Checkpoint& checkpoint);

}  // namespace stowage
