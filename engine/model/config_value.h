// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
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
[[nodiscard]] std::string shownValue(const ConfigValue& value);

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

}  // namespace stowage
