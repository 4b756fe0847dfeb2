// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/message_json.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

// No message of ours comes near these; those of a stranger stay small in any language.
constexpr std::size_t kMostTextBytes = 32 * 1024;
constexpr std::size_t kMostPatternBytes = 1024;
constexpr std::size_t kMostParts = 1024;
constexpr int kMostMessageDepth = 16;

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

std::string textOf(const Json& object, const std::string& key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Nothing: these are no parts of a text of at most so many bytes.
std::optional<Message> messageIn(const Json& parts, std::size_t mostBytes, int depth) {
    if (parts.is_string()) {
        const auto text = parts.get<std::string>();
        return text.size() <= mostBytes ? std::optional(Message(text)) : std::nullopt;
    }
    const bool isJoined = parts.is_object() && parts.contains("joined");
    const auto pattern =
        std::make_shared<const std::string>(textOf(parts, isJoined ? "separator" : "pattern"));
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

void writeMessage(Json& object, const std::string& key, const Message& message) {
    object[key] = message.english();
    if (message.parts() != nullptr) {
        object[key + "_parts"] = partsJson(message);
    }
}

Message readMessage(const Json& object, const std::string& key) {
    const std::string english = textOf(object, key);
    const auto parts = object.is_object() ? object.find(key + "_parts") : object.end();
    if (parts != object.end() && english.size() <= kMostTextBytes) {
        const auto message = messageIn(*parts, english.size(), kMostMessageDepth);
        if (message && *message == english) {
            return *message;
        }
    }
    return english;
}

}  // namespace stowage
