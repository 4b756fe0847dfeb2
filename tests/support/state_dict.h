// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/state_dict_tree.h"

#include <memory>
#include <span>
#include <utility>

namespace stowage::test {

/// The tree of a state dict, as a checkpoint's is made. Errors: those of draftStateDict() and of
/// ModuleTreeBuilder::build().
[[nodiscard]] inline Result<std::shared_ptr<const ModuleTree>> buildStateDictTree(
    std::span<const StateDictEntry> entries, KeyOrder order) {
    auto model = draftStateDict(entries, order);
    return model ? ModuleTreeBuilder::build(std::move(*model))
                 : Result<std::shared_ptr<const ModuleTree>>(model.unexpected());
}

}  // namespace stowage::test
