// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/model/module_tree.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

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

/// Stored tensors whose name, under the renaming, is a tensor of the model with the same shape.
[[nodiscard]] std::size_t countAgreeing(const ModuleTree& tree,
                                        std::span<const StoredTensor> tensors,
                                        const KeyRename& rename);

/// Renamings that would make more keys agree, at most three, the best first: wrappers' names off
/// ("module.") or on, and what tells an unexpected key from the missing one that ends alike. Each
/// is one step, and renameKeys() takes it; where several are needed, the next is proposed once the
/// first is applied. `check` has its lists filled.
[[nodiscard]] std::vector<KeyRename> proposeRenamings(const ModuleTree& tree,
                                                      std::span<const StoredTensor> tensors,
                                                      const KeyCheck& check);

/// Where no model is known to hold the keys against, and every one of them begins with the name of
/// a wrapper ("module.", "_orig_mod.", both): the renaming that takes it off.
[[nodiscard]] std::optional<KeyRename> proposeUnwrapping(const Checkpoint& checkpoint);

}  // namespace stowage
