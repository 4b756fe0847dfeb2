// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace stowage {

/// Caps for JSON from outside.
struct JsonLimits {
    std::size_t textBytes = std::size_t{256} << 20;
    unsigned depth = 1024;
    /// Of all kinds together, counted before any is built: each takes up to fifty bytes then.
    std::size_t values = std::numeric_limits<std::size_t>::max();
    /// A member of the outermost object at which reading ends: it and what stands behind it are
    /// left out, unchecked. "": the whole text is read.
    std::string_view endsAt{};
    /// For files that Python writes: NaN, Infinity and -Infinity are numbers.
    bool acceptsPythonNumbers = false;
};

/// Parses JSON text into a document that keeps the order of keys. Stricter than nlohmann's own
/// parser: invalid UTF-8, duplicate keys and deep nesting are refused. `file` is for messages.
/// Errors: Malformed (with the offset), LimitExceeded.
[[nodiscard]] Result<nlohmann::ordered_json> parseJson(std::string_view text,
                                                       const std::string& file,
                                                       const JsonLimits& limits = {});

/// A document as text; bytes that are no UTF-8 become U+FFFD instead of an exception.
/// `indent` below 0 writes one line.
[[nodiscard]] std::string jsonText(const nlohmann::ordered_json& document, int indent = -1);

/// A member that is a text; "" where it is missing or something else, or the object is none.
[[nodiscard]] std::string textMember(const nlohmann::ordered_json& object, const std::string& key);

/// Sets the member `key` to the English text. Beside it `key` + "_parts" says how the text is put
/// together, where it is no plain one, so that another process can say it in its own language: a
/// plain text is itself, another {"pattern", "arguments"?} or {"joined", "separator"}.
void writeMessage(nlohmann::ordered_json& object, const std::string& key, const Message& message);

/// What writeMessage() wrote, whoever did; the text alone where there are no parts or where they do
/// not make that text; "" where the object has none.
[[nodiscard]] Message readMessage(const nlohmann::ordered_json& object, const std::string& key);

}  // namespace stowage
