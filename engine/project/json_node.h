// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/base/strings.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// What a reader of a project file has found wrong first: shared by all its nodes.
struct JsonTrouble {
    Message file;                  ///< for messages
    std::optional<Error> error{};  ///< Malformed
};

/// A value of a document that knows where it stands, so that what is wrong can be named. What is
/// missing, and null, is read as nothing: the field stays as it is. What is of another kind is
/// blamed and reading goes on; the first blame counts.
///
///     JsonTrouble trouble{path};
///     const JsonNode root(document, "", trouble);
///     root.at("name").read(variant.name);
class JsonNode {
public:
    /// All three must outlive the node.
    JsonNode(const nlohmann::ordered_json& value, std::string place, JsonTrouble& trouble)
        : m_value(&value), m_place(std::move(place)), m_trouble(&trouble) {}

    /// Whether there is something to read.
    [[nodiscard]] bool isThere() const { return m_value != nullptr && !m_value->is_null(); }
    [[nodiscard]] const nlohmann::ordered_json& value() const { return *m_value; }

    /// The member of an object; a node of nothing where it has none.
    [[nodiscard]] JsonNode at(const char* key) const;
    /// The items of an array; none where there is nothing, or a blame where it is something else.
    [[nodiscard]] std::vector<JsonNode> items() const;
    /// The items where there must be exactly `count`; else none and a blame.
    [[nodiscard]] std::vector<JsonNode> items(std::size_t count) const;

    /// "FILE is broken: PLACE `what`."; `what` is like "is no text".
    void blame(const Message& what) const;
    /// This node, with a blame where there is nothing.
    [[nodiscard]] const JsonNode& required() const;
    /// False, with a blame, for what is there and no object.
    [[nodiscard]] bool isObject() const;

    void read(bool& field) const;
    void read(std::string& field) const;
    /// A count or a size up to `most`.
    void read(std::uint64_t& field, std::uint64_t most) const;
    /// A finite number from 0 to `most`.
    void read(double& field, double most) const;
    void read(std::vector<std::string>& field) const;
    /// A name, by the function that knows them, which returns a Result.
    template <class Value, class FromName>
    void readNamed(Value& field, FromName fromName) const {
        std::string name;
        read(name);
        if (!isThere() || !m_value->is_string()) {
            return;
        }
        if (auto found = fromName(name)) {
            field = *std::move(found);
        } else {
            blame(say("is %1, which this version does not support", quotedForMessage(name)));
        }
    }
    /// What may be null or missing: it is nothing then. `readValue` takes the node and the value.
    template <class Value, class Read>
    void readOptional(std::optional<Value>& field, Read readValue) const {
        field.reset();
        if (isThere()) {
            readValue(*this, field.emplace());
        }
    }

private:
    JsonNode(std::string place, JsonTrouble& trouble)
        : m_place(std::move(place)), m_trouble(&trouble) {}

    const nlohmann::ordered_json* m_value = nullptr;
    std::string m_place;  ///< "variants[0].request.strategy"; "" for the whole document
    JsonTrouble* m_trouble;
};

}  // namespace stowage
