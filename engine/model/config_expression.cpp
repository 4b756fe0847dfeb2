// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_expression.h"

#include "engine/base/checked_math.h"
#include "engine/base/utf8.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stowage {
namespace {

using Kind = ConfigExpression::Kind;

Unexpected cannot(std::string reason) {
    return fail(ErrorCode::InvalidArgument, std::move(reason));
}

Result<ConfigValue> wholeOrTooLarge(std::optional<std::int64_t> value) {
    return value ? Result<ConfigValue>(*value) : cannot("the result exceeds 2^63");
}

std::int64_t flooredQuotient(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// + - * // % of whole numbers, as Python rounds them.
Result<ConfigValue> computeWhole(const std::string& op, std::int64_t a, std::int64_t b) {
    if (op == "+") {
        return wholeOrTooLarge(checkedAdd(a, b));
    }
    if (op == "*") {
        return wholeOrTooLarge(checkedMultiply(a, b));
    }
    if (op == "-") {
        std::int64_t difference = 0;
        const bool overflows = __builtin_sub_overflow(a, b, &difference);
        return wholeOrTooLarge(overflows ? std::nullopt : std::optional(difference));
    }
    if (b == 0) {
        return cannot("division by zero");
    }
    if (a == std::numeric_limits<std::int64_t>::min() && b == -1) {
        return cannot("the result exceeds 2^63");
    }
    const std::int64_t quotient = flooredQuotient(a, b);
    return ConfigValue(op == "//" ? quotient : a - quotient * b);
}

Result<ConfigValue> computeReal(const std::string& op, double a, double b) {
    if (op == "+") {
        return ConfigValue(a + b);
    }
    if (op == "-") {
        return ConfigValue(a - b);
    }
    if (op == "*") {
        return ConfigValue(a * b);
    }
    if (b == 0) {
        return cannot("division by zero");
    }
    const double quotient = std::floor(a / b);
    return ConfigValue(op == "/" ? a / b : op == "//" ? quotient : a - quotient * b);
}

Result<ConfigValue> compute(const std::string& op, const ConfigValue& a, const ConfigValue& b) {
    const auto first = asNumber(a);
    const auto second = asNumber(b);
    if (!first || !second) {
        return cannot(shownValue(first ? b : a) + " is no number");
    }
    if (op != "/" && asWhole(a) && asWhole(b)) {
        return computeWhole(op, *asWhole(a), *asWhole(b));
    }
    return computeReal(op, *first, *second);
}

Result<ConfigValue> order(const std::string& op, const ConfigValue& a, const ConfigValue& b) {
    const auto first = asNumber(a);
    const auto second = asNumber(b);
    if (!first || !second) {
        return cannot(shownValue(first ? b : a) + " is no number");
    }
    return ConfigValue(op == "<"    ? *first < *second
                       : op == "<=" ? *first <= *second
                       : op == ">"  ? *first > *second
                                    : *first >= *second);
}

Result<ConfigValue> isIn(const ConfigValue& item, const ConfigValue& container) {
    if (const auto* text = std::get_if<std::string>(&container)) {
        const auto* part = std::get_if<std::string>(&item);
        return part != nullptr ? Result<ConfigValue>(text->find(*part) != std::string::npos)
                               : cannot(shownValue(item) + " is no text");
    }
    const auto* list = std::get_if<ConfigPart>(&container);
    if (list == nullptr) {
        return cannot(shownValue(container) + " is no list");
    }
    if ((*list)->is_object()) {
        const auto* key = std::get_if<std::string>(&item);
        return ConfigValue(key != nullptr && (*list)->contains(*key));
    }
    return ConfigValue(std::ranges::any_of(**list, [&](const ConfigJson& element) {
        return isEqual(configValue(*list, element), item);
    }));
}

Result<ConfigValue> elementOf(const ConfigValue& container, const ConfigValue& index) {
    const auto* list = std::get_if<ConfigPart>(&container);
    if (list != nullptr && (*list)->is_object()) {
        const auto* key = std::get_if<std::string>(&index);
        if (key == nullptr || !(*list)->contains(*key)) {
            return cannot(shownValue(index) + " is none of the known values");
        }
        return configValue(*list, (*list)->at(*key));
    }
    const auto position = asWhole(index);
    if (list == nullptr || !(*list)->is_array() || !position) {
        return cannot(shownValue(container) + " is no list, or " + shownValue(index) +
                      " no position in it");
    }
    const auto size = static_cast<std::int64_t>((*list)->size());
    const std::int64_t at = *position < 0 ? *position + size : *position;
    if (at < 0 || at >= size) {
        return cannot("the list has " + std::to_string(size) + " elements, and number " +
                      std::to_string(*position) + " is asked for");
    }
    return configValue(*list, (**list)[static_cast<std::size_t>(at)]);
}

Result<ConfigValue> fieldOf(const ConfigValue& object, const std::string& name) {
    const auto* part = std::get_if<ConfigPart>(&object);
    if (part == nullptr || !(*part)->is_object()) {
        return std::holds_alternative<std::monostate>(object)
                   ? Result<ConfigValue>(ConfigValue())
                   : cannot(shownValue(object) + " is no object with the field \"" + name + "\"");
    }
    const auto found = (*part)->find(name);
    return found == (*part)->end() ? ConfigValue() : configValue(*part, *found);
}

Result<ConfigValue> smallestOrLargest(const std::string& name,
                                      const std::vector<ConfigValue>& arguments) {
    const ConfigValue* best = &arguments.front();
    for (const ConfigValue& argument : arguments) {
        const auto isBetter = order(name == "min" ? "<" : ">", argument, *best);
        if (!isBetter) {
            return isBetter;
        }
        best = isTrue(*isBetter) ? &argument : best;
    }
    return *best;
}

Result<ConfigValue> truncated(const ConfigValue& value) {
    constexpr double kLargest = 9.2e18;
    const auto number = asNumber(value);
    if (!number || !(std::abs(*number) < kLargest)) {
        return cannot(shownValue(value) + " is no number below 2^63");
    }
    return asWhole(value) ? ConfigValue(*asWhole(value))
                          : ConfigValue(static_cast<std::int64_t>(*number));
}

Result<ConfigValue> splitText(const ConfigValue& value, const ConfigValue& separator) {
    const auto* text = std::get_if<std::string>(&value);
    const auto* mark = std::get_if<std::string>(&separator);
    if (text == nullptr || mark == nullptr || mark->empty()) {
        return cannot(shownValue(value) + " is no text");
    }
    ConfigJson parts = ConfigJson::array();
    for (std::size_t begin = 0; begin <= text->size();) {
        const std::size_t end = std::min(text->find(*mark, begin), text->size());
        parts.push_back(text->substr(begin, end - begin));
        begin = end + mark->size();
    }
    return ConfigValue(std::make_shared<const ConfigJson>(std::move(parts)));
}

/// How many elements of a list equal a value.
Result<ConfigValue> countEqual(const ConfigValue& container, const ConfigValue& value) {
    const auto* list = std::get_if<ConfigPart>(&container);
    if (list == nullptr || !(*list)->is_array()) {
        return cannot(shownValue(container) + " is no list");
    }
    return ConfigValue(
        static_cast<std::int64_t>(std::ranges::count_if(**list, [&](const ConfigJson& element) {
            return isEqual(configValue(*list, element), value);
        })));
}

/// A list as it is, any other value twice.
ConfigValue paired(const ConfigValue& value) {
    if (std::holds_alternative<ConfigPart>(value)) {
        return value;
    }
    const ConfigJson json = configJson(value);
    return std::make_shared<const ConfigJson>(ConfigJson::array({json, json}));
}

Result<ConfigValue> call(const std::string& name, const std::vector<ConfigValue>& arguments) {
    if ((name == "min" || name == "max") && !arguments.empty()) {
        return smallestOrLargest(name, arguments);
    }
    if (name == "int" && arguments.size() == 1) {
        return truncated(arguments[0]);
    }
    if (name == "split" && arguments.size() == 2) {
        return splitText(arguments[0], arguments[1]);
    }
    if (name == "count" && arguments.size() == 2) {
        return countEqual(arguments[0], arguments[1]);
    }
    if (name == "pair" && arguments.size() == 1) {
        return paired(arguments[0]);
    }
    if (name == "len" && arguments.size() == 1) {
        const auto* part = std::get_if<ConfigPart>(&arguments[0]);
        return part != nullptr
                   ? Result<ConfigValue>(static_cast<std::int64_t>((*part)->size()))
                   : cannot(shownValue(arguments[0]) + " is neither a list nor an object");
    }
    return cannot("there is no function " + name + " of so many arguments");
}

Result<ConfigValue> evaluatePart(const ConfigExpression& expression, const ConfigScope& scope);

Result<ConfigValue> evaluateBinary(const ConfigExpression& expression, const ConfigScope& scope) {
    const auto left = evaluatePart(expression.parts[0], scope);
    if (!left) {
        return left;
    }
    const std::string& op = expression.text;
    if (op == "and" || op == "or") {
        return isTrue(*left) == (op == "or") ? left : evaluatePart(expression.parts[1], scope);
    }
    const auto right = evaluatePart(expression.parts[1], scope);
    if (!right) {
        return right;
    }
    if (op == "==" || op == "!=") {
        return ConfigValue(isEqual(*left, *right) == (op == "=="));
    }
    if (op == "in" || op == "not in") {
        const auto found = isIn(*left, *right);
        return found ? ConfigValue(isTrue(*found) == (op == "in")) : found;
    }
    return op[0] == '<' || op[0] == '>' ? order(op, *left, *right) : compute(op, *left, *right);
}

Result<std::vector<ConfigValue>> evaluateAll(const std::vector<ConfigExpression>& expressions,
                                             const ConfigScope& scope) {
    std::vector<ConfigValue> values;
    for (const ConfigExpression& expression : expressions) {
        auto value = evaluatePart(expression, scope);
        if (!value) {
            return value.unexpected();
        }
        values.push_back(std::move(*value));
    }
    return values;
}

/// Of the kinds whose operands are all evaluated.
Result<ConfigValue> combine(const ConfigExpression& expression,
                            const std::vector<ConfigValue>& values) {
    switch (expression.kind) {
        case Kind::Negative:
            return compute("-", ConfigValue(std::int64_t{0}), values[0]);
        case Kind::Not:
            return ConfigValue(!isTrue(values[0]));
        case Kind::Index:
            return elementOf(values[0], values[1]);
        case Kind::Field:
            return fieldOf(values[0], expression.text);
        case Kind::Call:
            return call(expression.text, values);
        default:
            break;
    }
    ConfigJson list = ConfigJson::array();
    for (const ConfigValue& value : values) {
        list.push_back(configJson(value));
    }
    return ConfigValue(std::make_shared<const ConfigJson>(std::move(list)));
}

Result<ConfigValue> evaluatePart(const ConfigExpression& expression, const ConfigScope& scope) {
    switch (expression.kind) {
        case Kind::Literal:
            return expression.literal;
        case Kind::Name: {
            const ConfigValue* value = scope.find(expression.text);
            return value != nullptr ? Result<ConfigValue>(*value)
                                    : cannot("nothing is named " + expression.text);
        }
        case Kind::Binary:
            return evaluateBinary(expression, scope);
        case Kind::Conditional: {
            const auto condition = evaluatePart(expression.parts[1], scope);
            return condition ? evaluatePart(expression.parts[isTrue(*condition) ? 0 : 2], scope)
                             : condition;
        }
        default:
            break;
    }
    const auto values = evaluateAll(expression.parts, scope);
    return values ? combine(expression, *values) : values.unexpected();
}

void collectNames(const ConfigExpression& expression, std::vector<std::string>& names) {
    if (expression.kind == Kind::Name && std::ranges::find(names, expression.text) == names.end()) {
        names.push_back(expression.text);
    }
    for (const ConfigExpression& part : expression.parts) {
        collectNames(part, names);
    }
}

}  // namespace

std::string namedValues(const ConfigExpression& expression, const ConfigScope& scope) {
    std::vector<std::string> names;
    collectNames(expression, names);
    std::string where;
    for (const std::string& name : names) {
        const ConfigValue* known = scope.find(name);
        // A table of the architecture's own says nothing about the configuration.
        const bool isTable = known != nullptr && std::holds_alternative<ConfigPart>(*known) &&
                             std::get<ConfigPart>(*known)->is_object();
        if (known != nullptr && !isTable) {
            where += (where.empty() ? ", where " : ", ") + name + " is " + shownValue(*known);
        }
    }
    return where;
}

Result<ConfigValue> evaluate(const ConfigExpression& expression, const ConfigScope& scope) {
    auto value = evaluatePart(expression, scope);
    return value ? value
                 : cannot("cannot work out \"" + expression.source +
                          "\": " + value.error().message + namedValues(expression, scope));
}

}  // namespace stowage
