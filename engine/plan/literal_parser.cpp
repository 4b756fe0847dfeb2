// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/literal_parser.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace stowage {

namespace {

constexpr std::size_t kMostBytes = 64U * 1024U * 1024U;  ///< a map of a million long names
constexpr std::string_view kDots = "...";
constexpr unsigned kMostLevels = 32;            ///< ours need three; the stack is finite
constexpr std::size_t kMostValues = 4'000'000;  ///< two a map entry, twice over

bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-' || c == '+';
}

void appendUtf8(std::string& text, std::uint32_t code) {
    const auto put = [&text](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0U | (code >> 6U));
        put(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        put(0xE0U | (code >> 12U));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    } else {
        put(0xF0U | (code >> 18U));
        put(0x80U | ((code >> 12U) & 0x3FU));
        put(0x80U | ((code >> 6U) & 0x3FU));
        put(0x80U | (code & 0x3FU));
    }
}

class Parser {
public:
    Parser(std::string_view text, const std::string& file, const LiteralSubject& subject,
           std::size_t from = 0)
        : m_text(text), m_file(file), m_subject(subject), m_at(from) {}

    Result<void> check() const {
        if (m_text.size() > kMostBytes) {
            return wrong("is larger than 64 MiB");
        }
        if (!isValidUtf8(m_text)) {
            return wrong("has bytes that are no UTF-8 and belong to no module's name");
        }
        return {};
    }

    Result<Literal> parseAll() {
        if (const auto checked = check(); !checked) {
            return checked.unexpected();
        }
        auto value = parseValue(0);
        if (!value) {
            return value;
        }
        skipBlanks();
        if (m_at != m_text.size()) {
            return wrong("goes on behind its end");
        }
        return value;
    }

    Result<LiteralInText> parseHere() {
        auto value = parseValue(0);
        if (!value) {
            return value.unexpected();
        }
        return LiteralInText{std::move(*value), m_at};
    }

private:
    Unexpected wrong(const std::string& what) const {
        return fail(ErrorCode::InvalidArgument,
                    std::string(m_subject.what) + " " + what + " at byte " + std::to_string(m_at) +
                        "; " + std::string(m_subject.advice) + ".",
                    m_file, {}, m_at);
    }

    void skipBlanks() {
        while (m_at < m_text.size()) {
            if (m_text[m_at] == '#') {
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            } else if (std::string_view(" \t\r\n").find(m_text[m_at]) == std::string_view::npos) {
                return;
            } else if (m_text[m_at++] == '\n') {
                skipPrompt();
            }
        }
    }

    /// The "... " of Python's prompt, or the "   ...: " of IPython's, before a line that goes on.
    void skipPrompt() {
        const std::size_t dots = m_text.find_first_not_of(' ', m_at);
        if (dots == std::string_view::npos || m_text.substr(dots, kDots.size()) != kDots) {
            return;
        }
        const std::size_t end = dots + kDots.size();
        const char next = end < m_text.size() ? m_text[end] : '\n';
        const bool isPython = dots == m_at && (next == ' ' || next == '\r' || next == '\n');
        if (isPython || next == ':') {
            m_at = next == ':' ? end + 1 : end;
        }
    }

    [[nodiscard]] char peek() {
        skipBlanks();
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    bool take(char c) {
        if (peek() != c || m_at == m_text.size()) {
            return false;
        }
        ++m_at;
        return true;
    }

    Result<Literal> parseValue(unsigned level) {
        if (level > kMostLevels) {
            return wrong("is nested too deeply");
        }
        if (++m_values > kMostValues) {
            return wrong("has too many entries");
        }
        const char first = peek();
        const std::size_t offset = m_at;
        if (m_text.substr(m_at).starts_with(kDots) || m_text.substr(m_at).starts_with("…")) {
            return wrong("leaves entries out (\"...\")");
        }
        Result<Literal> value = first == '{'                    ? parseDict(level)
                                : first == '[' || first == '('  ? parseList(level)
                                : first == '"' || first == '\'' ? parseText()
                                                                : parseWord(level);
        if (value) {
            value->offset = offset;
        }
        return value;
    }

    Result<Literal> parseDict(unsigned level) {
        Literal dict;
        dict.kind = Literal::Kind::Dict;
        ++m_at;
        while (!take('}')) {
            auto key = parseValue(level + 1);
            if (!key) {
                return key;
            }
            if (!take(':')) {
                return wrong("lacks a colon");
            }
            auto value = parseValue(level + 1);
            if (!value) {
                return value;
            }
            dict.pairs.emplace_back(std::move(*key), std::move(*value));
            if (!take(',') && peek() != '}') {
                return wrong(m_text.substr(m_at).starts_with("for ")
                                 ? "lacks a comma or a closing brace, for a loop makes it, which "
                                   "Stowage does not execute,"
                                 : "lacks a comma or a closing brace");
            }
        }
        return dict;
    }

    Result<Literal> parseList(unsigned level) {
        Literal list;
        list.kind = Literal::Kind::List;
        const char close = m_text[m_at] == '(' ? ')' : ']';
        ++m_at;
        while (!take(close)) {
            auto item = parseValue(level + 1);
            if (!item) {
                return item;
            }
            list.items.push_back(std::move(*item));
            if (!take(',') && peek() != close) {
                return wrong("lacks a comma or a closing bracket");
            }
        }
        return list;
    }

    Result<Literal> parseText() {
        Literal text;
        text.kind = Literal::Kind::Text;
        const char quote = m_text[m_at++];
        while (m_at < m_text.size() && m_text[m_at] != quote) {
            if (m_text[m_at] != '\\') {
                text.text.push_back(m_text[m_at++]);
                continue;
            }
            ++m_at;
            if (!appendEscape(text.text)) {
                return wrong("has an unknown escape in a name");
            }
        }
        if (m_at >= m_text.size()) {
            return wrong("ends within a name");
        }
        ++m_at;
        return text;
    }

    bool appendEscape(std::string& text) {
        if (m_at >= m_text.size()) {
            return false;
        }
        const char c = m_text[m_at++];
        constexpr std::string_view kLetters = "nrtbf";
        constexpr std::string_view kMeanings = "\n\r\t\b\f";
        if (const std::size_t at = kLetters.find(c); at != std::string_view::npos) {
            text.push_back(kMeanings[at]);
            return true;
        }
        if (std::string_view("\"'\\/").find(c) != std::string_view::npos) {
            text.push_back(c);
            return true;
        }
        const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
        auto code = readHex(digits);
        constexpr std::uint32_t kHighFirst = 0xD800;
        constexpr std::uint32_t kLowFirst = 0xDC00;
        constexpr std::uint32_t kLowLast = 0xDFFF;
        if (code && *code >= kHighFirst && *code < kLowFirst) {
            // JSON writes what lies beyond 16 bits as two halves.
            const bool hasLow = m_text.substr(m_at, 2) == "\\u";
            m_at += hasLow ? 2 : 0;
            const auto low = readHex(hasLow ? 4 : 0);
            if (!low || *low < kLowFirst || *low > kLowLast) {
                return false;
            }
            code = 0x10000U + ((*code - kHighFirst) << 10U) + (*low - kLowFirst);
        }
        if (!code || *code > 0x10FFFF || (*code >= kLowFirst && *code <= kLowLast)) {
            return false;
        }
        appendUtf8(text, *code);
        return true;
    }

    std::optional<std::uint32_t> readHex(std::size_t digits) {
        if (digits == 0 || m_at + digits > m_text.size()) {
            return std::nullopt;
        }
        std::uint32_t value = 0;
        const char* const begin = m_text.data() + m_at;
        const auto [end, status] = std::from_chars(begin, begin + digits, value, 16);
        if (status != std::errc() || end != begin + digits) {
            return std::nullopt;
        }
        m_at += digits;
        return value;
    }

    Result<Literal> parseWord(unsigned level) {
        Literal word;
        while (m_at < m_text.size() && isWordCharacter(m_text[m_at])) {
            word.text.push_back(m_text[m_at++]);
        }
        if (word.text.empty()) {
            return m_at == m_text.size() ? wrong("ends too early")
                                         : wrong("has an unexpected character");
        }
        if ((word.text.ends_with("OrderedDict") || word.text == "dict") && take('(')) {
            return parseCall(level);
        }
        if ((word.text == "device" || word.text == "torch.device") && take('(')) {
            return parseDeviceCall(level);
        }
        const char first = word.text.front();
        const bool isNumber = (first >= '0' && first <= '9') || first == '-' || first == '+';
        word.kind = isNumber ? Literal::Kind::Number : Literal::Kind::Word;
        return word;
    }

    /// `OrderedDict([('a', 0), …])`: the argument; `OrderedDict()`: an empty dict.
    Result<Literal> parseCall(unsigned level) {
        if (take(')')) {
            Literal empty;
            empty.kind = Literal::Kind::Dict;
            return empty;
        }
        auto argument = parseValue(level + 1);
        if (argument && !take(')')) {
            take(',');
            if (!take(')')) {
                return wrong("lacks a closing parenthesis");
            }
        }
        return argument;
    }

    /// `device(type='cuda', index=1)`, `torch.device('cuda', 1)`, `device(0)`: the text "cuda:1".
    Result<Literal> parseDeviceCall(unsigned level) {
        Literal device;
        device.kind = Literal::Kind::Text;
        std::string index;
        for (std::size_t position = 0; !take(')'); ++position) {
            auto value = parseValue(level + 1);
            if (!value) {
                return value;
            }
            bool isIndex = position == 1;
            if (value->kind == Literal::Kind::Word && take('=')) {
                isIndex = value->text == "index";
                if (!isIndex && value->text != "type") {
                    return wrong("gives a device the unknown property " +
                                 quotedForMessage(value->text));
                }
                value = parseValue(level + 1);
                if (!value) {
                    return value;
                }
            }
            if (value->text != "None") {
                (isIndex ? index : device.text) = value->text;
            }
            if (!take(',') && peek() != ')') {
                return wrong("lacks a comma or a closing parenthesis");
            }
        }
        device.text += index.empty() ? "" : ":" + index;
        return device;
    }

    std::string_view m_text;
    const std::string& m_file;
    const LiteralSubject& m_subject;
    std::size_t m_at;
    std::size_t m_values = 0;
};

}  // namespace

Result<Literal> parseLiteral(std::string_view text, const std::string& file,
                             const LiteralSubject& subject) {
    return Parser(text, file, subject).parseAll();
}

Result<LiteralInText> parseLiteralAt(std::string_view text, std::size_t from,
                                     const std::string& file, const LiteralSubject& subject) {
    return Parser(text, file, subject, from).parseHere();
}

Result<void> checkLiteralText(std::string_view text, const std::string& file,
                              const LiteralSubject& subject) {
    return Parser(text, file, subject).check();
}

}  // namespace stowage
