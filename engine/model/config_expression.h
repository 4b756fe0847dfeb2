// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stowage {

using ConfigJson = nlohmann::ordered_json;

/// A list or an object of a configuration; shared, because expressions pass them on.
using ConfigPart = std::shared_ptr<const ConfigJson>;

/// What an expression of an architecture file works with: null, a boolean, a whole number, another
/// number, a text, or a list or object.
using ConfigValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, ConfigPart>;

/// A value of a JSON document, which `owner` keeps alive. Whole numbers beyond 2^63 − 1 become
/// doubles.
[[nodiscard]] ConfigValue configValue(const ConfigPart& owner, const ConfigJson& json);
/// The same as JSON.
[[nodiscard]] ConfigJson configJson(const ConfigValue& value);

/// Python's truth: null, false, 0, "" and empty lists are false.
[[nodiscard]] bool isTrue(const ConfigValue& value);
/// The whole number that a value is; booleans count as 0 and 1, as in Python.
[[nodiscard]] std::optional<std::int64_t> asWhole(const ConfigValue& value);
/// The number that a value is, whole or not.
[[nodiscard]] std::optional<double> asNumber(const ConfigValue& value);
/// Equal as Python sees it: 1 equals 1.0, a text never equals a number.
[[nodiscard]] bool isEqual(const ConfigValue& a, const ConfigValue& b);
/// A value for a message: JSON, cut where it is long.
[[nodiscard]] Message shownValue(const ConfigValue& value);

/// Names and their values while an architecture is worked out. Names are looked up here, then in
/// the outer scope.
class ConfigScope {
public:
    explicit ConfigScope(const ConfigScope* outer = nullptr) : m_outer(outer) {}

    void set(std::string_view name, ConfigValue value);
    [[nodiscard]] const ConfigValue* find(std::string_view name) const;

private:
    const ConfigScope* m_outer;
    std::vector<std::pair<std::string, ConfigValue>> m_values;
};

/// An expression of an architecture file: a small part of Python's, so that a line of a model's
/// source can be copied as it stands.
///
///     hidden_size // num_attention_heads if head_dim == None else head_dim
///     layer not in mlp_only_layers and (layer + 1) % decoder_sparse_step == 0
///     int(head_dim * rope.partial_rotary_factor)
///
/// Literals (whole numbers, decimals, "texts", True, False, None, [lists]), names, + - * / // %,
/// comparisons, `in`, `not in`, and, or, not, `a if c else b`, list[i], text[i], object.field (None
/// where there is no such field), and the functions min, max, int, len, split(text, separator),
/// count(list, value), positions(list, value), where the list holds it, and pair(x), which is x
/// where it is a list and else [x, x].
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

/// "a is 3, b is 0": the values of the names in an expression, for a message; "" if it has
/// none.
[[nodiscard]] Message namedValues(const ConfigExpression& expression, const ConfigScope& scope);

}  // namespace stowage
