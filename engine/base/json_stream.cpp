// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_stream.h"

#include "engine/base/json_reader.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <utility>

namespace stowage {
namespace {

/// Bytes that a text may have as they are: ASCII but controls, the quote and the backslash.
constexpr auto kPlain = [] {
    std::array<bool, 256> table{};
    for (std::size_t i = 0x20; i < 0x80; ++i) {
        table[i] = i != '"' && i != '\\';
    }
    return table;
}();

bool isPlain(char c) {
    return kPlain[static_cast<unsigned char>(c)];
}

constexpr std::uint64_t kOnes = 0x0101010101010101;

constexpr std::uint64_t kTops = 0x8080808080808080;

/// Whether all eight bytes are plain, without looking at one after the other (the tests for a zero
/// byte and for one below n are those of Bit Twiddling Hacks; beside a byte that is not plain a
/// plain one may be taken for another, never the other way round).
bool areEightPlain(const char* bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, sizeof(value));
    const auto zeros = [](std::uint64_t v) { return (v - kOnes) & ~v; };
    const std::uint64_t below = (value - kOnes * 0x20) & ~value;
    return ((value | zeros(value ^ (kOnes * '"')) | zeros(value ^ (kOnes * '\\')) | below) &
            kTops) == 0;
}

const char* pastPlain(const char* at, const char* end) {
    while (end - at >= 8 && areEightPlain(at)) {
        at += 8;
    }
    while (at != end && isPlain(*at)) {
        ++at;
    }
    return at;
}

bool isDigit(int c) {
    return c >= '0' && c <= '9';
}

constexpr char32_t kFirstHighSurrogate = 0xd800;

constexpr char32_t kFirstLowSurrogate = 0xdc00;

constexpr char32_t kPastSurrogates = 0xe000;

/// What stands in JSON as it is.
bool isUnescaped(char c) {
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

}  // namespace

JsonScanner::JsonScanner(Source source, std::uint64_t length)
    : m_source(std::move(source)),
      m_window(std::make_unique_for_overwrite<char[]>(
          std::min<std::uint64_t>(length + 1, kWindowBytes))),
      m_windowBytes(std::min<std::uint64_t>(length + 1, kWindowBytes)),
      m_begin(m_window.get()),
      m_at(m_begin),
      m_end(m_begin) {}

JsonScanner::Event JsonScanner::next() {
    switch (m_state) {
        case State::AfterValue:
            return afterValue();
        case State::FirstKey: {
            const int first = peekPastSpace();
            return first == '}' ? end(Event::EndObject) : first == '"' ? scanKey() : fail();
        }
        case State::FirstValue: {
            const int first = peekPastSpace();
            return first == ']' ? end(Event::EndArray) : scanValue(first);
        }
        case State::Value:
            return scanValue(peekPastSpace());
        case State::Failed:
            break;
    }
    return Event::Failed;
}

int JsonScanner::peekPastSpace() {
    for (;;) {
        const int c = peek();
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            return c;
        }
        ++m_at;
    }
}

bool JsonScanner::refill() {
    if (!m_source || m_sourceError) {
        return false;
    }
    if (m_text.data() >= m_begin && m_text.data() < m_end) {
        // A key's colon may come with the next window: the key must outlive this one.
        m_decoded = m_text;
        m_text = m_decoded;
    }
    m_windowOffset += static_cast<std::uint64_t>(m_at - m_begin);
    m_at = m_end = m_begin;
    const auto got = m_source(std::span(m_window.get(), m_windowBytes));
    if (!got) {
        m_sourceError = got.error();
        return false;
    }
    m_end = m_begin + *got;
    return *got > 0;
}

JsonScanner::Event JsonScanner::fail() {
    m_state = State::Failed;
    return Event::Failed;
}

JsonScanner::Event JsonScanner::afterValue() {
    const int c = peekPastSpace();
    if (m_isArray.empty()) {
        return c == kEndOfText && !m_sourceError ? Event::End : fail();
    }
    const bool isArray = m_isArray.back();
    if (c == (isArray ? ']' : '}')) {
        return end(isArray ? Event::EndArray : Event::EndObject);
    }
    if (c != ',') {
        return fail();
    }
    ++m_at;
    const int first = peekPastSpace();
    return isArray ? scanValue(first) : first == '"' ? scanKey() : fail();
}

JsonScanner::Event JsonScanner::scanKey() {
    if (!scanText() || peekPastSpace() != ':') {
        return fail();
    }
    ++m_at;
    m_state = State::Value;
    return Event::Key;
}

JsonScanner::Event JsonScanner::begin(Event event, State state, bool isArray) {
    ++m_at;
    m_isArray.push_back(isArray);
    m_state = state;
    return event;
}

JsonScanner::Event JsonScanner::end(Event event) {
    ++m_at;
    m_isArray.pop_back();
    m_state = State::AfterValue;
    return event;
}

JsonScanner::Event JsonScanner::scanValue(int first) {
    switch (first) {
        case '{':
            return begin(Event::BeginObject, State::FirstKey, false);
        case '[':
            return begin(Event::BeginArray, State::FirstValue, true);
        case '"':
            m_state = State::AfterValue;
            return scanText() ? Event::Text : fail();
        case 't':
            return literal("true", Event::True);
        case 'f':
            return literal("false", Event::False);
        case 'n':
            return literal("null", Event::Null);
        case 'N':
            return pythonNumber("NaN", std::numeric_limits<double>::quiet_NaN());
        case 'I':
            return pythonNumber("Infinity", std::numeric_limits<double>::infinity());
        default:
            return first == '-' || isDigit(first) ? scanNumber() : fail();
    }
}

JsonScanner::Event JsonScanner::literal(std::string_view word, Event event) {
    for (const char c : word) {
        if (peek() != c) {
            return fail();
        }
        ++m_at;
    }
    m_state = State::AfterValue;
    return event;
}

JsonScanner::Event JsonScanner::pythonNumber(std::string_view word, double value) {
    m_real = value;
    m_digitCount = 0;
    return m_acceptsPythonNumbers ? literal(word, Event::Real) : fail();
}

/// Mostly a text stands in the window as it is, and text() views it there. Behind an escape or the
/// window's end it is put together in m_decoded.
bool JsonScanner::scanText() {
    m_isCut = false;
    m_text = {};
    m_decoded.clear();
    const char* begin = ++m_at;
    bool isWhole = true;
    for (;;) {
        m_at = pastPlain(m_at, m_end);
        const std::string_view part(begin, static_cast<std::size_t>(m_at - begin));
        if (m_at != m_end && *m_at == '"' && isWhole) {
            m_isCut = part.size() > kMaxTextBytes;
            m_text = part.substr(0, kMaxTextBytes);
            ++m_at;
            return true;
        }
        isWhole = false;
        keep(part);
        const int c = peek();
        if (c == '"') {
            m_text = m_decoded;
            ++m_at;
            return true;
        }
        const bool isRead = c == '\\' ? decodeEscape() : c >= 0x80 ? decodeWide() : c >= 0x20;
        if (!isRead) {
            return false;
        }
        begin = m_at;
    }
}

void JsonScanner::keepDigit(char digit) {
    if (m_digitCount < m_digits.size()) {
        m_digits[m_digitCount] = digit;
    }
    ++m_digitCount;
    ++m_at;
}

/// How many digits stand here; they are kept, and m_number becomes their value.
std::size_t JsonScanner::digits() {
    std::size_t count = 0;
    for (int c = peek(); isDigit(c); c = peek(), ++count) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        m_isOverflown = __builtin_mul_overflow(m_number, std::uint64_t{10}, &m_number) ||
                        __builtin_add_overflow(m_number, digit, &m_number) || m_isOverflown;
        keepDigit(static_cast<char>(c));
    }
    return count;
}

bool JsonScanner::fraction() {
    if (peek() == '.') {
        keepDigit('.');
        if (digits() == 0) {
            return false;
        }
    }
    if (const int c = peek(); c == 'e' || c == 'E') {
        keepDigit('e');
        if (const int sign = peek(); sign == '+' || sign == '-') {
            keepDigit(static_cast<char>(sign));
        }
        return digits() > 0;
    }
    return true;
}

JsonScanner::Event JsonScanner::scanNumber() {
    m_number = 0;
    m_isOverflown = false;
    m_digitCount = 0;
    const bool isNegative = *m_at == '-';
    if (isNegative) {
        keepDigit('-');
        if (peek() == 'I') {
            return pythonNumber("Infinity", -std::numeric_limits<double>::infinity());
        }
    }
    const bool hasZero = peek() == '0';
    const std::size_t count = digits();
    if (count == 0 || (hasZero && count > 1)) {
        return fail();
    }
    m_state = State::AfterValue;
    const int c = peek();
    if (c != '.' && c != 'e' && c != 'E' && !m_isOverflown) {
        constexpr std::uint64_t kLeast = std::uint64_t{1} << 63;
        if (!isNegative) {
            return Event::Unsigned;
        }
        if (m_number <= kLeast) {
            return Event::Negative;
        }
    }
    if (!fraction()) {
        return fail();
    }
    // Nobody writes more digits than a double has; what such a number means is not known.
    m_real = std::numeric_limits<double>::quiet_NaN();
    if (m_digitCount <= m_digits.size()) {
        std::from_chars(m_digits.data(), m_digits.data() + m_digitCount, m_real);
    }
    return Event::Real;
}

// Texts whose bytes are not yet their content: escapes, and code points above ASCII, which are
// checked.

void JsonScanner::keep(std::string_view part) {
    const std::size_t room = kMaxTextBytes - m_decoded.size();
    m_isCut = m_isCut || part.size() > room;
    m_decoded += part.substr(0, room);
}

void JsonScanner::keepCodePoint(char32_t codePoint) {
    const auto byte = [](char32_t bits) {
        return static_cast<char>(static_cast<unsigned char>(bits));
    };
    const auto rest = [&](unsigned shift) { return byte(0x80U | ((codePoint >> shift) & 0x3fU)); };
    if (codePoint < 0x80) {
        keep(std::string(1, byte(codePoint)));
    } else if (codePoint < 0x800) {
        keep(std::string{byte(0xc0U | (codePoint >> 6)), rest(0)});
    } else if (codePoint < 0x10000) {
        keep(std::string{byte(0xe0U | (codePoint >> 12)), rest(6), rest(0)});
    } else {
        keep(std::string{byte(0xf0U | (codePoint >> 18)), rest(12), rest(6), rest(0)});
    }
}

/// One code point above ASCII, whose bytes may lie on both sides of the window's end.
bool JsonScanner::decodeWide() {
    constexpr std::size_t kLongest = 4;
    const auto first = static_cast<unsigned char>(*m_at);
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    std::array<char, kLongest> bytes{};
    for (std::size_t i = 0; i < length; ++i) {
        const int c = peek();
        const bool isContinued = i == 0 || (c & 0xc0) == 0x80;
        if (c == kEndOfText || !isContinued) {
            return false;
        }
        bytes[i] = *m_at++;
    }
    const std::string_view text(bytes.data(), length);
    if (!decodeUtf8(text)) {
        --m_at;
        return false;
    }
    keep(text);
    return true;
}

std::optional<unsigned> JsonScanner::hexDigits() {
    constexpr int kDigits = 4;
    unsigned value = 0;
    for (int i = 0; i < kDigits; ++i, ++m_at) {
        const int c = peek();
        const int lower = c | 0x20;
        const bool isLetter = lower >= 'a' && lower <= 'f';
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit && !isLetter) {
            return std::nullopt;
        }
        value = value << 4 | static_cast<unsigned>(isLetter ? lower - 'a' + 10 : c - '0');
    }
    return value;
}

bool JsonScanner::decodeEscape() {
    ++m_at;
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const int c = peek();
    if (c == kEndOfText) {
        return false;
    }
    if (const std::size_t found = kEscapes.find(static_cast<char>(c)); found != kEscapes.npos) {
        ++m_at;
        keep(kMeanings.substr(found, 1));
        return true;
    }
    if (c != 'u') {
        return false;
    }
    ++m_at;
    const auto unit = hexDigits();
    if (!unit || (*unit >= kFirstLowSurrogate && *unit < kPastSurrogates)) {
        return false;
    }
    if (*unit < kFirstHighSurrogate || *unit >= kPastSurrogates) {
        keepCodePoint(*unit);
        return true;
    }
    // The second half of a pair must follow.
    for (const char expected : {'\\', 'u'}) {
        if (peek() != expected) {
            return false;
        }
        ++m_at;
    }
    const auto low = hexDigits();
    if (!low || *low < kFirstLowSurrogate || *low >= kPastSurrogates) {
        return false;
    }
    keepCodePoint(0x10000 + ((*unit - kFirstHighSurrogate) << 10) + (*low - kFirstLowSurrogate));
    return true;
}

void JsonWriter::key(std::string_view name) {
    separate();
    appendQuoted(name);
    m_text += ':';
    m_needsComma = false;
}

void JsonWriter::value(std::string_view text) {
    separate();
    appendQuoted(text);
}

void JsonWriter::value(std::uint64_t number) {
    separate();
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    m_text.append(digits.data(), end);
}

void JsonWriter::value(JsonLiteral word) {
    separate();
    m_text += word == JsonLiteral::True ? "true" : word == JsonLiteral::False ? "false" : "null";
}

std::string JsonWriter::take() {
    m_needsComma = false;
    return std::exchange(m_text, {});
}

void JsonWriter::begin(char bracket) {
    separate();
    m_text += bracket;
    m_needsComma = false;
}

void JsonWriter::end(char bracket) {
    m_text += bracket;
    m_needsComma = true;
}

void JsonWriter::separate() {
    if (m_needsComma) {
        m_text += ',';
    }
    m_needsComma = true;
}

void JsonWriter::appendQuoted(std::string_view text) {
    if (std::ranges::all_of(text, isUnescaped)) {
        m_text += '"';
        m_text += text;
        m_text += '"';
    } else {
        m_text += jsonText(std::string(text));
    }
}

}  // namespace stowage
