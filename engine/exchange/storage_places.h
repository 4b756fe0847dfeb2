// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/plan/map/python_script.h"
#include "engine/plan/placement_plan.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// Where an engine puts every tensor, by StorageId; a tied one where its owner lies.
using StoragePlaces = std::vector<DeviceId>;

/// The plan's own. Error: InvalidPlan, where it leaves a tensor without a device.
[[nodiscard]] Result<StoragePlaces> plannedPlaces(const PlacementPlan& plan);

/// The places that a rule gives to the first tensor of every storage.
[[nodiscard]] StoragePlaces placesBy(const ModuleTree& tree,
                                     const std::function<DeviceId(TensorId)>& rule);

/// Where weights and saved buffers lie elsewhere than planned, by the highest modules of which all
/// that differs lies and is planned alike; a tensor where its module holds others.
[[nodiscard]] std::vector<PlacedElsewhere> placedDifferently(const PlacementPlan& plan,
                                                             const StoragePlaces& there);

/// The places as a device map: an entry for the highest modules that lie on one device.
[[nodiscard]] DeviceMap mapOfPlaces(const ModuleTree& tree, const StoragePlaces& places);

}  // namespace stowage
