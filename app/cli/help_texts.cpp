// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/help_texts.h"

#include "engine/base/strings.h"

#include <CLI/CLI.hpp>

#include <vector>

namespace stowage {
namespace {

/// What the parser writes between names and descriptions, as its formatter asks for it.
constexpr Phrase kParserWords[] = {phrase("Usage"),       phrase("OPTIONS"), phrase("SUBCOMMAND"),
                                   phrase("Positionals"), phrase("Options"), phrase("REQUIRED"),
                                   phrase("Needs"),       phrase("Excludes")};

/// The parser's own layout, but for headings in the language and a first column that is as wide as
/// a terminal shows it.
class HelpFormatter : public CLI::Formatter {
public:
    explicit HelpFormatter(const HelpTexts& help) {
        for (const Phrase word : kParserWords) {
            label(word.english(), help(word));
        }
    }

    std::string make_group(std::string group, bool isPositional,
                           std::vector<const CLI::Option*> options) const override {
        return Formatter::make_group(get_label(std::move(group)), isPositional, std::move(options));
    }

    std::string make_option(const CLI::Option* option, bool isPositional) const override {
        std::string text = "  " + make_option_name(option, isPositional) + make_option_opts(option);
        const std::size_t width = displayWidth(text);
        const std::string description = make_option_desc(option);
        if (!description.empty()) {
            const bool isWide = width >= column_width_;
            text += isWide ? "\n" + std::string(column_width_, ' ')
                           : std::string(column_width_ - width, ' ');
        }
        return text + description + "\n";
    }
};

}  // namespace

std::string HelpTexts::examples(std::initializer_list<std::string_view> commands) const {
    std::string text = (*this)(say("Example:"));
    for (const std::string_view command : commands) {
        text.append("\n  ").append(command);
    }
    return text;
}

std::shared_ptr<CLI::FormatterBase> HelpTexts::formatter() const {
    return std::make_shared<HelpFormatter>(*this);
}

}  // namespace stowage
