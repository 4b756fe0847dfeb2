// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/diff_verb.h"

#include "app/cli/diff_text.h"
#include "app/cli/model_input.h"
#include "engine/plan/diff_json.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace stowage {

namespace {

/// What a map followed from. A bare map tells nothing; the other one's limits and devices are
/// taken for it then, so that only what is known to differ is said to.
const PlanOrigin* originOf(const ParsedDeviceMap& map, const ParsedDeviceMap& other) {
    if (map.origin) {
        return &*map.origin;
    }
    return other.origin ? &*other.origin : nullptr;
}

/// Keys that nothing in the model answers to: the map is another model's, or misspelt.
void warnOfKeys(const PlacementPlan& plan, const std::string& name, const CommandContext& context) {
    for (const PlanIssue& issue : plan.issues) {
        if (issue.code == "unknown_module" || issue.code == "doubled_key") {
            context.warn(name + ": " + issue.text);
        }
    }
}

}  // namespace

CLI::App* DiffVerb::describe(CLI::App& app) {
    CLI::App* command = app.add_subcommand("diff", "Compare two device maps, module by module");
    command->add_option("MODEL", m_model, "Checkpoint file or folder, .tree.json, or \"-\"")
        ->required();
    command->add_option("A", m_before, "The first map: a file, a plan --json, \"-\" or the map")
        ->required()
        ->check(notEmpty());
    command->add_option("B", m_after, "The second map")->required()->check(notEmpty());
    m_placement.addTo(*command, PlacementOptions::MapOption::None);
    command->footer("Example:\n  stowagectl diff gpt2/model.pth monday.json friday.json");
    return command;
}

Result<int> DiffVerb::run(CommandContext& context) {
    const auto model = openModel(m_model, context);
    if (!model) {
        return model.unexpected();
    }
    const auto before = readDeviceMap(m_before, context);
    if (!before) {
        return before.unexpected();
    }
    const auto after = readDeviceMap(m_after, context);
    if (!after) {
        return after.unexpected();
    }
    const auto first = m_placement.makePlanOf(*model, *before, originOf(*before, *after), context);
    if (!first) {
        return first.unexpected();
    }
    const auto second = m_placement.makePlanOf(*model, *after, originOf(*after, *before), context);
    if (!second) {
        return second.unexpected();
    }
    warnOfKeys(**first, "A", context);
    warnOfKeys(**second, "B", context);
    const PlanDiff diff = diffPlans(**first, **second);
    context.print(context.wantsJson() ? diffToJson(diff) : diffText(diff));
    return kExitDone;
}

std::unique_ptr<Verb> makeDiffVerb() {
    return std::make_unique<DiffVerb>();
}

}  // namespace stowage
