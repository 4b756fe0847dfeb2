// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/config_expression.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// What is done to a tensor's shape beside its new name.
enum class KeyChange {
    None,
    Squeeze,     ///< a convolution of 1 × 1 becomes the matrix of a Linear
    Transpose,   ///< of a matrix
    SwapHalves,  ///< the lower half of its rows comes first
};

/// A name that is made of what a pattern found: "blocks.{(n-1)//2}.{p}".
struct KeyTemplate {
    struct Part {
        std::string text;                       ///< as it is, or the name of what was found
        bool isFound = false;                   ///< `text` names it
        std::optional<ConfigExpression> value;  ///< a whole number, not below 0
    };
    std::vector<Part> parts;
};

/// What becomes of the keys that a pattern finds. In patterns, {p} and {s} are one part of a name
/// between dots, {*} is all that is left of it, and any other {n} a number.
struct KeyRule {
    std::vector<std::string> pattern;  ///< its parts between dots
    /// One name, or several that share the rows; none: diffusers leaves the tensor out.
    std::vector<KeyTemplate> targets;
    std::vector<std::int64_t> shares;  ///< of the rows for each of several targets
    KeyChange change = KeyChange::None;
    std::optional<ConfigExpression> condition;  ///< else the next rule that fits is taken
};

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
