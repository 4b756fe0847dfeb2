// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/field_table.h"

#include "engine/base/number_text.h"
#include "engine/base/strings.h"

#include <utility>

namespace stowage {

using Json = nlohmann::ordered_json;

Unexpected wrongField(Message what) {
    return Unexpected{makeError(ErrorCode::Malformed, std::move(what))};
}

Error inMember(std::string_view key, Error error) {
    const bool isInside = !error.key.empty() && !error.key.starts_with('[');
    error.key = std::string(key) + (isInside ? "." : "") + error.key;
    return error;
}

Error inElement(std::size_t index, Error error) {
    return inMember("[" + std::to_string(index) + "]", std::move(error));
}

Unexpected inFile(const Message& file, Error error) {
    const Message place =
        error.key.empty() ? say("the file") : Message(quotedForMessage(error.key));
    error.message = error.message.english().ends_with('.')
                        ? say("%1 is invalid: %2 %3 Correct it, or use an older copy.", file, place,
                              error.message)
                        : say("%1 is invalid: %2 %3. Correct it, or use an older copy.", file,
                              place, error.message);
    error.file = file.english();
    return Unexpected{std::move(error)};
}

Result<void> Flag::read(const Json& json, bool& value) {
    if (!json.is_boolean()) {
        return wrongField(phrase("is neither true nor false"));
    }
    value = json.get<bool>();
    return {};
}

Result<void> Text::read(const Json& json, std::string& value) {
    if (!json.is_string()) {
        return wrongField(phrase("is not a string"));
    }
    value = json.get<std::string>();
    return {};
}

Result<std::uint64_t> readWhole(const Json& json, std::uint64_t most) {
    const bool isCount =
        json.is_number_unsigned() || (json.is_number_integer() && json.get<std::int64_t>() >= 0);
    if (!isCount || json.get<std::uint64_t>() > most) {
        return wrongField(say("is not a whole number from 0 to %1", groupedText(most)));
    }
    return json.get<std::uint64_t>();
}

Result<double> readNumber(const Json& json, double most) {
    const double number = json.is_number() ? json.get<double>() : -1;
    if (!std::isfinite(number) || number < 0 || number > most) {
        return wrongField(say("is not a number from 0 to %1", formatGeneral(most, 3)));
    }
    return number;
}

Unexpected unknownName(const std::string& name) {
    return wrongField(say("is %1, which this version does not support", quotedForMessage(name)));
}

Result<void> requireList(const Json& json) {
    return json.is_array() ? Result<void>() : wrongField(phrase("is not a list"));
}

Result<void> requireList(const Json& json, std::size_t size) {
    return json.is_array() && json.size() == size
               ? Result<void>()
               : wrongField(say("is not a list with %1 elements", size));
}

Result<void> requireObject(const Json& json) {
    return json.is_object() ? Result<void>() : wrongField(phrase("is not an object"));
}

}  // namespace stowage
