// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/module_tree.h"

#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace stowage {

/// Parses a `.tree.json` (docs/spec/command-line.md, "Module tree, as JSON"). `file` is for
/// messages. Errors: Malformed, LimitExceeded, with the JSON key at fault.
[[nodiscard]] Result<std::shared_ptr<const ModuleTree>> parseModuleTreeJson(
    std::string_view text, const std::string& file);

/// Writes the object that `inspect --json` prints: the tree with `bytes` and `parameters` on
/// every module and `total_bytes`, `total_parameters`, `tensors`, `dtypes`, `source` on top.
/// Modules of a guessed class (ModuleTree::guessedClasses) have `class` "" and their own
/// `guessed_class`. Modules below `depth` are left out.
[[nodiscard]] std::string writeModuleTreeJson(
    const ModuleTree& tree, const std::string& source,
    unsigned depth = std::numeric_limits<unsigned>::max());

}  // namespace stowage
