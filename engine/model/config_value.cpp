// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_value.h"

#include "engine/base/json_reader.h"

#include <limits>
#include <utility>

namespace stowage {
namespace {

template <class T>
const T* as(const ConfigValue& value) {
    return std::get_if<T>(&value);
}

}  // namespace

ConfigValue configValue(const ConfigPart& owner, const ConfigJson& json) {
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    switch (json.type()) {
        case ConfigJson::value_t::boolean:
            return json.get<bool>();
        case ConfigJson::value_t::number_integer:
            return json.get<std::int64_t>();
        case ConfigJson::value_t::number_unsigned:
            if (json.get<std::uint64_t>() <= kLargest) {
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

std::string shownValue(const ConfigValue& value) {
    constexpr std::size_t kLongest = 60;
    const auto* part = as<ConfigPart>(value);
    if (part != nullptr && (*part)->size() > kLongest) {
        return ((*part)->is_array() ? "a list of " : "an object of ") +
               std::to_string((*part)->size()) + " elements";
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

}  // namespace stowage
