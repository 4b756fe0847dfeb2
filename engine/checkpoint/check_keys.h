// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/key_check.h"
#include "engine/model/module_tree.h"

#include <span>
#include <string>

namespace stowage {

/// Holds stored tensors against the model that they are for, name by name, and proposes renamings
/// where names differ. `treeFile` is where the tree came from.
[[nodiscard]] KeyCheck checkKeys(const ModuleTree& tree, std::span<const StoredTensor> tensors,
                                 const std::string& treeFile);

/// Whether loading needs the tensor: parameters and persistent buffers. Other buffers the model
/// computes itself.
[[nodiscard]] bool isNeeded(const TensorSpec& tensor);

}  // namespace stowage
