// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// When a field is written and whether it must be there.
enum class FieldUse : std::uint8_t {
    Always,      ///< written always; keeps its value if it is missing or, without an optional, null
    IfChanged,   ///< written only if it differs from the default
    Compulsory,  ///< written always, must not be missing
};

/// A row of a table that describes how a struct is written to JSON and read from it. What is read
/// wrong is an error (Malformed) whose message is a predicate ("is not a list") and whose key is
/// the place inside the value ("[0].id"): see inFile().
template <class Owner>
struct Field {
    std::string_view key;
    nlohmann::ordered_json (*write)(const Owner& owner) = nullptr;
    Result<void> (*read)(const nlohmann::ordered_json& value, Owner& owner) = nullptr;
    bool readsNull = false;
    FieldUse use = FieldUse::Always;
};

/// A value that cannot be read; `what` is a predicate.
[[nodiscard]] Unexpected wrongField(Message what);
/// The error of a value, seen from the object or list that contains it.
[[nodiscard]] Error inMember(std::string_view key, Error error);
[[nodiscard]] Error inElement(std::size_t index, Error error);
/// "FILE is invalid: "a.b[0]" is not a list. Correct it, or use an older copy."
[[nodiscard]] Unexpected inFile(const Message& file, Error error);

// Codecs: how a value is written and read.

struct Flag {
    static nlohmann::ordered_json write(bool value) { return value; }
    static Result<void> read(const nlohmann::ordered_json& json, bool& value);
};

struct Text {
    static nlohmann::ordered_json write(const std::string& value) { return value; }
    static Result<void> read(const nlohmann::ordered_json& json, std::string& value);
};

[[nodiscard]] Result<std::uint64_t> readWhole(const nlohmann::ordered_json& json,
                                              std::uint64_t most);
[[nodiscard]] Result<double> readNumber(const nlohmann::ordered_json& json, double most);

template <std::uint64_t most = std::numeric_limits<std::uint64_t>::max()>
struct Whole {
    template <class Value>
    static nlohmann::ordered_json write(Value value) {
        return value;
    }
    template <class Value>
    static Result<void> read(const nlohmann::ordered_json& json, Value& value) {
        const auto number = readWhole(json, most);
        STOWAGE_TRY(number);
        value = static_cast<Value>(*number);
        return {};
    }
};

inline constexpr double kAnyNumber = std::numeric_limits<double>::max();

/// A finite number from 0. A reference, because clang 16 takes no floating-point value there.
template <const double& most = kAnyNumber>
struct Number {
    static nlohmann::ordered_json write(double value) { return value; }
    static Result<void> read(const nlohmann::ordered_json& json, double& value) {
        const auto number = readNumber(json, most);
        STOWAGE_TRY(number);
        value = *number;
        return {};
    }
};

[[nodiscard]] Unexpected unknownName(const std::string& name);

/// A value that has a name; `fromName` returns a Result.
template <auto toName, auto fromName>
struct Named {
    template <class Value>
    static nlohmann::ordered_json write(const Value& value) {
        return toName(value);
    }
    template <class Value>
    static Result<void> read(const nlohmann::ordered_json& json, Value& value) {
        std::string name;
        STOWAGE_TRY(Text::read(json, name));
        auto found = fromName(name);
        if (!found) {
            return unknownName(name);
        }
        value = *std::move(found);
        return {};
    }
};

/// Null for nothing.
template <class Codec>
struct Optional {
    static constexpr bool kReadsNull = true;
    template <class Value>
    static nlohmann::ordered_json write(const std::optional<Value>& value) {
        return value ? nlohmann::ordered_json(Codec::write(*value)) : nlohmann::ordered_json();
    }
    template <class Value>
    static Result<void> read(const nlohmann::ordered_json& json, std::optional<Value>& value) {
        value.reset();
        return json.is_null() ? Result<void>() : Codec::read(json, value.emplace());
    }
};

[[nodiscard]] Result<void> requireList(const nlohmann::ordered_json& json);
[[nodiscard]] Result<void> requireList(const nlohmann::ordered_json& json, std::size_t size);
[[nodiscard]] Result<void> requireObject(const nlohmann::ordered_json& json);

template <class Codec>
struct List {
    template <class Value>
    static nlohmann::ordered_json write(const std::vector<Value>& values) {
        auto list = nlohmann::ordered_json::array();
        for (const Value& value : values) {
            list.push_back(Codec::write(value));
        }
        return list;
    }
    template <class Value>
    static Result<void> read(const nlohmann::ordered_json& json, std::vector<Value>& values) {
        STOWAGE_TRY(requireList(json));
        values.clear();
        values.reserve(json.size());
        for (const auto& element : json) {
            if (auto read = Codec::read(element, values.emplace_back()); !read) {
                return Unexpected{inElement(values.size() - 1, read.error())};
            }
        }
        return {};
    }
};

/// Adds the fields to `object`, in the table's order.
template <class Owner, class Table>
void writeFields(nlohmann::ordered_json& object, const Owner& owner, const Table& table) {
    const Owner usual{};
    for (const Field<Owner>& field : table) {
        auto value = field.write(owner);
        if (field.use != FieldUse::IfChanged || value != field.write(usual)) {
            object[std::string(field.key)] = std::move(value);
        }
    }
}

template <class Owner>
[[nodiscard]] Result<void> readField(const nlohmann::ordered_json& value, Owner& owner,
                                     const Field<Owner>& field) {
    if (value.is_null() && !field.readsNull) {
        return field.use == FieldUse::Compulsory ? wrongField(phrase("is missing"))
                                                 : Result<void>();
    }
    return field.read(value, owner);
}

/// Reads the table's fields of an object. Other keys are ignored.
template <class Owner, class Table>
[[nodiscard]] Result<void> readFields(const nlohmann::ordered_json& object, Owner& owner,
                                      const Table& table) {
    STOWAGE_TRY(requireObject(object));
    for (const Field<Owner>& field : table) {
        const auto found = object.find(field.key);
        const bool isThere = found != object.end();
        if (!isThere && field.use != FieldUse::Compulsory) {
            continue;
        }
        const auto read = isThere ? readField(*found, owner, field)
                                  : Result<void>(wrongField(phrase("is missing")));
        if (!read) {
            return Unexpected{inMember(field.key, read.error())};
        }
    }
    return {};
}

/// A struct as an object; `table` is an array of its fields.
template <const auto& table>
struct Object {
    template <class Owner>
    static nlohmann::ordered_json write(const Owner& owner) {
        auto object = nlohmann::ordered_json::object();
        writeFields(object, owner, table);
        return object;
    }
    template <class Owner>
    static Result<void> read(const nlohmann::ordered_json& json, Owner& owner) {
        return readFields(json, owner, table);
    }
};

/// A struct as a list of its values, without their keys.
template <const auto& table>
struct Row {
    template <class Owner>
    static nlohmann::ordered_json write(const Owner& owner) {
        auto list = nlohmann::ordered_json::array();
        for (const auto& field : table) {
            list.push_back(field.write(owner));
        }
        return list;
    }
    template <class Owner>
    static Result<void> read(const nlohmann::ordered_json& json, Owner& owner) {
        STOWAGE_TRY(requireList(json, std::size(table)));
        for (std::size_t i = 0; i < std::size(table); ++i) {
            if (auto read = readField(json[i], owner, table[i]); !read) {
                return Unexpected{inElement(i, read.error())};
            }
        }
        return {};
    }
};

// Rows.

template <class Member>
struct OwnerOf;
template <class Value, class Owner>
struct OwnerOf<Value Owner::*> {
    using Type = Owner;
};

template <auto first, auto... rest, class Owner>
[[nodiscard]] constexpr auto& memberOf(Owner& owner) {
    if constexpr (sizeof...(rest) == 0) {
        return owner.*first;
    } else {
        return memberOf<rest...>(owner.*first);
    }
}

/// The row of a member, or of a member of a member:
/// field<Flag, &PlacementRequest::constraints, &PlacementConstraints::offloadBuffers>("…").
template <class Codec, auto first, auto... rest>
[[nodiscard]] constexpr auto field(std::string_view key, FieldUse use = FieldUse::Always) {
    using Owner = typename OwnerOf<decltype(first)>::Type;
    return Field<Owner>{
        key, [](const Owner& owner) { return Codec::write(memberOf<first, rest...>(owner)); },
        [](const nlohmann::ordered_json& json, Owner& owner) {
            return Codec::read(json, memberOf<first, rest...>(owner));
        },
        requires {Codec::kReadsNull;
}
, use
};  // namespace stowage
}

}  // namespace stowage
