// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/single_file/layout.h"
#include "engine/model/config_expression.h"

#include <span>
#include <string>
#include <vector>

namespace stowage {

/// The tensors of one component under the names of its class.
struct ConvertedKeys {
    std::vector<StoredTensor> tensors;  ///< in the file's order
    std::vector<std::string> leftOut;   ///< names that the rules leave out
};

/// Gives tensors of a component, whose prefix is off already, the names and shapes that diffusers'
/// converters give them; nothing is read: all stay where they are in the file, as whole tensors,
/// rows of one, transposed or with their halves swapped. What no rule fits, what has a shape that a
/// rule cannot divide, and what would get a name that is taken keeps its own. `fields`: what
/// expressions of the rules see of the configuration.
/// Source of the rules: diffusers' loaders/single_file_utils.py.
[[nodiscard]] ConvertedKeys convertKeys(std::span<const StoredTensor> tensors,
                                        std::span<const KeyRule> rules, const ConfigScope& fields);

}  // namespace stowage
