// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// clean_device_map (docs/spec/placement.md §6) over any kind of device, in one pass over a tree of
/// the keys' components instead of a scan of all keys at every level. A folded entry stands where
/// the first of its parts stood (Accelerate's own order is random).
template <class Device>
[[nodiscard]] std::vector<std::pair<std::string, Device>> cleanEntries(
    const std::vector<std::pair<std::string, Device>>& entries, const std::string& name);

/// An entry of a map while it is planned: the device is an index into the planner's devices.
struct PlacedItem {
    TreeItem item;
    std::uint32_t device = 0;
    friend bool operator==(const PlacedItem&, const PlacedItem&) = default;
};

/// clean_device_map (docs/spec/placement.md §6) of a map all of whose keys are modules and tensors
/// of the tree, each at most once: folds along the tree, without a text. A folded entry stands
/// where the first of its parts stood, or the module's own entry. Gives what cleanEntries gives.
[[nodiscard]] std::vector<PlacedItem> cleanPlacedItems(const ModuleTree& tree,
                                                       const std::vector<PlacedItem>& placed);

/// check_device_map: the exception, or nothing.
[[nodiscard]] std::optional<PythonException> checkDeviceMap(const ModuleTree& tree,
                                                            const AccelerateMap& map,
                                                            AccelerateNotes& notes);

/// check_tied_parameters_on_same_device over tied groups (findTiedParameters).
[[nodiscard]] std::optional<PythonException> checkTiedOnSameDevice(
    const ModuleTree& tree, const std::vector<std::vector<TensorId>>& groups,
    const AccelerateMap& map, AccelerateNotes& notes);

}  // namespace stowage
