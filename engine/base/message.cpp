// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/message.h"

#include <ostream>

namespace stowage {
namespace {

/// A literal needs no owner.
std::shared_ptr<const char> literal(const char* text) {
    return {std::shared_ptr<const char>(), text};
}

/// Whether a character of Chinese or Japanese begins at the byte, U+3000 to U+9FFF: between two of
/// them stands no space.
bool beginsUnspaced(std::string_view text, std::size_t at) {
    const auto lead = at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    return lead >= 0xE3 && lead <= 0xE9;
}

bool endsUnspaced(std::string_view text) {
    return text.size() >= 3 && beginsUnspaced(text, text.size() - 3);
}

/// The pattern with its %1 … %9 replaced; what names no argument stays. `words` are those arguments
/// that were translated: the space that a Latin word would need is left out around them.
std::string filled(std::string_view pattern, const std::vector<std::string>& arguments,
                   const std::vector<bool>& words) {
    std::string text;
    text.reserve(pattern.size() + 16 * arguments.size());
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '%' && at + 1 < pattern.size() && pattern[at + 1] >= '1' &&
            pattern[at + 1] <= '9') {
            const auto number = static_cast<std::size_t>(pattern[at + 1] - '1');
            if (number < arguments.size()) {
                const std::string& argument = arguments[number];
                ++at;
                if (words[number] && text.ends_with(' ') && beginsUnspaced(argument, 0) &&
                    endsUnspaced(std::string_view(text).substr(0, text.size() - 1))) {
                    text.pop_back();
                }
                text += argument;
                if (words[number] && endsUnspaced(argument) &&
                    pattern.substr(at + 1).starts_with(' ') && beginsUnspaced(pattern, at + 2)) {
                    ++at;
                }
                continue;
            }
        }
        text += pattern[at];
    }
    return text;
}

std::string joinedTexts(const std::vector<std::string>& texts, std::string_view separator) {
    std::string all;
    for (const std::string& text : texts) {
        if (!text.empty()) {
            // Japanese and Chinese write no space between sentences.
            const bool isApart = all.empty() || (separator == " " && all.ends_with("。"));
            all += isApart ? std::string_view() : separator;
            all += text;
        }
    }
    return all;
}

std::vector<std::string> englishOf(const std::vector<Message>& messages) {
    std::vector<std::string> texts;
    texts.reserve(messages.size());
    for (const Message& message : messages) {
        texts.push_back(message.english());
    }
    return texts;
}

}  // namespace

Message::Message(Phrase phrase) : m_english(phrase.english()) {
    if (!phrase.empty()) {
        m_parts = std::make_shared<const Parts>(Parts{literal(phrase.english()), {}});
    }
}

std::string Message::in(const Translate& translate) const {
    if (m_parts == nullptr) {
        return m_english;
    }
    std::vector<std::string> texts;
    std::vector<bool> words;
    texts.reserve(m_parts->arguments.size());
    for (const Message& argument : m_parts->arguments) {
        texts.push_back(argument.in(translate));
        words.push_back(argument.m_parts != nullptr);
    }
    if (m_parts->pattern != nullptr) {
        return filled(translate(m_parts->pattern.get()), texts, words);
    }
    const Phrase comma = listComma();
    return joinedTexts(texts, m_parts->separator == comma.english() ? translate(comma.english())
                                                                    : m_parts->separator);
}

Message Message::withPlainTexts(
    const std::function<std::string(const std::string&)>& change) const {
    if (m_parts == nullptr) {
        return Message(change(m_english));
    }
    std::vector<Message> arguments;
    arguments.reserve(m_parts->arguments.size());
    for (const Message& argument : m_parts->arguments) {
        arguments.push_back(argument.withPlainTexts(change));
    }
    return m_parts->pattern == nullptr ? joined(std::move(arguments), m_parts->separator)
                                       : messageOf(m_parts->pattern, std::move(arguments));
}

Phrase listComma() {
    return phrase(", ");
}

Message messageOf(const char* pattern, std::vector<Message> arguments) {
    return messageOf(literal(pattern), std::move(arguments));
}

Message messageOf(std::shared_ptr<const char> pattern, std::vector<Message> arguments) {
    Message message;
    message.m_english =
        filled(pattern.get(), englishOf(arguments), std::vector<bool>(arguments.size(), false));
    message.m_parts = std::make_shared<const Message::Parts>(
        Message::Parts{std::move(pattern), std::move(arguments)});
    return message;
}

Message joined(std::vector<Message> messages, std::string_view separator) {
    Message message;
    message.m_english = joinedTexts(englishOf(messages), separator);
    message.m_parts = std::make_shared<const Message::Parts>(
        Message::Parts{nullptr, std::move(messages), std::string(separator)});
    return message;
}

Message asSentence(Message text) {
    return text.english().ends_with('.') ? std::move(text) : say("%1.", std::move(text));
}

Message enumerated(std::vector<Message> messages) {
    if (messages.size() < 2) {
        return messages.empty() ? Message() : std::move(messages.front());
    }
    const Message last = std::move(messages.back());
    messages.pop_back();
    return say("%1 and %2", joined(std::move(messages), ", "), last);
}

Message listedMessages(std::vector<Message> messages, std::size_t most) {
    const std::size_t more = messages.size() > most ? messages.size() - most : 0;
    messages.resize(messages.size() - more);
    Message list = joined(std::move(messages), ", ");
    return more == 0 ? list : say("%1 and %2 more", list, more);
}

Message listedNames(const std::vector<std::string>& names, std::size_t most) {
    return listedMessages({names.begin(), names.end()}, most);
}

std::ostream& operator<<(std::ostream& stream, const Message& message) {
    return stream << message.m_english;
}

}  // namespace stowage
