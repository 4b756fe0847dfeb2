// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_verb.h"

#include "app/cli/key_check_output.h"
#include "app/cli/model_input.h"
#include "app/cli/plan_text.h"
#include "engine/plan/plan_json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace stowage {

CLI::App* CheckVerb::describe(CLI::App& app) {
    CLI::App* command = app.add_subcommand("check", "Say whether a device map can be loaded");
    command->add_option("MODEL", m_model, "Checkpoint file or folder, .tree.json, or \"-\"")
        ->required();
    m_placement.addTo(*command, PlacementOptions::MapOption::Required);
    command->footer(
        "Example:\n  stowagectl check gpt2/model.pth --device-map map.json --gpus 2GiB,2GiB");
    return command;
}

Result<int> CheckVerb::run(CommandContext& context) {
    const auto model = openModel(m_model, context);
    if (!model) {
        return model.unexpected();
    }
    auto plan = m_placement.makePlan(*model, context);
    if (!plan) {
        return plan.unexpected();
    }
    *plan = withKeyWarning(*plan, *model->checkpoint);
    const std::string object = checkToJson(**plan);
    // What "valid" means is said in one place, by the engine's object.
    const bool valid = nlohmann::json::parse(object).at("valid").get<bool>();
    if (context.wantsJson()) {
        context.print(object);
    } else {
        context.print(placementTable(**plan) + "\n" + issueLines((*plan)->issues) +
                      quantizationLines(**plan) +
                      (valid ? "The map is valid." : "The map cannot be loaded."));
    }
    return valid ? kExitDone : kExitAnswerIsNo;
}

}  // namespace stowage
