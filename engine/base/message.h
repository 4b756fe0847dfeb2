// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// Texts for people, which can be shown in any language: an English pattern, which is also the key
// under which catalogues of other languages (resources/i18n) have it, and its arguments.

namespace stowage {

/// An English text without arguments that a catalogue may know, marked for the tool that collects
/// such texts; for constant tables: `{"auto", phrase("fills one device after another")}`.
class Phrase {
public:
    constexpr Phrase() = default;
    constexpr explicit Phrase(const char* english) : m_english(english) {}

    [[nodiscard]] constexpr const char* english() const { return m_english; }
    [[nodiscard]] constexpr bool empty() const { return *m_english == '\0'; }

private:
    const char* m_english = "";
};

/// Marks a literal as a Phrase.
[[nodiscard]] constexpr Phrase phrase(const char* english) {
    return Phrase(english);
}

/// Gives a pattern in another language, or the pattern itself where it knows none. Called in the
/// thread that asks for the text.
using Translate = std::function<std::string(const char* pattern)>;

/// A text for people. It is made by say() from a pattern and arguments, by a Phrase, or by a plain
/// text that is the same in every language: a name, a number, what the system itself said.
/// A value; copies share their parts. Any thread may read one.
class Message {
public:
    Message() = default;
    /// The same in every language.
    Message(std::string plain) : m_english(std::move(plain)) {}
    Message(std::string_view plain) : m_english(plain) {}
    Message(const char* plain) : m_english(plain) {}
    Message(Phrase phrase);

    /// As `--json`, records and tests have it.
    [[nodiscard]] const std::string& english() const { return m_english; }
    operator const std::string&() const { return m_english; }
    [[nodiscard]] bool empty() const { return m_english.empty(); }
    /// How it is put together; null: a plain text.
    struct Parts;
    [[nodiscard]] const Parts* parts() const { return m_parts.get(); }

    /// The text with its pattern, and the patterns of the messages within it, translated.
    [[nodiscard]] std::string in(const Translate& translate) const;
    /// The same message with each of its plain texts, however deep, replaced by what `change` makes
    /// of it.
    [[nodiscard]] Message withPlainTexts(
        const std::function<std::string(const std::string&)>& change) const;

    /// Two are equal where their English texts are.
    friend bool operator==(const Message& a, const Message& b) {
        return a.m_english == b.m_english;
    }
    friend bool operator==(const Message& a, std::string_view b) { return a.m_english == b; }
    friend bool operator==(const Message& a, const char* b) { return a.m_english == b; }
    friend bool operator==(const Message& a, const std::string& b) { return a.m_english == b; }
    friend std::ostream& operator<<(std::ostream& stream, const Message& message);

private:
    friend Message messageOf(std::shared_ptr<const char> pattern, std::vector<Message> arguments);
    friend Message joined(std::vector<Message> messages, std::string_view separator);

    std::string m_english;
    std::shared_ptr<const Parts> m_parts;  ///< null for a plain text
};

struct Message::Parts {
    std::shared_ptr<const char> pattern;  ///< null: the arguments follow each other
    std::vector<Message> arguments;
    std::string separator{};  ///< between arguments without a pattern
};

/// Messages one after another, as sentences or the parts of a list: `joined(reasons, " ")`. Empty
/// ones are left out with their separator. One that is listComma() is each language's own, and a
/// space is left out after a sentence that ends as those of Japanese and Chinese do.
[[nodiscard]] Message joined(std::vector<Message> messages, std::string_view separator);
/// Returns the text with a full stop, unless it already ends with one.
[[nodiscard]] Message asSentence(Message text);
/// What stands between the parts of a list in prose: ", ".
[[nodiscard]] Phrase listComma();

/// What say() makes of its arguments. A pattern that is no literal has an owner.
[[nodiscard]] Message messageOf(const char* pattern, std::vector<Message> arguments);
[[nodiscard]] Message messageOf(std::shared_ptr<const char> pattern,
                                std::vector<Message> arguments);

/// The text of one argument: what is no text is a whole number.
template <class Argument>
[[nodiscard]] Message argumentOf(Argument&& argument) {
    using Plain = std::remove_cvref_t<Argument>;
    static_assert(!std::is_floating_point_v<Plain>,
                  "say how many digits: formatFixed() and the like");
    if constexpr (std::is_integral_v<Plain> && !std::is_same_v<Plain, char>) {
        return Message(std::to_string(argument));
    } else if constexpr (std::is_same_v<Plain, char>) {
        return Message(std::string(1, argument));
    } else {
        return Message(std::forward<Argument>(argument));
    }
}

/// A pattern that names `Count` arguments, each of %1 to %9 at least once; anything else does not
/// compile.
template <std::size_t Count>
class Pattern {
public:
    consteval Pattern(const char* text) : m_text(text) {
        bool named[10] = {};
        std::size_t most = 0;
        for (const char* at = text; *at != '\0'; ++at) {
            if (at[0] == '%' && at[1] >= '1' && at[1] <= '9') {
                const auto number = static_cast<std::size_t>(at[1] - '0');
                named[number] = true;
                most = number > most ? number : most;
            }
        }
        if (most != Count) {
            throw "the pattern names other arguments than it gets";
        }
        for (std::size_t number = 1; number <= most; ++number) {
            if (!named[number]) {
                throw "the pattern leaves an argument out";
            }
        }
    }
    [[nodiscard]] constexpr const char* text() const { return m_text; }

private:
    const char* m_text;
};

/// A message by a pattern and its arguments, which stand where it says %1, %2 … (each of them at
/// least once; at most nine): `say("%1 has the key %2 twice.", file, quotedForMessage(key))`.
/// Arguments are texts, which stay as they are, whole numbers, and messages, which are translated
/// with the whole. Patterns are whole sentences, not pieces, wherever that can be.
template <class... Arguments>
[[nodiscard]] Message say(Pattern<sizeof...(Arguments)> pattern, Arguments&&... arguments) {
    std::vector<Message> all;
    all.reserve(sizeof...(Arguments));
    (all.push_back(argumentOf(std::forward<Arguments>(arguments))), ...);
    return messageOf(pattern.text(), std::move(all));
}

/// "a, b and c", as a sentence enumerates.
[[nodiscard]] Message enumerated(std::vector<Message> messages);

/// "a, b and 3 more": `most` messages at most, the others counted.
[[nodiscard]] Message listedMessages(std::vector<Message> messages, std::size_t most);
/// The same of names, which are those of every language.
[[nodiscard]] Message listedNames(const std::vector<std::string>& names, std::size_t most);

}  // namespace stowage
