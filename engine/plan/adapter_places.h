// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A LoRA adapter that lies over a plan's model, apart from the weights that it changes.
struct PlacedAdapter {
    std::string name;                         ///< as PEFT calls it: "default"
    std::size_t modules = 0;                  ///< that it changes
    std::map<DeviceId, std::uint64_t> bytes;  ///< of its tensors in the planned dtype, by device
    /// What merge_and_unload() takes for a moment: the product of the two matrices of the module
    /// that is the largest of those on a device, in the weight's planned dtype.
    std::map<DeviceId, std::uint64_t> merging;

    [[nodiscard]] std::uint64_t total() const;
};

/// Whether a tensor is an adapter's, and none of the model under it.
[[nodiscard]] bool isOfAdapter(std::string_view tensor);

/// The adapters of a plan's tree, in the order in which they were laid over it; told by the names
/// that PEFT gives their tensors. One walk over the modules; none of a model without adapters.
[[nodiscard]] std::vector<PlacedAdapter> adapterPlaces(const PlacementPlan& plan);

}  // namespace stowage
