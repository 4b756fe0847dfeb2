// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_types.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// An entry of a map while it is planned: the device is an index into the planner's devices.
struct PlacedItem {
    ReferenceItem item;
    std::uint32_t device = 0;
    friend bool operator==(const PlacedItem&, const PlacedItem&) = default;
};

/// clean_device_map (placement.md §6) of a map all of whose keys are modules and tensors of the
/// tree, each at most once: folds along the tree, without a text. A folded entry stands where the
/// first of its parts stood, or the module's own entry. Gives what cleanEntries gives.
[[nodiscard]] std::vector<PlacedItem> cleanPlacedItems(const ModuleTree& tree,
                                                       const std::vector<PlacedItem>& placed);

}  // namespace stowage
