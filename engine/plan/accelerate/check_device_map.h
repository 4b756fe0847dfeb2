// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// check_device_map: the exception, or nothing.
[[nodiscard]] std::optional<PythonException> checkDeviceMap(const ModuleTree& tree,
                                                            const AccelerateMap& map,
                                                            AccelerateNotes& notes);

/// check_tied_parameters_on_same_device over tied groups (findTiedParameters).
[[nodiscard]] std::optional<PythonException> checkTiedOnSameDevice(
    const ModuleTree& tree, const std::vector<std::vector<TensorId>>& groups,
    const AccelerateMap& map, AccelerateNotes& notes);

}  // namespace stowage
