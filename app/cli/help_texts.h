// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace CLI {
class FormatterBase;
}

namespace stowage {

/// What --help says, in the language of whoever reads it:
/// `command.add_flag("--verify", m_verify, help(say("Compare every loaded byte with the file")));`
class HelpTexts {
public:
    explicit HelpTexts(Translate translate) : m_translate(std::move(translate)) {}

    [[nodiscard]] std::string operator()(const Message& text) const { return text.in(m_translate); }
    /// "Example:" and below it the commands, a line each, which are those of every language.
    [[nodiscard]] std::string examples(std::initializer_list<std::string_view> commands) const;
    /// Lays --help out, with the parser's own words in the language: "Usage", "Options",
    /// "REQUIRED".
    [[nodiscard]] std::shared_ptr<CLI::FormatterBase> formatter() const;

private:
    Translate m_translate;
};

}  // namespace stowage
