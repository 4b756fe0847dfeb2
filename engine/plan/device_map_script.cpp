// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/device_map_script.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

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
        m_at = literal->end;
        if (m_lastIsWord) {
            m_found.pop_back();  // the last assignment holds
        }
        m_found.push_back({std::string(m_name), std::move(literal->value)});
        m_lastIsWord = true;
        return true;
    }

    void addReturned(std::string_view function) {
        ++m_failures;
        m_lastIsWord = false;
        const std::string what(m_subject.what);
        const std::string name(m_subject.name);
        m_found.push_back(
            {std::string(m_name),
             fail(ErrorCode::InvalidArgument,
                  what + " is what " + std::string(function.substr(0, kMostOfName)) +
                      "(…) returns at byte " + std::to_string(m_at) +
                      ", and Stowage executes no Python; paste what print(" + name + ") prints.",
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
            m_found.push_back({std::move(name), std::move(literal->value)});
            m_at = literal->end;
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

Result<std::vector<ScriptLiteral>> literalsInScript(std::string_view text, const std::string& file,
                                                    const LiteralSubject& subject) {
    if (const auto checked = checkLiteralText(text, file, subject); !checked) {
        return checked.unexpected();
    }
    return ScriptReader(text, file, subject).read();
}

}  // namespace stowage
