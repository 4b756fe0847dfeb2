// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common_options.h"
#include "app/cli/completion.h"
#include "app/cli/verbs.h"

#include <CLI/CLI.hpp>

#include <string>

namespace stowage {
namespace {

class CompletionVerb : public Verb {
public:
    void describe(CLI::App& command) override {
        m_program = command.get_parent();
        command.add_option("SHELL", m_shell, "bash, zsh or fish")->required();
        command.footer("Example:\n  source <(stowagectl completion bash)");
    }

    Result<int> run(CommandContext& context) override {
        const std::optional<Shell> shell = shellFromName(m_shell);
        if (!shell) {
            return fail(ErrorCode::InvalidArgument,
                        say("There is no completion for \"%1\"; say bash, zsh or fish.", m_shell));
        }
        context.print(completionScript(*m_program, *shell));
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
