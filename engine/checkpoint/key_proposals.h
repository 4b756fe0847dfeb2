// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/key_check.h"
#include "engine/model/module_tree.h"

#include <cstddef>
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

}  // namespace stowage
