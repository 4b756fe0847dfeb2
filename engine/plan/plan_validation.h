// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/placement_plan.h"

#include <vector>

namespace stowage {

/// Accelerate's check_device_map and check_tied_parameters_on_same_device (placement.md §8), and
/// what it does not check: unknown devices, buffers without a device, split no-split blocks.
/// Severity Error: the map cannot be loaded.
[[nodiscard]] std::vector<PlanIssue> validateDeviceMap(const ModuleTree& tree, const DeviceMap& map,
                                                       const std::vector<DeviceInfo>& devices,
                                                       const std::vector<std::string>& noSplit);

}  // namespace stowage
