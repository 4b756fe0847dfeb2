// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/json_text.h"

#include "engine/base/json_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace stowage {
namespace {

/// What stands in JSON as it is.
bool isPlain(char c) {
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

}  // namespace

void JsonText::key(std::string_view name) {
    separate();
    appendQuoted(name);
    m_text += ':';
    m_needsComma = false;
}

void JsonText::value(std::string_view text) {
    separate();
    appendQuoted(text);
}

void JsonText::value(std::uint64_t number) {
    separate();
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    m_text.append(digits.data(), end);
}

void JsonText::value(JsonWord word) {
    separate();
    m_text += word == JsonWord::True ? "true" : word == JsonWord::False ? "false" : "null";
}

std::string JsonText::take() {
    m_needsComma = false;
    return std::exchange(m_text, {});
}

void JsonText::begin(char bracket) {
    separate();
    m_text += bracket;
    m_needsComma = false;
}

void JsonText::end(char bracket) {
    m_text += bracket;
    m_needsComma = true;
}

void JsonText::separate() {
    if (m_needsComma) {
        m_text += ',';
    }
    m_needsComma = true;
}

void JsonText::appendQuoted(std::string_view text) {
    if (std::ranges::all_of(text, isPlain)) {
        m_text += '"';
        m_text += text;
        m_text += '"';
    } else {
        m_text += jsonText(std::string(text));
    }
}

}  // namespace stowage
