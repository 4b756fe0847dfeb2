// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/reference_sizes.h"
#include "engine/plan/resolved_map.h"

#include <string>
#include <vector>

namespace stowage {

/// Accelerate's check_device_map and check_tied_parameters_on_same_device (placement.md §8), and
/// what it does not check: unknown devices, buffers without a device, split no-split blocks.
/// Severity Error: the map cannot be loaded.
[[nodiscard]] std::vector<PlanIssue> validateDeviceMap(const ModuleTree& tree, const DeviceMap& map,
                                                       const std::vector<DeviceInfo>& devices,
                                                       const std::vector<std::string>& noSplit);

/// The same for a map that is laid onto the tree already: `places` is where it puts every tensor,
/// `unknownKeys` are the keys that may be neither a module nor a tensor.
struct MapOnTree {
    const DeviceMap& map;
    const TensorPlaces& places;
    const std::vector<std::string>& unknownKeys;
    const WholeModules& whole;  ///< the modules of the no-split classes
};
[[nodiscard]] std::vector<PlanIssue> validateMapOnTree(const ModuleTree& tree,
                                                       const MapOnTree& mapOnTree,
                                                       const std::vector<DeviceInfo>& devices);

}  // namespace stowage
