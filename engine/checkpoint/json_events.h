// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/base/utf8.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace stowage {

/// One scalar of a JSON text.
struct JsonScalar {
    enum class Kind { Null, Bool, Integer, Unsigned, Float, Text };
    Kind kind = Kind::Null;
    std::int64_t integer = 0;         ///< of Integer: a negative number
    std::uint64_t unsignedValue = 0;  ///< of Unsigned
    double real = 0;                  ///< of every number
    std::string text{};
};

/// What nlohmann's SAX parser needs, for indexes that may be large: it keeps the path of keys, sees
/// duplicate keys and depth, and hands on scalars and openings. `Handler` derives from it and has
/// `bool scalar(JsonScalar&)`, `bool opened(bool isArray)` and `bool closed(bool isArray)`; the
/// depth counts open containers, `key(level)` is the member's name at a level below the root.
template <class Handler>
class JsonEvents {
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    explicit JsonEvents(std::string file) : m_file(std::move(file)) {}

    bool null() { return give({}); }
    bool boolean(bool) { return give({JsonScalar::Kind::Bool}); }
    bool number_integer(number_integer_t value) {
        return give({JsonScalar::Kind::Integer, value, 0, static_cast<double>(value)});
    }
    bool number_unsigned(number_unsigned_t value) {
        return give({JsonScalar::Kind::Unsigned, 0, value, static_cast<double>(value)});
    }
    bool number_float(number_float_t value, const string_t&) {
        return give({JsonScalar::Kind::Float, 0, 0, value});
    }
    bool string(string_t& value) {
        return give({JsonScalar::Kind::Text, 0, 0, 0, std::move(value)});
    }
    bool binary(binary_t&) { return refuse(ErrorCode::Malformed, "contains binary data"); }
    bool start_object(std::size_t) { return open(false); }
    bool end_object() { return close(false); }
    bool start_array(std::size_t) { return open(true); }
    bool end_array() { return close(true); }
    bool key(string_t& name) {
        Level& level = m_levels.back();
        if (!level.keys.insert(name).second) {
            return refuse(ErrorCode::Malformed, "has the key " + quotedForMessage(name) + " twice",
                          name);
        }
        level.key = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
        m_error = makeError(ErrorCode::Malformed,
                            m_file + " is not valid JSON at byte " + std::to_string(position) + ".",
                            m_file, {}, position);
        return false;
    }

    /// Only after sax_parse returned false.
    [[nodiscard]] const Error& error() const { return m_error; }

protected:
    [[nodiscard]] std::size_t depth() const { return m_levels.size(); }
    /// The name under which the value at this level of objects stands.
    [[nodiscard]] const std::string& keyAt(std::size_t level) const { return m_levels[level].key; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    bool refuse(ErrorCode code, const std::string& reason, std::string key = {}) {
        m_error = makeError(code, m_file + " " + reason + ".", m_file, std::move(key));
        return false;
    }

private:
    static constexpr std::size_t kMaxDepth = 1024;
    struct Level {
        std::string key;
        std::unordered_set<std::string> keys;
    };

    bool give(JsonScalar value) { return static_cast<Handler*>(this)->scalar(value); }
    bool open(bool isArray) {
        if (m_levels.size() >= kMaxDepth) {
            return refuse(ErrorCode::LimitExceeded, "is nested deeper than 1024 levels");
        }
        const bool goesOn = static_cast<Handler*>(this)->opened(isArray);
        m_levels.emplace_back();
        return goesOn;
    }
    bool close(bool isArray) {
        m_levels.pop_back();
        return static_cast<Handler*>(this)->closed(isArray);
    }

    std::string m_file;
    std::vector<Level> m_levels;
    Error m_error;
};

}  // namespace stowage
