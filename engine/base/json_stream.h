// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Walks JSON (RFC 8259, strict, well-formed UTF-8) event by event without building anything, over
/// a text that is there or that comes in pieces. Headers of checkpoints have a few fields a tensor
/// and up to a hundred megabytes: this is some thirty times as fast as a general parser's events.
///
///     JsonScanner scanner(R"({"a": [1]})");
///     while (scanner.next() != JsonScanner::Event::End) { … }   // and Failed
///
/// Nesting has no limit here (a bit a level): who pulls the events counts the levels.
class JsonScanner {
public:
    enum class Event : std::uint8_t {
        BeginObject,
        EndObject,
        BeginArray,
        EndArray,
        Key,       ///< text(); its value comes next
        Text,      ///< text()
        Unsigned,  ///< number(): a whole number from 0 to 2^64 − 1
        Negative,  ///< negative(): a whole number from −2^63 to −1, or −0
        Real,      ///< real(): any other number
        True,
        False,
        Null,
        End,     ///< of the text, after one whole value
        Failed,  ///< see failure(); every later event is this one
    };
    /// Brings the next bytes of the text and says how many; 0 at its end.
    using Source = std::function<Result<std::size_t>(std::span<char>)>;
    /// Texts are given up to this length; see isCut().
    static constexpr std::size_t kMaxTextBytes = std::size_t{256} << 10;
    static constexpr std::size_t kWindowBytes = std::size_t{256} << 10;

    /// Over a text that outlives the scanner.
    explicit JsonScanner(std::string_view text)
        : m_begin(text.data()), m_at(text.data()), m_end(text.data() + text.size()) {}
    /// Over a text of `length` bytes that comes in pieces of at most kWindowBytes.
    JsonScanner(Source source, std::uint64_t length);

    /// Reads NaN, Infinity and -Infinity as Real, too, which Python's json writes and reads.
    void acceptPythonNumbers() { m_acceptsPythonNumbers = true; }

    [[nodiscard]] Event next();

    /// Of Key and Text, without escapes; valid until the next event.
    [[nodiscard]] std::string_view text() const { return m_text; }
    /// Whether text() is only the beginning of a longer one.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    [[nodiscard]] std::uint64_t number() const { return m_number; }
    [[nodiscard]] std::int64_t negative() const { return static_cast<std::int64_t>(~m_number + 1); }
    [[nodiscard]] double real() const { return m_real; }
    /// With Real: false for NaN and the infinities, which are words.
    [[nodiscard]] bool hasDigits() const { return m_digitCount > 0; }
    /// What of the text is in memory from here on: mostly a good deal, at its window's end nothing.
    /// For readers that know how the values are mostly written, and compare before they walk.
    [[nodiscard]] std::string_view ahead() const {
        return {m_at, static_cast<std::size_t>(m_end - m_at)};
    }
    /// Behind a Key: passes so many bytes of ahead(), which are one whole value.
    void passValue(std::size_t bytes) {
        m_at += bytes;
        m_state = State::AfterValue;
    }
    /// How many bytes were read so far; after Failed the offset of the byte at fault.
    [[nodiscard]] std::uint64_t position() const {
        return m_windowOffset + static_cast<std::uint64_t>(m_at - m_begin);
    }
    /// After Failed: what the source reported, or nothing where the text is no JSON.
    [[nodiscard]] const std::optional<Error>& sourceError() const { return m_sourceError; }

private:
    enum class State : std::uint8_t { Value, FirstKey, FirstValue, AfterValue, Failed };
    static constexpr int kEndOfText = -1;

    int peek() {
        return m_at != m_end || refill() ? static_cast<unsigned char>(*m_at) : kEndOfText;
    }
    int peekPastSpace();
    bool refill();
    Event fail();
    Event afterValue();
    Event scanKey();
    Event scanValue(int first);
    Event begin(Event event, State state, bool isArray);
    Event end(Event event);
    Event literal(std::string_view word, Event event);
    bool scanText();
    bool decodeEscape();
    bool decodeWide();
    std::optional<unsigned> hexDigits();
    void keep(std::string_view part);
    void keepCodePoint(char32_t codePoint);
    Event scanNumber();
    Event pythonNumber(std::string_view word, double value);
    void keepDigit(char digit);
    std::size_t digits();
    bool fraction();

    Source m_source;
    std::unique_ptr<char[]> m_window;
    std::size_t m_windowBytes = 0;
    std::uint64_t m_windowOffset = 0;  ///< of m_begin in the text
    const char* m_begin = nullptr;
    const char* m_at = nullptr;
    const char* m_end = nullptr;
    State m_state = State::Value;
    std::vector<bool> m_isArray;  ///< of the open containers
    std::string_view m_text;
    std::string m_decoded;  ///< what text() views where it does not stand in the window as it is
    bool m_isCut = false;
    bool m_acceptsPythonNumbers = false;
    std::uint64_t m_number = 0;
    bool m_isOverflown = false;
    double m_real = 0;
    std::array<char, 64> m_digits{};  ///< of a number, as they stand there
    std::size_t m_digitCount = 0;
    std::optional<Error> m_sourceError;
};

enum class JsonLiteral { True, False, Null };

/// Writes JSON of one line piece by piece, for objects too large to be a document first. Commas
/// come by themselves; what is begun must be ended. Texts that are no UTF-8 get U+FFFD.
///
///     JsonWriter json;
///     json.beginObject();
///     json.member("bytes", std::uint64_t{16});
///     json.endObject();
///     json.take();  // {"bytes":16}
class JsonWriter {
public:
    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginArray() { begin('['); }
    void endArray() { end(']'); }
    /// The next value's name.
    void key(std::string_view name);
    void value(std::string_view text);
    void value(std::uint64_t number);
    void value(JsonLiteral word);
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
