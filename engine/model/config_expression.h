// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/config_value.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// An expression of an architecture file: a small part of Python's, so that a line of a model's
/// source can be copied as it stands.
///
///     hidden_size // num_attention_heads if head_dim == None else head_dim
///     layer not in mlp_only_layers and (layer + 1) % decoder_sparse_step == 0
///     int(head_dim * rope.partial_rotary_factor)
///
/// Literals (whole numbers, decimals, "texts", True, False, None, [lists]), names, + - * / // %,
/// comparisons, `in`, `not in`, and, or, not, `a if c else b`, list[i], object.field (None where
/// there is no such field), and the functions min, max, int, len, split(text, separator),
/// count(list, value) and pair(x), which is x where it is a list and else [x, x].
/// Evaluating takes time in proportion to the expression: there are neither loops nor calls of
/// one's own.
struct ConfigExpression {
    enum class Kind { Literal, Name, List, Negative, Not, Binary, Conditional, Index, Field, Call };
    Kind kind = Kind::Literal;
    std::string text;                     ///< the name, field, operator or function
    ConfigValue literal;                  ///< of Literal
    std::vector<ConfigExpression> parts;  ///< operands, in the order of the text
    std::string source;                   ///< of a whole expression: as it was written
};

/// What an expression is in a scope. Errors, as half a sentence for the caller's message:
/// InvalidArgument ("cannot work out "a // b": division by zero, where a is 3, b is 0").
[[nodiscard]] Result<ConfigValue> evaluate(const ConfigExpression& expression,
                                           const ConfigScope& scope);

/// ", where a is 3, b is 0": the values of the names in an expression, for a message; "" if it has
/// none.
[[nodiscard]] std::string namedValues(const ConfigExpression& expression, const ConfigScope& scope);

}  // namespace stowage
