// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_reader.h"
#include "engine/base/message.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace stowage {

/// A member of a JSON object and what of a struct it holds. One table of them says how the object
/// is written and how it is read:
///
///     constexpr auto kModelFields = std::tuple{JsonField{"path", &Model::path},
///                                              JsonField{"bytes", &Model::bytes}};
///
/// Fields that two structs have in common, one written and one read, stand in a template of both.
template <class Value, class Owner>
struct JsonField {
    const char* key;
    Value Owner::*member;
};
template <class Value, class Owner>
JsonField(const char*, Value Owner::*) -> JsonField<Value, Owner>;

/// What is not known is null.
template <class Value>
[[nodiscard]] nlohmann::ordered_json orNull(const std::optional<Value>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

template <class Value>
[[nodiscard]] nlohmann::ordered_json orNull(const Value& value) {
    return value;
}

/// In English.
[[nodiscard]] inline nlohmann::ordered_json orNull(const Message& message) {
    return message.english();
}

/// Adds the members of the table to `object`, in the table's order.
template <class Owner, class... Fields>
void writeFields(nlohmann::ordered_json& object, const Owner& owner,
                 const std::tuple<Fields...>& table) {
    std::apply(
        [&](const auto&... field) { ((object[field.key] = orNull(owner.*field.member)), ...); },
        table);
}

/// An object of the table's members alone.
template <class Owner, class... Fields>
[[nodiscard]] nlohmann::ordered_json fieldsJson(const Owner& owner,
                                                const std::tuple<Fields...>& table) {
    auto object = nlohmann::ordered_json::object();
    writeFields(object, owner, table);
    return object;
}

/// Reads members of objects; remembers the first one that is of the wrong kind.
class JsonFieldReader {
public:
    enum class Missing {
        Keep,   ///< what is missing, null or not finite leaves its field as it is; below zero is 0
        Refuse  ///< every member must be there, no count below zero; only an optional's may be null
    };
    explicit JsonFieldReader(Missing missing) : m_missing(missing) {}

    /// The key of the first member that was of the wrong kind; "" where none was.
    [[nodiscard]] const std::string& trouble() const { return m_trouble; }
    void blame(const std::string& key) { m_trouble = m_trouble.empty() ? key : m_trouble; }

    /// The member; null where it is not known. `object` may be something else than an object.
    [[nodiscard]] const nlohmann::ordered_json* find(const nlohmann::ordered_json& object,
                                                     const char* key) const;

    template <class Value>
    void read(const nlohmann::ordered_json& object, const char* key, Value& value) {
        const nlohmann::ordered_json* const found = find(object, key);
        const bool isLeft = found == nullptr && m_missing == Missing::Keep;
        if (!isLeft && (found == nullptr || !take(*found, value))) {
            blame(key);
        }
        if constexpr (std::is_same_v<Value, Message>) {
            value = found != nullptr ? readMessage(object, key) : value;  // with its parts
        }
    }
    /// The members of the table, in its order.
    template <class Owner, class... Fields>
    void readFields(const nlohmann::ordered_json& object, Owner& owner,
                    const std::tuple<Fields...>& table) {
        std::apply(
            [&](const auto&... field) { (read(object, field.key, owner.*field.member), ...); },
            table);
    }

private:
    // False where the value is of another kind.
    [[nodiscard]] bool take(const nlohmann::ordered_json& value, bool& field) const;
    [[nodiscard]] bool take(const nlohmann::ordered_json& value, double& field) const;
    [[nodiscard]] bool take(const nlohmann::ordered_json& value, std::string& field) const;
    [[nodiscard]] bool take(const nlohmann::ordered_json& value, Message& field) const;
    [[nodiscard]] bool take(const nlohmann::ordered_json& value, std::uint64_t& field) const;
    [[nodiscard]] bool take(const nlohmann::ordered_json& value, std::int64_t& field) const;
    template <class Value>
    [[nodiscard]] bool take(const nlohmann::ordered_json& value,
                            std::optional<Value>& field) const {
        Value taken{};
        const bool isTaken = value.is_null() || take(value, taken);
        field = value.is_null() || !isTaken ? std::nullopt : std::optional(std::move(taken));
        return isTaken;
    }

    Missing m_missing;
    std::string m_trouble;
};

}  // namespace stowage
