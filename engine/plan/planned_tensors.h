// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/model/quantized_weights.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

struct PlacementPlan;

/// The dtype a tensor has once it is loaded: the planned one for floating tensors, else its own.
[[nodiscard]] DType plannedDtype(const TensorSpec& tensor, std::optional<DType> planned);

/// Bytes of a tensor in its planned dtype, rounded up to whole bytes.
[[nodiscard]] std::uint64_t plannedBytes(const TensorSpec& tensor, std::optional<DType> planned);

/// The same under a quantisation (null: none): exact, with the scales of a quantised weight.
[[nodiscard]] DType plannedDtype(const ModuleTree& tree, TensorId tensor,
                                 std::optional<DType> planned, const QuantizedWeights* quantized);
[[nodiscard]] std::uint64_t plannedBytes(const ModuleTree& tree, TensorId tensor,
                                         std::optional<DType> planned,
                                         const QuantizedWeights* quantized);

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

}  // namespace stowage
