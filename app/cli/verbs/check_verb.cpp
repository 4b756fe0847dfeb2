// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs/verbs.h"

#include "app/cli/options/placement_options.h"
#include "app/cli/planned_model.h"
#include "engine/plan/map/plan_json.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

namespace stowage {

/// `check MODEL --device-map FILE`: whether a map can be loaded, and what speaks against it.
class CheckVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    PlacementOptions m_placement;
};

namespace {

constexpr int kExitValidWithWarnings = 5;

Phrase validityText(MapValidity validity) {
    return validity == MapValidity::Valid ? phrase("The device map is valid.")
           : validity == MapValidity::ValidWithWarnings
               ? phrase("Stowage can load the device map; see the warnings above.")
               : phrase("The device map cannot be loaded.");
}

}  // namespace

void CheckVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    m_placement.addTo(command, PlacementOptions::MapOption::Required);
    m_placement.addWorkloadTo(command);
    m_placement.setIssueTelling(PlacementOptions::IssueTelling::InText);
}

Result<int> CheckVerb::run(CommandContext& context) {
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    auto planned = m_placement.makePlan(*model, context);
    STOWAGE_TRY(planned);
    auto judged = withWorkload(std::move(*planned), *model, context);
    STOWAGE_TRY(judged);
    const auto warned = withKeyWarning(std::move(*judged), *model->checkpoint);
    const PlacementPlan& plan = *warned;
    const MapValidity validity = validityOf(plan);
    if (context.wantsJson()) {
        context.print(checkToJson(plan));
    } else {
        const Translate& translate = context.translate;
        context.print(placementTable(plan, translate) + "\n" + issueLines(plan.issues, translate) +
                      quantizationLines(plan, translate) +
                      Message(validityText(validity)).in(translate));
    }
    return validity == MapValidity::Valid               ? kExitDone
           : validity == MapValidity::ValidWithWarnings ? kExitValidWithWarnings
                                                        : kExitAnswerIsNo;
}

std::unique_ptr<Verb> makeCheckVerb() {
    return std::make_unique<CheckVerb>();
}

}  // namespace stowage
