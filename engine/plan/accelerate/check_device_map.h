// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct DeviceMapFindings {
    std::vector<std::string> unknownKeys;  ///< match no module of the deduplicated walk
    std::vector<TensorId> uncovered;       ///< state dict tensors without a device, in order
};

/// What check_device_map looks for (docs/spec/placement.md §8); `keys` in map order.
[[nodiscard]] DeviceMapFindings findMapFaults(const ModuleTree& tree,
                                              const std::vector<std::string>& keys);

/// check_device_map: the exception, or nothing.
[[nodiscard]] std::optional<PythonException> checkDeviceMap(const ModuleTree& tree,
                                                            const AccelerateMap& map,
                                                            AccelerateNotes& notes);

/// check_tied_parameters_on_same_device over tied groups (findTiedParameters).
[[nodiscard]] std::optional<PythonException> checkTiedOnSameDevice(
    const ModuleTree& tree, const std::vector<std::vector<TensorId>>& groups,
    const AccelerateMap& map, AccelerateNotes& notes);

}  // namespace stowage
