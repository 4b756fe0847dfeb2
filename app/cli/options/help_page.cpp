// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/help_page.h"

#include "app/cli/options/option_texts.h"
#include "engine/base/strings.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::size_t kWidth = 100;      ///< columns of a page
constexpr std::size_t kTextColumn = 30;  ///< where the texts of options begin
constexpr std::size_t kManyOptions = 20;

/// Whether a line may end between two code points that have no space between them.
bool canBreak(std::string_view before, std::string_view after) {
    constexpr std::string_view kNeverFirst = "、。，；：）」』！？ーッャュョ";
    constexpr std::string_view kNeverLast = "（「『";
    return (displayWidth(before) == 2 || displayWidth(after) == 2) &&
           kNeverFirst.find(after) == std::string_view::npos &&
           kNeverLast.find(before) == std::string_view::npos;
}

/// The pieces that stay on one line: words with the space behind them, and East Asian characters.
std::vector<std::string_view> piecesOf(std::string_view text) {
    std::vector<std::string_view> pieces;
    std::size_t begin = 0;
    std::string_view last;
    for (std::size_t at = 0; at < text.size();) {
        const auto decoded = decodeUtf8(text.substr(at));
        const std::string_view next = text.substr(at, decoded ? decoded->length : 1);
        if (!last.empty() && next != " " && (last == " " || canBreak(last, next))) {
            pieces.push_back(text.substr(begin, at - begin));
            begin = at;
        }
        last = next;
        at += next.size();
    }
    pieces.push_back(text.substr(begin));
    return pieces;
}

std::string withoutSpaceAtEnd(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

/// `text` behind `start`, in lines of a page that begin at the column `indent`.
std::string wrapped(const std::string& start, const std::string& text, std::size_t indent) {
    const std::size_t width = displayWidth(start);
    std::string lines;
    std::string line = start;
    if (width + 2 > indent && indent > 0) {
        lines = std::exchange(line, std::string(indent, ' ')) + "\n";
    } else {
        line.append(indent - std::min(indent, width), ' ');
    }
    bool isEmpty = true;
    for (const std::string_view piece : piecesOf(text)) {
        const std::string longer = withoutSpaceAtEnd(line + std::string(piece));
        if (!isEmpty && displayWidth(longer) > kWidth) {
            lines += withoutSpaceAtEnd(std::exchange(line, std::string(indent, ' '))) + "\n";
        }
        line += piece;
        isEmpty = false;
    }
    return lines + withoutSpaceAtEnd(line) + "\n";
}

/// An option with its row in the tables.
using Row = std::pair<const OptionText*, const CLI::Option*>;

class HelpPages : public CLI::FormatterBase {
public:
    explicit HelpPages(Translate translate) : m_translate(std::move(translate)) {}

    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;

private:
    [[nodiscard]] std::string shownText(const Message& text) const { return text.in(m_translate); }
    [[nodiscard]] std::string usage(const CLI::App& app, const std::string& name) const;
    [[nodiscard]] std::string heading(const Message& title) const {
        return "\n" + shownText(title) + ":\n";
    }
    [[nodiscard]] std::string optionLines(const Row& row, CLI::AppFormatMode mode) const;
    [[nodiscard]] std::string verbLines(const CLI::App& app) const;

    Translate m_translate;
};

/// "--pin NAME=DEVICE ...", "MODEL".
std::string nameOf(const CLI::Option& option) {
    std::string name = option.get_name(option.get_positional(), !option.get_positional());
    if (!option.get_positional() && option.get_type_size() != 0) {
        name += " " + option.get_type_name();
        const bool isMany = option.get_expected_max() == CLI::detail::expected_max_vector_size;
        name += isMany && !name.ends_with("...") ? " ..." : "";
    }
    return name;
}

std::string namesOf(const std::set<CLI::Option*>& options) {
    std::set<std::string> names;
    for (const CLI::Option* const option : options) {
        names.insert(option->get_name());
    }
    return joinedText(names, ", ");
}

/// The options of a group that the verb has, in the order of the table.
std::vector<Row> rowsOf(const OptionGroup& group, const CLI::App& app) {
    std::vector<Row> rows;
    for (const OptionText* const text : group.options) {
        const CLI::Option* const option = app.get_option_no_throw(std::string(text->name));
        if (option != nullptr && findOptionText(app.get_name(), text->name) == text) {
            rows.emplace_back(text, option);
        }
    }
    return rows;
}

std::string HelpPages::usage(const CLI::App& app, const std::string& name) const {
    std::string words = name + " [" + shownText(phrase("OPTIONS")) + "]";
    std::string arguments;
    for (const CLI::Option* const option : app.get_options()) {
        const bool isRequired = option->get_required();
        if (option->get_positional()) {
            arguments += isRequired ? " " + nameOf(*option) : " [" + nameOf(*option) + "]";
        } else if (isRequired) {
            words += " " + nameOf(*option);
        }
    }
    words += arguments;
    words += app.get_subcommands({}).empty() ? "" : " " + shownText(phrase("SUBCOMMAND"));
    return wrapped("", shownText(phrase("Usage")) + ": " + words, 0);
}

std::string HelpPages::optionLines(const Row& row, CLI::AppFormatMode mode) const {
    const auto& [text, option] = row;
    std::vector<Message> sentences{text->text()};
    if (mode == CLI::AppFormatMode::All) {
        const std::string needs = namesOf(option->get_needs());
        const std::string excludes = namesOf(option->get_excludes());
        const bool isOne = text->details.empty() && needs.empty() && excludes.empty();
        sentences = {isOne ? text->text() : say("%1.", text->text()), text->detailsText(),
                     needs.empty() ? Message() : say("Requires %1.", needs),
                     excludes.empty() ? Message() : say("Cannot be combined with %1.", excludes)};
    }
    return wrapped("  " + nameOf(*option), shownText(joined(std::move(sentences), " ")),
                   kTextColumn);
}

std::string HelpPages::verbLines(const CLI::App& app) const {
    std::string lines;
    for (const CLI::App* const verb : app.get_subcommands({})) {
        if (!verb->get_group().empty()) {
            lines += wrapped("  " + verb->get_name(), verb->get_description(), kTextColumn);
        }
    }
    return lines.empty() ? lines : heading(phrase("Subcommands")) + lines;
}

/// The commands one below the other, indented.
std::string exampleLines(std::string_view examples) {
    std::string lines = "  ";
    for (const char c : examples) {
        lines += c == '\n' ? std::string("\n  ") : std::string(1, c);
    }
    return lines + "\n";
}

std::string HelpPages::make_help(const CLI::App* app, std::string name,
                                 CLI::AppFormatMode mode) const {
    const VerbText verb = verbText(app->get_name());
    const auto count = static_cast<std::size_t>(
        std::ranges::count_if(app->get_options(), &CLI::Option::nonpositional));
    const bool isShort = mode == CLI::AppFormatMode::Normal && count > kManyOptions;
    std::string page = wrapped("", app->get_description(), 0) + usage(*app, name);
    bool hasDefaults = false;
    for (const OptionGroup& group : optionGroups()) {
        std::string lines;
        for (const Row& row : rowsOf(group, *app)) {
            if (!isShort || row.second->get_positional() ||
                hasWord(verb.mostUsed, row.first->name)) {
                lines += optionLines(row, mode);
                hasDefaults = hasDefaults || row.first->text().english().ends_with(')');
            }
        }
        page += lines.empty() ? lines : heading(group.title) + lines;
    }
    page += verbLines(*app);
    if (hasDefaults) {
        page += "\n" + shownText(say("A value in parentheses at the end is the default.")) + "\n";
    }
    if (!verb.note.empty()) {
        page += "\n" + wrapped("", shownText(verb.note), 0);
    }
    if (!verb.examples.empty()) {
        const bool areSeveral = verb.examples.find('\n') != std::string_view::npos;
        page += "\n" + shownText(areSeveral ? say("Examples:") : say("Example:")) + "\n" +
                exampleLines(verb.examples);
    }
    if (isShort) {
        page +=
            "\n" + shownText(say("%1 shows all %2 options.", name + " --help-all", count)) + "\n";
    }
    return page;
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> helpPages(const Translate& translate) {
    return std::make_shared<HelpPages>(translate);
}

}  // namespace stowage
