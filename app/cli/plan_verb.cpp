// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_verb.h"

#include "app/cli/model_input.h"
#include "app/cli/plan_text.h"
#include "engine/plan/plan_json.h"

#include <CLI/CLI.hpp>

namespace stowage {

namespace {

std::string planText(const PlacementPlan& plan, bool explain) {
    std::string text = placementTable(plan) + "\n" + mapTable(plan.map) + "\n";
    if (explain) {
        text += traceTable(plan) + "\n";
    }
    if (!plan.issues.empty()) {
        text += issueLines(plan.issues) + "\n";
    }
    return text + "Rules: " + std::string(rulesName(plan.request.rules)) + "\n" + plan.verdictText +
           "\n";
}

}  // namespace

CLI::App* PlanVerb::describe(CLI::App& app) {
    CLI::App* command = app.add_subcommand("plan", "Make a device map");
    command->add_option("MODEL", m_model, "Checkpoint file or folder, .tree.json, or \"-\"")
        ->required();
    m_placement.addTo(*command, PlacementOptions::MapOption::InsteadOfStrategy);
    command->add_flag("--explain", m_explain, "Add every step of the planner");
    command->footer(
        "Example:\n  stowagectl plan gpt2/model.pth --gpus 320MiB,320MiB --strategy balanced");
    return command;
}

Result<int> PlanVerb::run(CommandContext& context) {
    const auto model = openModel(m_model, context);
    if (!model) {
        return model.unexpected();
    }
    const auto plan = m_placement.makePlan(model->tree, context);
    if (!plan) {
        return plan.unexpected();
    }
    for (const std::string& warning : (*plan)->warnings) {
        context.warn(warning);
    }
    if (context.wantsJson()) {
        context.print(planToJson(**plan, m_explain ? TraceOutput::Include : TraceOutput::Omit));
    } else {
        context.print(planText(**plan, m_explain));
    }
    return (*plan)->verdict == Verdict::DoesNotFit ? kExitAnswerIsNo : kExitDone;
}

}  // namespace stowage
