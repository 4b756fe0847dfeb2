// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_expression.h"

#include "engine/base/integers.h"
#include "engine/base/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stowage {
namespace {

template <class T>
const T* as(const ConfigValue& value) {
    return std::get_if<T>(&value);
}

using Kind = ConfigExpression::Kind;

Unexpected cannot(Message reason) {
    return fail(ErrorCode::InvalidArgument, std::move(reason));
}

Result<ConfigValue> wholeOrTooLarge(std::optional<std::int64_t> value) {
    return value ? Result<ConfigValue>(*value) : cannot(say("the result exceeds 2^63"));
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
        return cannot(say("division by zero"));
    }
    if (a == std::numeric_limits<std::int64_t>::min() && b == -1) {
        return cannot(say("the result exceeds 2^63"));
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
        return cannot(say("division by zero"));
    }
    const double quotient = std::floor(a / b);
    return ConfigValue(op == "/" ? a / b : op == "//" ? quotient : a - quotient * b);
}

Result<ConfigValue> compute(const std::string& op, const ConfigValue& a, const ConfigValue& b) {
    const auto first = asNumber(a);
    const auto second = asNumber(b);
    if (!first || !second) {
        return cannot(say("%1 is not a number", shownValue(first ? b : a)));
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
        return cannot(say("%1 is not a number", shownValue(first ? b : a)));
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
                               : cannot(say("%1 is not a string", shownValue(item)));
    }
    const auto* list = std::get_if<ConfigPart>(&container);
    if (list == nullptr) {
        return cannot(say("%1 is not a list", shownValue(container)));
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
            return cannot(say("%1 is not one of the known values", shownValue(index)));
        }
        return configValue(*list, (*list)->at(*key));
    }
    const auto position = asWhole(index);
    if (const auto* text = std::get_if<std::string>(&container); text != nullptr && position) {
        const auto size = static_cast<std::int64_t>(text->size());
        const std::int64_t at = *position < 0 ? *position + size : *position;
        if (at < 0 || at >= size) {
            return cannot(
                say("the string has %1 characters, but the character at index %2 is requested",
                    size, *position));
        }
        return ConfigValue(text->substr(static_cast<std::size_t>(at), 1));
    }
    if (list == nullptr || !(*list)->is_array() || !position) {
        return cannot(say("%1 is not a list, or %2 is not a position in the list",
                          shownValue(container), shownValue(index)));
    }
    const auto size = static_cast<std::int64_t>((*list)->size());
    const std::int64_t at = *position < 0 ? *position + size : *position;
    if (at < 0 || at >= size) {
        return cannot(say("the list has %1 elements, but the element at index %2 is requested",
                          size, *position));
    }
    return configValue(*list, (**list)[static_cast<std::size_t>(at)]);
}

Result<ConfigValue> fieldOf(const ConfigValue& object, const std::string& name) {
    const auto* part = std::get_if<ConfigPart>(&object);
    if (part == nullptr || !(*part)->is_object()) {
        return std::holds_alternative<std::monostate>(object)
                   ? Result<ConfigValue>(ConfigValue())
                   : cannot(say("%1 is not an object with the field \"%2\"", shownValue(object),
                                name));
    }
    const auto found = (*part)->find(name);
    return found == (*part)->end() ? ConfigValue() : configValue(*part, *found);
}

Result<ConfigValue> smallestOrLargest(const std::string& name,
                                      const std::vector<ConfigValue>& arguments) {
    const ConfigValue* best = &arguments.front();
    for (const ConfigValue& argument : arguments) {
        const auto isBetter = order(name == "min" ? "<" : ">", argument, *best);
        STOWAGE_TRY(isBetter);
        best = isTrue(*isBetter) ? &argument : best;
    }
    return *best;
}

Result<ConfigValue> truncated(const ConfigValue& value) {
    constexpr double kLargestWhole = 9.2e18;
    const auto number = asNumber(value);
    if (!number || !(std::abs(*number) < kLargestWhole)) {
        return cannot(say("%1 is not a number below 2^63", shownValue(value)));
    }
    return asWhole(value) ? ConfigValue(*asWhole(value))
                          : ConfigValue(static_cast<std::int64_t>(*number));
}

Result<ConfigValue> splitText(const ConfigValue& value, const ConfigValue& separator) {
    const auto* text = std::get_if<std::string>(&value);
    const auto* mark = std::get_if<std::string>(&separator);
    if (text == nullptr || mark == nullptr || mark->empty()) {
        return cannot(say("%1 is not a string", shownValue(value)));
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
        return cannot(say("%1 is not a list", shownValue(container)));
    }
    return ConfigValue(
        static_cast<std::int64_t>(std::ranges::count_if(**list, [&](const ConfigJson& element) {
            return isEqual(configValue(*list, element), value);
        })));
}

/// Where a list holds a value, from the first on.
Result<ConfigValue> positionsOf(const ConfigValue& container, const ConfigValue& value) {
    const auto* list = std::get_if<ConfigPart>(&container);
    if (list == nullptr || !(*list)->is_array()) {
        return cannot(say("%1 is not a list", shownValue(container)));
    }
    ConfigJson positions = ConfigJson::array();
    for (std::size_t i = 0; i < (*list)->size(); ++i) {
        if (isEqual(configValue(*list, (**list)[i]), value)) {
            positions.push_back(i);
        }
    }
    return ConfigValue(std::make_shared<const ConfigJson>(std::move(positions)));
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
    if (name == "positions" && arguments.size() == 2) {
        return positionsOf(arguments[0], arguments[1]);
    }
    if (name == "pair" && arguments.size() == 1) {
        return paired(arguments[0]);
    }
    if (name == "len" && arguments.size() == 1) {
        if (const auto* text = std::get_if<std::string>(arguments.data())) {
            return ConfigValue(static_cast<std::int64_t>(text->size()));
        }
        const auto* part = std::get_if<ConfigPart>(arguments.data());
        return part != nullptr
                   ? Result<ConfigValue>(static_cast<std::int64_t>((*part)->size()))
                   : cannot(say("%1 is neither a list nor an object", shownValue(arguments[0])));
    }
    return cannot(say("there is no function %1 with this number of arguments", name));
}

Result<ConfigValue> evaluatePart(const ConfigExpression& expression, const ConfigScope& scope);

Result<ConfigValue> evaluateBinary(const ConfigExpression& expression, const ConfigScope& scope) {
    const auto left = evaluatePart(expression.parts[0], scope);
    STOWAGE_TRY(left);
    const std::string& op = expression.text;
    if (op == "and" || op == "or") {
        return isTrue(*left) == (op == "or") ? left : evaluatePart(expression.parts[1], scope);
    }
    const auto right = evaluatePart(expression.parts[1], scope);
    STOWAGE_TRY(right);
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
        STOWAGE_TRY(value);
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
                                    : cannot(say("the name %1 is unknown", expression.text));
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

ConfigValue configValue(const ConfigPart& owner, const ConfigJson& json) {
    constexpr auto kLargestWhole =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    switch (json.type()) {
        case ConfigJson::value_t::boolean:
            return json.get<bool>();
        case ConfigJson::value_t::number_integer:
            return json.get<std::int64_t>();
        case ConfigJson::value_t::number_unsigned:
            if (json.get<std::uint64_t>() <= kLargestWhole) {
                return static_cast<std::int64_t>(json.get<std::uint64_t>());
            }
            return json.get<double>();
        case ConfigJson::value_t::number_float:
            return json.get<double>();
        case ConfigJson::value_t::string:
            return json.get<std::string>();
        case ConfigJson::value_t::array:
        case ConfigJson::value_t::object:
            return ConfigPart(owner, &json);
        case ConfigJson::value_t::null:
        case ConfigJson::value_t::binary:
        case ConfigJson::value_t::discarded:
            break;
    }
    return std::monostate{};
}

ConfigJson configJson(const ConfigValue& value) {
    return std::visit(
        [](const auto& held) -> ConfigJson {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, std::monostate>) {
                return nullptr;
            } else if constexpr (std::is_same_v<Held, ConfigPart>) {
                return *held;
            } else {
                return held;
            }
        },
        value);
}

bool isTrue(const ConfigValue& value) {
    if (const auto* text = as<std::string>(value)) {
        return !text->empty();
    }
    if (const auto* part = as<ConfigPart>(value)) {
        return !(*part)->empty();
    }
    return asNumber(value).value_or(0) != 0;
}

std::optional<std::int64_t> asWhole(const ConfigValue& value) {
    if (const bool* truth = as<bool>(value)) {
        return *truth ? 1 : 0;
    }
    const auto* whole = as<std::int64_t>(value);
    return whole != nullptr ? std::optional(*whole) : std::nullopt;
}

std::optional<double> asNumber(const ConfigValue& value) {
    if (const double* number = as<double>(value)) {
        return *number;
    }
    const auto whole = asWhole(value);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

bool isEqual(const ConfigValue& a, const ConfigValue& b) {
    const auto first = asWhole(a);
    const auto second = asWhole(b);
    if (first && second) {
        return *first == *second;
    }
    if (asNumber(a) && asNumber(b)) {
        return *asNumber(a) == *asNumber(b);
    }
    const auto* list = as<ConfigPart>(a);
    const auto* other = as<ConfigPart>(b);
    return list != nullptr && other != nullptr ? **list == **other : a == b;
}

Message shownValue(const ConfigValue& value) {
    constexpr std::size_t kLongest = 60;
    const auto* part = as<ConfigPart>(value);
    if (part != nullptr && (*part)->size() > kLongest) {
        return (*part)->is_array() ? say("a list of %1 elements", (*part)->size())
                                   : say("an object of %1 elements", (*part)->size());
    }
    std::string text = jsonText(configJson(value));
    if (text.size() > kLongest) {
        text.resize(kLongest);
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0) {
            text.pop_back();
        }
        text += "…";
    }
    return text;
}

void ConfigScope::set(std::string_view name, ConfigValue value) {
    for (auto& [known, held] : m_values) {
        if (known == name) {
            held = std::move(value);
            return;
        }
    }
    m_values.emplace_back(name, std::move(value));
}

const ConfigValue* ConfigScope::find(std::string_view name) const {
    for (const auto& [known, held] : m_values) {
        if (known == name) {
            return &held;
        }
    }
    return m_outer != nullptr ? m_outer->find(name) : nullptr;
}

Message namedValues(const ConfigExpression& expression, const ConfigScope& scope) {
    std::vector<std::string> names;
    collectNames(expression, names);
    std::vector<Message> values;
    for (const std::string& name : names) {
        const ConfigValue* known = scope.find(name);
        // A table of the architecture's own says nothing about the configuration.
        const bool isTable = known != nullptr && std::holds_alternative<ConfigPart>(*known) &&
                             std::get<ConfigPart>(*known)->is_object();
        if (known != nullptr && !isTable) {
            values.push_back(say("%1 is %2", name, shownValue(*known)));
        }
    }
    return joined(std::move(values), ", ");
}

Result<ConfigValue> evaluate(const ConfigExpression& expression, const ConfigScope& scope) {
    auto value = evaluatePart(expression, scope);
    if (value) {
        return value;
    }
    const Message& why = value.error().message;
    const Message values = namedValues(expression, scope);
    return cannot(values.empty() ? say("cannot evaluate \"%1\": %2", expression.source, why)
                                 : say("cannot evaluate \"%1\": %2, where %3", expression.source,
                                       why, values));
}

}  // namespace stowage
