// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Existing modules and tensors that an unknown name may have meant, best first: the same name
/// below another prefix ("h.0" for "transformer.h.0", "module.h.0" for "h.0"), then slips of the
/// key in one component ("transformer.h.0.atn"), then the part of the name that does exist.
/// Work: a few hundred look-ups, and one pass over the children of the module where the name
/// leaves the tree.
[[nodiscard]] std::vector<std::string> nearestNames(const ModuleTree& tree, std::string_view name,
                                                    std::size_t most = 3);

/// Those of `candidates` that are written like `name`, the likest first: as many letters may differ
/// as a slip of the key explains.
[[nodiscard]] std::vector<std::string> namesAlike(const std::string& name,
                                                  const std::vector<std::string>& candidates);

}  // namespace stowage
