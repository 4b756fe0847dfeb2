// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/key_check.h"
#include "engine/model/module_tree.h"

#include <functional>
#include <span>
#include <string>

namespace stowage {

/// Holds stored tensors against the model that they are for, name by name, and proposes renamings
/// where names differ. `treeFile` is where the tree came from. Keys that the model does not keep
/// (unexpected ones, and buffers outside of its state dict) are ignored where `isIgnored` says so.
[[nodiscard]] KeyCheck checkKeys(const ModuleTree& tree, std::span<const StoredTensor> tensors,
                                 const std::string& treeFile,
                                 const std::function<bool(const std::string&)>& isIgnored = {});

/// Whether loading needs the tensor: parameters and persistent buffers. Other buffers the model
/// computes itself.
[[nodiscard]] bool isNeeded(const TensorSpec& tensor);

}  // namespace stowage
