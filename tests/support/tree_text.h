// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"

#include <string>

namespace stowage::test {

/// A tree as readable text, one line a module and a tensor, for comparisons and messages.
std::string treeText(const ModuleTree& tree);

}  // namespace stowage::test
