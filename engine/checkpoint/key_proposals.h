// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/key_check.h"
#include "engine/model/module_tree.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace stowage {

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
