// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_fields.h"

#include <algorithm>
#include <cmath>

namespace stowage {

using Json = nlohmann::ordered_json;

const Json* JsonFieldReader::find(const Json& object, const char* key) const {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (found == object.end()) {
        return nullptr;
    }
    const bool isUnknown =
        found->is_null() || (found->is_number_float() && !std::isfinite(found->get<double>()));
    return isUnknown && m_missing == Missing::Keep ? nullptr : &*found;
}

bool JsonFieldReader::take(const Json& value, bool& field) const {
    field = value.is_boolean() && value.get<bool>();
    return value.is_boolean();
}

bool JsonFieldReader::take(const Json& value, double& field) const {
    field = value.is_number() ? value.get<double>() : 0.0;
    return value.is_number();
}

bool JsonFieldReader::take(const Json& value, std::string& field) const {
    field = value.is_string() ? value.get<std::string>() : std::string();
    return value.is_string();
}

bool JsonFieldReader::take(const Json& value, Message& field) const {
    std::string text;
    const bool isTaken = take(value, text);
    field = std::move(text);
    return isTaken;
}

bool JsonFieldReader::take(const Json& value, std::uint64_t& field) const {
    if (value.is_number_unsigned()) {
        field = value.get<std::uint64_t>();
        return true;
    }
    // Peaks above a baseline may be below it where the process shrank.
    const std::int64_t count = value.is_number_integer() ? value.get<std::int64_t>() : -1;
    field = static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
    return value.is_number_integer() && (count >= 0 || m_missing == Missing::Keep);
}

bool JsonFieldReader::take(const Json& value, std::int64_t& field) const {
    std::uint64_t count = 0;
    const bool isTaken = take(value, count);
    field = static_cast<std::int64_t>(count);
    return isTaken;
}

}  // namespace stowage
