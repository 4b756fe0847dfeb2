// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/offload_verb.h"

#include "app/cli/convert_run.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace stowage {

CLI::App* OffloadVerb::describe(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("offload", "Write Accelerate's offload folder of a model, streaming");
    command->add_option("MODEL", m_model, "Checkpoint file, index or folder")->required();
    command
        ->add_option("DIR", m_folder,
                     "Folder for index.json and one .dat a tensor; made where it "
                     "is missing")
        ->required();
    command->add_flag("--resume", m_resume, "Go on where an interrupted run stopped");
    command->footer("Example:\n  stowagectl offload model.safetensors offload-folder");
    return command;
}

Result<int> OffloadVerb::run(CommandContext& context) {
    ConvertOptions options;
    options.folder = m_folder;
    options.choices.target = ConvertTarget::OffloadFolder;
    options.start = m_resume ? ResumeJournal::Start::Resume : ResumeJournal::Start::Over;
    return runConversion(m_model, options, context);
}

std::unique_ptr<Verb> makeOffloadVerb() {
    return std::make_unique<OffloadVerb>();
}

}  // namespace stowage
