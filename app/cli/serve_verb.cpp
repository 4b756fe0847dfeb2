// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common_options.h"
#include "app/cli/help_texts.h"
#include "app/cli/serve_session.h"
#include "app/cli/verbs.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// `serve`: answers the requests of docs/serve.md on its standard streams.
class ServeVerb : public Verb {
public:
    void describe(CLI::App& command, const HelpTexts& help) override {
        command
            .add_option("--allow", m_folders,
                        help(say("A folder in which models may be read; repeatable (the home "
                                 "folder)")))
            ->type_name("DIR")
            ->check(notEmpty())
            ->allow_extra_args(false);
        command.footer(help.examples({"stowagectl serve --allow /models"}));
    }

    Result<int> run(CommandContext& context) override {
        // Whoever reads the answers may go at any moment.
        std::signal(SIGPIPE, SIG_IGN);
        auto folders = AllowedFolders::make(m_folders);
        STOWAGE_TRY(folders);
        ServeSession session(context, std::move(*folders));
        STOWAGE_TRY(session.run());
        return kExitDone;
    }

private:
    std::vector<std::string> m_folders;
};

}  // namespace

std::unique_ptr<Verb> makeServeVerb() {
    return std::make_unique<ServeVerb>();
}

}  // namespace stowage
