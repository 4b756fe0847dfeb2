// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_reader.h"

#include "engine/base/json_stream.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// Builds the document from SAX events, so that duplicates and depth are seen as they come.
class DocumentBuilder {
public:
    using number_integer_t = Json::number_integer_t;
    using number_unsigned_t = Json::number_unsigned_t;
    using number_float_t = Json::number_float_t;
    using string_t = Json::string_t;
    using binary_t = Json::binary_t;

    DocumentBuilder(std::string file, std::size_t bytes, const JsonLimits& limits)
        : m_file(std::move(file)), m_bytes(bytes), m_limits(limits) {}

    bool null() { return put(nullptr); }
    bool boolean(bool value) { return put(value); }
    bool number_integer(number_integer_t value) { return put(value); }
    bool number_unsigned(number_unsigned_t value) { return put(value); }
    bool number_float(number_float_t value, const string_t&) { return put(value); }
    bool string(string_t& value) { return put(std::move(value)); }
    bool binary(binary_t&) {
        return refuse(ErrorCode::Malformed, say("%1 contains binary data.", m_file));
    }
    bool start_object(std::size_t) { return open(Json::object()); }
    bool end_object() { return close(); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_array() { return close(); }

    bool key(string_t& name) {
        Level& level = m_levels.back();
        m_hasEnded = m_levels.size() == 1 && !m_limits.endsAt.empty() && name == m_limits.endsAt;
        if (m_hasEnded) {
            return false;
        }
        if (!level.keys.insert(name)) {
            return refuse(ErrorCode::Malformed,
                          say("%1 has the key %2 twice.", m_file, quotedForMessage(name)), name);
        }
        level.key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
        const std::size_t at = std::min(position, m_bytes);
        m_error = makeError(
            ErrorCode::Malformed,
            position > m_bytes
                ? say("%1 is not valid JSON: the text ends too early, at byte %2.", m_file, at)
                : say("%1 is not valid JSON at byte %2.", m_file, at),
            m_file, {}, at);
        return false;
    }

    [[nodiscard]] const Error& error() const { return m_error; }
    /// The member was met at which reading ends.
    [[nodiscard]] bool hasEnded() const { return m_hasEnded; }
    Json takeDocument() { return std::move(m_root); }

private:
    struct Level {
        Json* value = nullptr;
        std::string key;
        SeenNames keys;
    };

    Json* place(Json value) {
        if (m_levels.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Level& level = m_levels.back();
        if (level.value->is_array()) {
            level.value->push_back(std::move(value));
            return &level.value->back();
        }
        // Appended, not looked up: key() has seen to duplicates, and a search would be quadratic.
        auto& object = level.value->get_ref<Json::object_t&>();
        object.Container::emplace_back(std::move(level.key), std::move(value));
        return &object.back().second;
    }
    template <class Value>
    bool put(Value&& value) {
        place(Json(std::forward<Value>(value)));
        return true;
    }
    bool open(Json value) {
        if (m_levels.size() >= m_limits.depth) {
            return refuse(ErrorCode::LimitExceeded,
                          say("%1 is nested deeper than %2 levels.", m_file, m_limits.depth));
        }
        Json* const placed = place(std::move(value));
        m_levels.push_back(Level{placed, {}, {}});
        return true;
    }
    bool close() {
        m_levels.pop_back();
        return true;
    }
    bool refuse(ErrorCode code, Message message, std::string key = {}) {
        m_error = makeError(code, std::move(message), m_file, std::move(key));
        return false;
    }

    std::string m_file;
    std::size_t m_bytes;  ///< of the text
    JsonLimits m_limits;
    Json m_root;
    std::vector<Level> m_levels;
    bool m_hasEnded = false;
    Error m_error;
};

enum class Building {
    Done,
    Stopped,  ///< by the builder
    Unfit,    ///< for the scanner: no JSON, a longer text or a larger number than it gives
};

/// Gives the builder the text's values, several times as fast as the library's parser does.
Building build(JsonScanner scanner, DocumentBuilder& builder) {
    using Event = JsonScanner::Event;
    std::string text;
    bool goesOn = true;
    for (Event event = scanner.next(); goesOn && event != Event::End; event = scanner.next()) {
        switch (event) {
            case Event::BeginObject:
                goesOn = builder.start_object(0);
                break;
            case Event::EndObject:
                goesOn = builder.end_object();
                break;
            case Event::BeginArray:
                goesOn = builder.start_array(0);
                break;
            case Event::EndArray:
                goesOn = builder.end_array();
                break;
            case Event::Key:
            case Event::Text:
                if (scanner.isCut()) {
                    return Building::Unfit;
                }
                text = scanner.text();
                goesOn = event == Event::Key ? builder.key(text) : builder.string(text);
                break;
            case Event::Unsigned:
                goesOn = builder.number_unsigned(scanner.number());
                break;
            case Event::Negative:
                goesOn = builder.number_integer(scanner.negative());
                break;
            case Event::Real:
                if (scanner.hasDigits() && !std::isfinite(scanner.real())) {
                    return Building::Unfit;
                }
                goesOn = builder.number_float(scanner.real(), {});
                break;
            case Event::True:
            case Event::False:
                goesOn = builder.boolean(event == Event::True);
                break;
            case Event::Null:
                goesOn = builder.null();
                break;
            default:
                return Building::Unfit;
        }
    }
    return goesOn ? Building::Done : Building::Stopped;
}

/// Walks the text before anything of it is built. Where it is no JSON it ends early: so does the
/// parser, which says where.
bool hasMoreValues(JsonScanner scanner, std::size_t most) {
    using Event = JsonScanner::Event;
    std::size_t values = 0;
    for (Event event = scanner.next(); event != Event::End && event != Event::Failed;
         event = scanner.next()) {
        const bool isValue =
            event != Event::Key && event != Event::EndObject && event != Event::EndArray;
        if (isValue && ++values > most) {
            return true;
        }
    }
    return false;
}

}  // namespace

Result<Json> parseJson(std::string_view text, const std::string& file, const JsonLimits& limits) {
    if (text.size() > limits.textBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has %2 bytes of JSON; the limit is %3 bytes.", file, text.size(),
                        limits.textBytes),
                    file);
    }
    // To the library's parser a NUL is the end of the text, whatever stands behind it.
    if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
        return fail(ErrorCode::Malformed, say("%1 is not valid JSON at byte %2.", file, at), file,
                    {}, at);
    }
    const auto scanner = [&] {
        JsonScanner made(text);
        if (limits.acceptsPythonNumbers) {
            made.acceptPythonNumbers();
        }
        return made;
    };
    if (limits.values != JsonLimits{}.values && hasMoreValues(scanner(), limits.values)) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has more than %2 values.", file, limits.values), file);
    }
    DocumentBuilder builder(file, text.size(), limits);
    Building building = build(scanner(), builder);
    if (building == Building::Unfit) {  // the library's parser takes it, or says what is wrong
        builder = DocumentBuilder(file, text.size(), limits);
        building = Json::sax_parse(text.begin(), text.end(), &builder) ? Building::Done
                                                                       : Building::Stopped;
    }
    if (building == Building::Stopped && !builder.hasEnded()) {
        return Unexpected{builder.error()};
    }
    return builder.takeDocument();
}

std::string jsonText(const Json& document, int indent) {
    return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

namespace {

using Json = nlohmann::ordered_json;

// No message of ours comes near these; those of a stranger stay small in any language.
constexpr std::size_t kMostTextBytes = 32 * 1024;
constexpr std::size_t kMostPatternBytes = 1024;
constexpr std::size_t kMostParts = 1024;

Json partsJson(const Message& message) {
    const Message::Parts* const parts = message.parts();
    if (parts == nullptr) {
        return message.english();
    }
    Json arguments = Json::array();
    for (const Message& argument : parts->arguments) {
        arguments.push_back(partsJson(argument));
    }
    if (parts->pattern == nullptr) {
        return Json{{"joined", std::move(arguments)}, {"separator", parts->separator}};
    }
    Json object{{"pattern", parts->pattern.get()}};
    if (!arguments.empty()) {
        object["arguments"] = std::move(arguments);
    }
    return object;
}

/// Nothing: these are no parts of a text of at most so many bytes.
std::optional<Message> messageIn(const Json& parts, std::size_t mostBytes, int depth) {
    if (parts.is_string()) {
        const auto text = parts.get<std::string>();
        return text.size() <= mostBytes ? std::optional(Message(text)) : std::nullopt;
    }
    const bool isJoined = parts.is_object() && parts.contains("joined");
    const auto pattern =
        std::make_shared<const std::string>(textMember(parts, isJoined ? "separator" : "pattern"));
    if (!parts.is_object() || depth == 0 || pattern->size() > kMostPatternBytes) {
        return std::nullopt;
    }
    std::vector<Message> arguments;
    for (const Json& part : parts.value(isJoined ? "joined" : "arguments", Json::array())) {
        auto argument = messageIn(part, mostBytes, depth - 1);
        if (!argument || arguments.size() == kMostParts) {
            return std::nullopt;
        }
        arguments.push_back(*std::move(argument));
    }
    Message message = isJoined ? joined(std::move(arguments), *pattern)
                               : messageOf({pattern, pattern->c_str()}, std::move(arguments));
    return message.english().size() <= mostBytes ? std::optional(std::move(message)) : std::nullopt;
}

}  // namespace

std::string textMember(const Json& object, const std::string& key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void writeMessage(Json& object, const std::string& key, const Message& message) {
    object[key] = message.english();
    if (message.parts() != nullptr) {
        object[key + "_parts"] = partsJson(message);
    }
}

Message readMessage(const Json& object, const std::string& key) {
    constexpr int kMostDepth = 16;
    const std::string english = textMember(object, key);
    const auto parts = object.is_object() ? object.find(key + "_parts") : object.end();
    if (parts != object.end() && english.size() <= kMostTextBytes) {
        const auto message = messageIn(*parts, english.size(), kMostDepth);
        if (message && *message == english) {
            return *message;
        }
    }
    return english;
}

}  // namespace stowage
