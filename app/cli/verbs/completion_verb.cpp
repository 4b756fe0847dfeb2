// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/option_texts.h"
#include "app/cli/verbs/verbs.h"
#include "app/completion.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace stowage {
namespace {

std::vector<CompletedOption> optionsOf(const CLI::App& app, const Translate& translate) {
    std::vector<CompletedOption> options;
    for (const CLI::Option* const option : app.get_options()) {
        const OptionText* const text = findOptionText(app.get_name(), option->get_name());
        const std::string help = text == nullptr ? std::string() : text->text().in(translate);
        const bool takesValue = option->get_type_size() != 0;
        std::string value = takesValue ? option->get_type_name() : std::string();
        value = takesValue && value.empty() ? "VALUE" : value;
        for (const std::string& name : option->get_lnames()) {
            options.push_back({"--" + name, help, value});
        }
        for (const std::string& name : option->get_snames()) {
            options.push_back({"-" + name, help, value});
        }
    }
    return options;
}

CompletedCommand completed(const CLI::App& app, const Translate& translate) {
    return {app.get_name(), app.get_description(), optionsOf(app, translate)};
}

class CompletionVerb : public Verb {
public:
    void describe(CLI::App& command) override {
        m_program = command.get_parent();
        command.add_option("SHELL", m_shell)->required();
    }

    Result<int> run(CommandContext& context) override {
        const std::optional<Shell> shell = shellFromName(m_shell);
        if (!shell) {
            return fail(ErrorCode::InvalidArgument,
                        say("There is no completion for the shell \"%1\"; use bash, zsh or fish.",
                            m_shell));
        }
        std::vector<CompletedCommand> commands;
        for (const CLI::App* const command : m_program->get_subcommands({})) {
            if (!command->get_group().empty()) {
                commands.push_back(completed(*command, context.translate));
            }
        }
        context.print(completionScript(completed(*m_program, context.translate), commands, *shell));
        return kExitDone;
    }

private:
    const CLI::App* m_program = nullptr;
    std::string m_shell;
};

}  // namespace

std::unique_ptr<Verb> makeCompletionVerb() {
    return std::make_unique<CompletionVerb>();
}

}  // namespace stowage
