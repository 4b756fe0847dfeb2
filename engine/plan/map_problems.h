// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <string>
#include <vector>

namespace stowage {

/// Adds what speaks against a map beside coverage, ties and limits: keys given twice
/// (doubled_key), a device left and entered again (ping_pong, with the bytes that cross), pins
/// that their device's limit cannot hold (pins_over_limit); and tells of unknown keys
/// (unknown_module) which existing names are nearest. Needs the plan's figures.
void addMapProblems(PlacementPlan& plan);

/// What an unknown key of the plan's map was meant to be, best first: modules without a device
/// that are written alike, then nearestNames(), without those that are keys already or hold one.
[[nodiscard]] std::vector<std::string> intendedNames(const PlacementPlan& plan,
                                                     const std::string& key);

}  // namespace stowage
