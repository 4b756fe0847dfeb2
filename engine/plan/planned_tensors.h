// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/model/module_tree.h"
#include "engine/model/quantized_weights.h"
#include "engine/plan/placement_request.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

struct PlacementPlan;

/// The dtype a tensor has once it is loaded: the planned one for floating tensors, else its own.
[[nodiscard]] DType plannedDtype(const TensorSpec& tensor, std::optional<DType> planned);

/// Bytes of a tensor in its planned dtype, rounded up to whole bytes.
[[nodiscard]] std::uint64_t plannedBytes(const TensorSpec& tensor, std::optional<DType> planned);

/// The dtypes in which a plan loads its model.
struct PlannedDtypes {
    std::optional<DType> dtype;                   ///< requested; absent: each tensor's own
    const QuantizedWeights* quantized = nullptr;  ///< null: nothing is quantised
    /// Under those of transformers a tensor that from_pretrained leaves in another dtype has that.
    PlacementRules rules = PlacementRules::Accelerate;
};

/// The same: exact, with the scales of a quantised weight.
[[nodiscard]] DType plannedDtype(const ModuleTree& tree, TensorId tensor,
                                 const PlannedDtypes& planned);
[[nodiscard]] std::uint64_t plannedBytes(const ModuleTree& tree, TensorId tensor,
                                         const PlannedDtypes& planned);

/// The same as a plan counts them. `tensor` is one of the plan's tree.
[[nodiscard]] DType plannedDtype(const PlacementPlan& plan, const TensorSpec& tensor);
[[nodiscard]] std::uint64_t plannedBytes(const PlacementPlan& plan, const TensorSpec& tensor);

/// The floating dtype of most of a plan's bytes; float32 where it has none.
[[nodiscard]] DType mostCommonDtype(const PlacementPlan& plan);

/// What an engine computes a plan in: the dtype of most bytes. Where that is one that weights are
/// only stored in (float8), or the plan is quantised, it is the dtype that was asked for, else what
/// the config.json says (`declared`), else the one of most of what is not quantised: transformers
/// and vLLM (config/model.py: _get_and_verify_dtype) widen such weights as they multiply.
[[nodiscard]] DType computedDtype(const PlacementPlan& plan, std::optional<DType> declared);

/// What the quantisation of a plan makes of its weights; null where there is none.
[[nodiscard]] const QuantizedWeights* quantizedWeights(const PlacementPlan& plan);

/// The first name of every storage in the walk, by StorageId.
[[nodiscard]] std::vector<TensorId> storageOwners(const ModuleTree& tree);

/// Modules in the order of torch's Module._apply, which `to` and `to_empty` follow: children
/// first, then the module itself (docs/spec/memory.md §1).
[[nodiscard]] std::vector<ModuleId> applyOrder(const ModuleTree& tree);

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
