// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/map/python_literals.h"

#include "engine/base/strings.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>

namespace stowage {
namespace {

constexpr std::size_t kMostTextBytes = 64U * 1024U * 1024U;  ///< a map of a million long names

constexpr std::string_view kDots = "...";

constexpr unsigned kMostLevels = 32;  ///< ours need three; the stack is finite

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

class LiteralParser {
public:
    LiteralParser(std::string_view text, const std::string& file, const LiteralSubject& subject,
                  std::size_t from = 0)
        : m_text(text), m_file(file), m_subject(subject), m_at(from) {}

    Result<void> check() const {
        if (m_text.size() > kMostTextBytes) {
            return wrong(say("%1 is larger than 64 MiB", m_subject.what));
        }
        if (!isValidUtf8(m_text)) {
            return wrong(say(
                "%1 contains bytes that are not valid UTF-8 and cannot be part of a module name",
                m_subject.what));
        }
        return {};
    }

    Result<Literal> parseAll() {
        STOWAGE_TRY(check());
        auto value = parseValue(0);
        STOWAGE_TRY(value);
        skipBlanks();
        if (m_at != m_text.size()) {
            return wrong(say("%1 is followed by more text", m_subject.what));
        }
        return value;
    }

    Result<std::pair<Literal, std::size_t>> parseHere() {
        auto value = parseValue(0);
        STOWAGE_TRY(value);
        return std::pair(std::move(*value), m_at);
    }

private:
    Unexpected wrong(const Message& what) const {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 at byte %2; %3.", what, m_at, m_subject.advice), m_file, {}, m_at);
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
            return wrong(say("%1 is nested too deeply", m_subject.what));
        }
        if (++m_values > kMostValues) {
            return wrong(say("%1 has too many entries", m_subject.what));
        }
        const char first = peek();
        const std::size_t offset = m_at;
        if (m_text.substr(m_at).starts_with(kDots) || m_text.substr(m_at).starts_with("…")) {
            return wrong(say("%1 omits entries (\"...\")", m_subject.what));
        }
        Result<Literal> value = first == '{'                    ? parseDict(level)
                                : first == '[' || first == '('  ? parseList(level)
                                : first == '"' || first == '\'' ? parseText()
                                                                : parseWord(level);
        while (value && value->kind == Literal::Kind::Dict) {
            const std::size_t end = m_at;
            if (peek() != '|' || m_text.substr(m_at, 2) == "|=") {
                m_at = end;  // what follows a literal is for the caller
                break;
            }
            ++m_at;
            auto other = parseValue(level + 1);
            STOWAGE_TRY(other);
            if (other->kind != Literal::Kind::Dict) {
                return wrong(say("%1 is merged (|) with a value that is not a literal dict",
                                 m_subject.what));
            }
            std::ranges::move(other->pairs, std::back_inserter(value->pairs));
        }
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
            const std::size_t begin = m_at;
            const bool isTaken = m_text.substr(m_at).starts_with("**");
            m_at += isTaken ? 2 : 0;
            auto key = parseValue(level + 1);
            STOWAGE_TRY(key);
            if (isTaken && key->kind != Literal::Kind::Dict) {
                m_at = begin;
                return wrong(say("%1 unpacks an expression (**), which Stowage does not execute,",
                                 m_subject.what));
            }
            if (isTaken) {
                std::ranges::move(key->pairs, std::back_inserter(dict.pairs));
                if (!take(',') && peek() != '}') {
                    return wrong(say("%1 lacks a comma or a closing brace", m_subject.what));
                }
                continue;
            }
            if (!take(':')) {
                const bool isFormatted =
                    (peek() == '"' || peek() == '\'') && m_text[m_at - 1] == 'f';
                return wrong(isFormatted ? say("%1 has names that are generated by a loop, which "
                                               "Stowage does not execute,",
                                               m_subject.what)
                                         : say("%1 lacks a colon", m_subject.what));
            }
            auto value = parseValue(level + 1);
            STOWAGE_TRY(value);
            dict.pairs.emplace_back(std::move(*key), std::move(*value));
            if (!take(',') && peek() != '}') {
                return wrong(m_text.substr(m_at).starts_with("for ")
                                 ? say("%1 lacks a comma or a closing brace because its entries "
                                       "are generated by a loop, which Stowage does not execute,",
                                       m_subject.what)
                                 : say("%1 lacks a comma or a closing brace", m_subject.what));
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
            STOWAGE_TRY(item);
            list.items.push_back(std::move(*item));
            if (!take(',') && peek() != close) {
                return wrong(say("%1 lacks a comma or a closing bracket", m_subject.what));
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
                return wrong(
                    say("%1 contains an unknown escape sequence in a name", m_subject.what));
            }
        }
        if (m_at >= m_text.size()) {
            return wrong(say("%1 ends within a name", m_subject.what));
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
            return wrong(m_at == m_text.size()
                             ? say("%1 ends too early", m_subject.what)
                             : say("%1 has an unexpected character", m_subject.what));
        }
        if ((word.text.ends_with("OrderedDict") || word.text == "dict") && take('(')) {
            return parseCall(level);
        }
        if ((word.text.starts_with("np.") || word.text.starts_with("numpy.")) && take('(')) {
            return parseCall(level);  // np.int64(0) is its argument
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
        if (argument && argument->kind == Literal::Kind::Word && peek() == '=') {
            return parseKeywords(std::move(*argument), level);
        }
        if (argument && !take(')')) {
            take(',');
            if (!take(')')) {
                return wrong(say("%1 lacks a closing parenthesis", m_subject.what));
            }
        }
        return argument;
    }

    /// `dict(transformer=0, lm_head='cpu')`, of which the first name is read.
    Result<Literal> parseKeywords(Literal name, unsigned level) {
        Literal dict;
        dict.kind = Literal::Kind::Dict;
        while (name.kind == Literal::Kind::Word && take('=')) {
            name.kind = Literal::Kind::Text;
            auto value = parseValue(level + 1);
            STOWAGE_TRY(value);
            dict.pairs.emplace_back(std::move(name), std::move(*value));
            const bool isComma = take(',');
            if (take(')')) {
                return dict;
            }
            auto next = isComma ? parseValue(level + 1) : wrongEnd();
            STOWAGE_TRY(next);
            name = std::move(*next);
        }
        return wrongEnd();
    }
    Result<Literal> wrongEnd() const {
        return wrong(say("%1 lacks a comma or a closing parenthesis", m_subject.what));
    }

    /// `device(type='cuda', index=1)`, `torch.device('cuda', 1)`, `device(0)`: the text "cuda:1".
    Result<Literal> parseDeviceCall(unsigned level) {
        Literal device;
        device.kind = Literal::Kind::Text;
        std::string index;
        for (std::size_t position = 0; !take(')'); ++position) {
            auto value = parseValue(level + 1);
            STOWAGE_TRY(value);
            bool isIndex = position == 1;
            if (value->kind == Literal::Kind::Word && take('=')) {
                isIndex = value->text == "index";
                if (!isIndex && value->text != "type") {
                    return wrong(say("%1 sets the unknown property %2 of a device", m_subject.what,
                                     quotedForMessage(value->text)));
                }
                value = parseValue(level + 1);
                STOWAGE_TRY(value);
            }
            if (value->text != "None") {
                (isIndex ? index : device.text) = value->text;
                device.kind = isIndex ? device.kind : value->kind;
            }
            if (!take(',') && peek() != ')') {
                return wrong(say("%1 lacks a comma or a closing parenthesis", m_subject.what));
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

/// No script writes as many dicts that are none; the texts that do are made to keep us busy.
constexpr std::size_t kMostFailures = 10'000;

/// How often over the text may be read in vain, for dicts within dicts that cannot be read.
constexpr std::size_t kMostReadings = 4;

/// How much of a function's name a message shows.
constexpr std::size_t kMostOfName = 80;

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Walks over a script once, token by token.
class ScriptReader {
public:
    ScriptReader(std::string_view text, const std::string& file, const LiteralSubject& subject)
        : m_text(text), m_file(file), m_subject(subject) {}

    std::vector<ScriptLiteral> read() {
        while (m_at < m_text.size() && m_failures < kMostFailures &&
               m_inVain <= kMostReadings * m_text.size()) {
            step();
        }
        return std::move(m_found);
    }

private:
    void step() {
        const char c = m_text[m_at];
        if (m_isAssigned && m_name.ends_with(m_subject.name) && readWanted(c)) {
            m_isAssigned = false;
            m_word = {};
            m_annotated = {};
        } else if (c == '#') {
            m_at = endOfLine();
        } else if (c == '"' || c == '\'') {
            readString(c);
        } else if (c == '{') {
            readLiteral(m_at);
        } else if (c == '[' && m_isAssigned) {
            readLiteral(m_at);
        } else if (isNameCharacter(c)) {
            readName();
        } else if (c == '=') {
            readEquals();
        } else if (c == ':') {
            readColon();
        } else {
            if (!isBlank(c)) {
                m_isAssigned = false;
                m_word = {};
            }
            if (c == '\n') {
                m_annotated = {};
            }
            ++m_at;
        }
    }

    [[nodiscard]] std::size_t endOfLine() const {
        return std::min(m_text.find('\n', m_at), m_text.size());
    }

    void readString(char quote) {
        const std::string_view three = m_text.substr(m_at, 3);
        if (three.size() == 3 && three[1] == quote && three[2] == quote) {
            const std::size_t end = m_text.find(three, m_at + 3);
            m_at = end == std::string_view::npos ? m_text.size() : end + 3;
            m_word = {};
            return;
        }
        const std::size_t begin = ++m_at;
        while (m_at < m_text.size() && m_text[m_at] != quote && m_text[m_at] != '\n') {
            m_at += m_text[m_at] == '\\' ? 2U : 1U;
        }
        m_at = std::min(m_at, m_text.size());
        m_word = m_text.substr(begin, m_at - begin);
        m_at += m_at < m_text.size() ? 1U : 0U;
        m_isAssigned = false;
    }

    /// A word or a call that is given to the name that is looked for. False: it is read as usual.
    bool readWanted(char c) {
        const bool isName = isNameCharacter(c);
        const bool isLong = m_text.substr(m_at, 3) == std::string(3, c);
        if ((c != '"' && c != '\'' && !isName) || (!isName && isLong)) {
            return false;
        }
        std::size_t end = m_at;
        while (end < m_text.size() && isNameCharacter(m_text[end])) {
            ++end;
        }
        const std::string_view word = m_text.substr(m_at, end - m_at);
        const bool isCall = isName && end < m_text.size() && m_text[end] == '(';
        const bool isRead = word.ends_with("OrderedDict") || word == "dict";
        const bool isDevice = word == "device" || word == "torch.device";
        if (isCall && !isRead && !isDevice) {
            addReturned(word);
            m_at = end;
            return true;
        }
        const bool isNumber = isName && c >= '0' && c <= '9';
        if (isName && !isNumber && !(isCall && isDevice)) {
            return false;
        }
        auto literal = parseLiteralAt(m_text, m_at, m_file, m_subject);
        if (!literal) {
            return false;
        }
        m_at = literal->second;
        if (m_lastIsWord) {
            m_found.pop_back();  // the last assignment holds
        }
        m_found.push_back({std::string(m_name), std::move(literal->first)});
        m_lastIsWord = true;
        return true;
    }

    void addReturned(std::string_view function) {
        ++m_failures;
        m_lastIsWord = false;
        m_found.push_back(
            {std::string(m_name),
             fail(ErrorCode::InvalidArgument,
                  say("%1 is the return value of %2(…) at byte %3, but Stowage does not execute "
                      "Python; paste the output of print(%4).",
                      m_subject.what, function.substr(0, kMostOfName), m_at, m_subject.name),
                  m_file, {}, m_at),
             true});
    }

    void readName() {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isNameCharacter(m_text[m_at])) {
            ++m_at;
        }
        const std::string_view word = m_text.substr(begin, m_at - begin);
        if (word == "...") {
            // The prompt before a line that goes on; IPython's has a colon.
            m_at += m_text.substr(m_at).starts_with(':') ? 1U : 0U;
            return;
        }
        const bool makesDict = word.ends_with("OrderedDict") || word == "dict";
        if (makesDict && m_at < m_text.size() && m_text[m_at] == '(') {
            readLiteral(begin);
            return;
        }
        m_word = word;
        m_isAssigned = false;
    }

    /// `name = `, but no comparison.
    void readEquals() {
        const bool isDouble = m_at + 1 < m_text.size() && m_text[m_at + 1] == '=';
        const bool compares =
            m_at > 0 && std::string_view("<>!=").find(m_text[m_at - 1]) != std::string_view::npos;
        m_at += isDouble ? 2 : 1;
        m_isAssigned = !isDouble && !compares;
        m_name = m_annotated.empty() ? std::exchange(m_word, {}) : std::exchange(m_annotated, {});
    }

    /// `"key": ` in a dict, or `name: dict[str, int] = `.
    void readColon() {
        ++m_at;
        m_annotated = m_word;
        m_name = std::exchange(m_word, {});
        m_isAssigned = true;
    }

    void readLiteral(std::size_t begin) {
        auto literal = parseLiteralAt(m_text, begin, m_file, m_subject);
        m_lastIsWord = false;
        std::string name(m_isAssigned ? m_name : std::string_view());
        if (literal) {
            m_found.push_back({std::move(name), std::move(literal->first)});
            m_at = literal->second;
        } else {
            ++m_failures;
            m_inVain += literal.error().offset.value_or(begin) - begin;
            m_found.push_back({std::move(name), literal.unexpected()});
            // What is inside may well be read: `dict(device_map={…}, load=now())`.
            m_at = std::max(m_at, begin + 1);
        }
        m_isAssigned = false;
        m_word = {};
        m_annotated = {};
    }

    std::string_view m_text;
    const std::string& m_file;
    const LiteralSubject& m_subject;
    std::size_t m_at = 0;
    std::size_t m_failures = 0;
    std::size_t m_inVain = 0;      ///< bytes of literals that could not be read
    std::string_view m_word;       ///< the name or the string just before
    std::string_view m_name;       ///< of what is assigned here
    std::string_view m_annotated;  ///< the name before a colon on this line
    bool m_isAssigned = false;     ///< behind `name =` or `"key":`
    bool m_lastIsWord = false;     ///< the last of m_found is a text or a number
    std::vector<ScriptLiteral> m_found;
};

}  // namespace

Result<Literal> parseLiteral(std::string_view text, const std::string& file,
                             const LiteralSubject& subject) {
    return LiteralParser(text, file, subject).parseAll();
}

Result<std::pair<Literal, std::size_t>> parseLiteralAt(std::string_view text, std::size_t from,
                                                       const std::string& file,
                                                       const LiteralSubject& subject) {
    return LiteralParser(text, file, subject, from).parseHere();
}

Result<void> checkLiteralText(std::string_view text, const std::string& file,
                              const LiteralSubject& subject) {
    return LiteralParser(text, file, subject).check();
}

Result<std::vector<ScriptLiteral>> literalsInScript(std::string_view text, const std::string& file,
                                                    const LiteralSubject& subject) {
    STOWAGE_TRY(checkLiteralText(text, file, subject));
    return ScriptReader(text, file, subject).read();
}

}  // namespace stowage
