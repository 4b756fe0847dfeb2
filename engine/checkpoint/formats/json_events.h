// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_stream.h"
#include "engine/base/name_table.h"
#include "engine/base/result.h"
#include "engine/base/strings.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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
    std::string_view text{};          ///< of Text, until the handler returns
};

/// What indexes, which may be large, are read through: it keeps the path of keys, sees duplicate
/// keys and depth, and hands on scalars and openings. `Handler` derives from it and has
/// `bool scalar(JsonScalar&)`, `bool opened(bool isArray)` and `bool closed(bool isArray)`; the
/// depth counts open containers, `key(level)` is the member's name at a level below the root.
template <class Handler>
class JsonEvents {
public:
    explicit JsonEvents(std::string file) : m_file(std::move(file)) {}

    /// Goes through the whole text. False: see error().
    bool parse(JsonScanner& json) {
        using Event = JsonScanner::Event;
        for (Event event = json.next(); event != Event::End; event = json.next()) {
            if (!take(event, json)) {
                return false;
            }
        }
        return true;
    }

    /// Only after parse() returned false.
    [[nodiscard]] const Error& error() const { return m_error; }

protected:
    [[nodiscard]] std::size_t depth() const { return m_levels.size(); }
    /// The name under which the value at this level of objects stands.
    [[nodiscard]] const std::string& keyAt(std::size_t level) const { return m_levels[level].key; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    bool refuse(ErrorCode code, const Message& reason, std::string key = {}) {
        m_error = makeError(code, say("%1 %2.", m_file, reason), m_file, std::move(key));
        return false;
    }
    /// Ends the parsing for a reason of somebody else's.
    bool stopFor(Error error) {
        m_error = std::move(error);
        return false;
    }

private:
    static constexpr std::size_t kMaxDepth = 1024;
    struct Level {
        std::string key;
        SeenNames keys;
    };

    bool take(JsonScanner::Event event, const JsonScanner& json) {
        using Event = JsonScanner::Event;
        switch (event) {
            case Event::BeginObject:
            case Event::BeginArray:
                return open(event == Event::BeginArray);
            case Event::EndObject:
            case Event::EndArray:
                return close(event == Event::EndArray);
            case Event::Key:
                return noteKey(json);
            case Event::Failed:
                return noteFailure(json);
            default:
                return give(event, json);
        }
    }

    bool give(JsonScanner::Event event, const JsonScanner& json) {
        using Event = JsonScanner::Event;
        JsonScalar value;
        switch (event) {
            case Event::Text:
                value.kind = JsonScalar::Kind::Text;
                value.text = json.text();
                break;
            case Event::Unsigned:
                value.kind = JsonScalar::Kind::Unsigned;
                value.unsignedValue = json.number();
                value.real = static_cast<double>(json.number());
                break;
            case Event::Negative:
                value.kind = JsonScalar::Kind::Integer;
                value.integer = json.negative();
                value.real = static_cast<double>(json.negative());
                break;
            case Event::Real:
                value.kind = JsonScalar::Kind::Float;
                value.real = json.real();
                break;
            case Event::True:
            case Event::False:
                value.kind = JsonScalar::Kind::Bool;
                break;
            default:
                break;
        }
        return static_cast<Handler*>(this)->scalar(value);
    }

    bool noteKey(const JsonScanner& json) {
        Level& level = m_levels.back();
        if (json.isCut()) {
            return refuse(ErrorCode::LimitExceeded, phrase("has a key of more than 262144 bytes"));
        }
        if (!level.keys.insert(json.text())) {
            return refuse(ErrorCode::Malformed,
                          say("has the key %1 twice", quotedForMessage(json.text())),
                          std::string(json.text()));
        }
        level.key = json.text();
        return true;
    }

    bool noteFailure(const JsonScanner& json) {
        if (json.sourceError()) {
            m_error = *json.sourceError();
            return false;
        }
        const std::uint64_t at = json.position();
        m_error = makeError(
            ErrorCode::Malformed,
            json.ahead().empty()
                ? say("%1 is not valid JSON: the text ends too early, at byte %2.", m_file, at)
                : say("%1 is not valid JSON at byte %2.", m_file, at),
            m_file, {}, at);
        return false;
    }

    bool open(bool isArray) {
        if (m_levels.size() >= kMaxDepth) {
            return refuse(ErrorCode::LimitExceeded, phrase("is nested deeper than 1024 levels"));
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

/// What a JSON file beside a model is.
enum class JsonKind {
    ShardIndex,    ///< has "weight_map", or maps every key to a text (Accelerate's flat form)
    OffloadIndex,  ///< maps names to {"dtype", …}
    ModelConfig,   ///< has "model_type" or "architectures", of diffusers "_class_name"
    ModuleTree,    ///< has "format"
    Other,         ///< nothing we know
};

/// Tells it from one pass of events; no document is built.
/// Errors: Malformed (no JSON), LimitExceeded (nested over 1024 levels).
[[nodiscard]] Result<JsonKind> probeJson(JsonScanner& json, const std::string& file);
[[nodiscard]] Result<JsonKind> probeJson(std::string_view text, const std::string& file);

}  // namespace stowage
