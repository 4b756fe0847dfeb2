// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"

#include <string>

namespace stowage {

/// A module of a tree with all below it as a draft that can be changed. Its full names stand behind
/// `prefix` and a dot; "": as they are.
[[nodiscard]] ModuleDraft moduleDraft(const ModuleTree& tree, ModuleId module,
                                      const std::string& prefix);

/// What stands beside a tree's modules (ties, welds, no-split classes), its names behind `prefix`,
/// in addition to what the draft has.
void addRelations(const ModuleTree& tree, const std::string& prefix, ModelDraft& draft);

/// A whole tree as a draft.
[[nodiscard]] ModelDraft draftOf(const ModuleTree& tree);

}  // namespace stowage
