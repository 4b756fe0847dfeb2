// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stowage {

enum class JsonWord { True, False, Null };

/// Writes JSON of one line piece by piece, for objects too large to be a document first. Commas
/// come by themselves; what is begun must be ended. Texts that are no UTF-8 get U+FFFD.
///
///     JsonText json;
///     json.beginObject();
///     json.member("bytes", std::uint64_t{16});
///     json.endObject();
///     json.take();  // {"bytes":16}
class JsonText {
public:
    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginArray() { begin('['); }
    void endArray() { end(']'); }
    /// The next value's name.
    void key(std::string_view name);
    void value(std::string_view text);
    void value(std::uint64_t number);
    void value(JsonWord word);
    template <class Value>
    void member(std::string_view name, const Value& content) {
        key(name);
        value(content);
    }
    /// The whole text; the writer is empty then.
    [[nodiscard]] std::string take();

private:
    void begin(char bracket);
    void end(char bracket);
    void separate();
    void appendQuoted(std::string_view text);

    std::string m_text;
    bool m_needsComma = false;
};

}  // namespace stowage
