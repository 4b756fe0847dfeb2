// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// The dtype a tensor has once it is loaded: the planned one for floating tensors, else its own.
[[nodiscard]] DType plannedDtype(const TensorSpec& tensor, std::optional<DType> planned);

/// Elements of a tensor, from its bytes where its dtype has whole bytes: the shape of each of
/// 100,000 tensors lies somewhere else in memory.
[[nodiscard]] std::uint64_t storedElements(const TensorSpec& tensor);

/// Bytes of a tensor in its planned dtype, rounded up to whole bytes.
[[nodiscard]] std::uint64_t plannedBytes(const TensorSpec& tensor, std::optional<DType> planned);

/// The first name of every storage in the walk, by StorageId.
[[nodiscard]] std::vector<TensorId> storageOwners(const ModuleTree& tree);

/// Modules in the order of torch's Module._apply, which `to` and `to_empty` follow: children
/// first, then the module itself (spec memory.md §1).
[[nodiscard]] std::vector<ModuleId> applyOrder(const ModuleTree& tree);

}  // namespace stowage
