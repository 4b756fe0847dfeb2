// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "app/cli/output/estimate_text.h"
#include "app/cli/output/text_table.h"
#include "app/cli/planned_model.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/sweep.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/exchange/engine_export.h"
#include "engine/load/program/program_prediction.h"
#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/request/request_fields.h"
#include "engine/plan/strategies/strategies.h"

#include <CLI/CLI.hpp>

#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// What `plan --json` tells of devices.
std::vector<PlannedUse> usesOf(const CapacityEstimate& estimate) {
    std::vector<PlannedUse> uses;
    for (const DeviceEstimate& device : estimate.devices) {
        uses.push_back({device.device.id, device.kvCache,
                        std::max(device.prefillActivations, device.decodeActivations),
                        device.context, device.free(), device.state});
    }
    return uses;
}

/// `plan MODEL`: a device map by a strategy, with what it puts where and why.
class PlanVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    PlacementOptions m_placement;
    bool m_explain = false;
    std::vector<std::string> m_sweep;
    std::string m_save;
};

namespace {

/// Whether a path is a project's that has a plan of that name.
bool hasPlan(const std::string& path, const std::string& name) {
    const auto project = isProjectFile(path) ? readProject(path)
                                             : Result<Project>(fail(ErrorCode::UnknownFormat, ""));
    return project && findVariant(*project, name) != nullptr;
}

/// Whose doing the map is: "Strategy: sequential (--device cuda --num-gpus 2)".
std::string madeByText(const PlacementPlan& plan, const Translate& translate) {
    const PlacementRequest& request = plan.request;
    Message maker = strategyName(request.strategy);
    if (plan.hasNoOptimum()) {
        maker = phrase("\"optimal\" found no plan");
    } else if (request.strategy == Strategy::Manual) {
        const bool isOneDevice = request.preset && endsOnOneDevice(*request.preset);
        maker = isOneDevice        ? phrase("all on one device")
                : request.isFitted ? phrase("a device map by Stowage, with lowered limits")
                                   : phrase("a given map");
    }
    const Message line = request.preset
                             ? say("Strategy: %1 (%2)", maker, presetText(*request.preset))
                             : say("Strategy: %1", maker);
    return lineOf(line, translate) + lineOf(say("Rules: %1", rulesInForce(request)), translate);
}

std::string explanation(const PlacementPlan& plan, const std::vector<NoSplitEffect>& effects,
                        const Translate& translate) {
    std::string text = traceTable(plan, translate);
    for (const std::string& lines :
         {reserveLines(plan, translate), linesOf(effects, translate, &NoSplitEffect::text)}) {
        text += lines.empty() ? "" : "\n" + lines;
    }
    return text;
}

/// The object with the time at which the CPU's free memory was read as its "read_at".
std::string withReadingTime(const std::string& object, std::optional<std::time_t> readAt) {
    auto extended = nlohmann::ordered_json::parse(object);
    if (!readAt || !extended.contains("devices") || !extended["devices"].contains("cpu")) {
        return object;
    }
    extended["devices"]["cpu"]["read_at"] = utcText(*readAt, "%Y-%m-%dT%H:%M:%SZ");
    return jsonText(extended, 2);
}

/// Whose settings the map comes from, and what was not taken of them.
std::string withImport(const std::string& object, const std::optional<ImportedPlan>& imported) {
    if (!imported) {
        return object;
    }
    auto extended = nlohmann::ordered_json::parse(object);
    const std::vector<std::string> warnings(imported->warnings.begin(), imported->warnings.end());
    const std::vector<std::string> notes(imported->notes.begin(), imported->notes.end());
    extended["import"] = {{"from", imported->from}, {"warnings", warnings}, {"notes", notes}};
    return jsonText(extended, 2);
}

/// The answer, then whose doing the map is, then the details.
std::string planText(const PlacementPlan& plan, const std::string& answer,
                     const std::string& explained, const Translate& translate) {
    const std::string issues = issueLines(plan.issues, translate);
    return answer + madeByText(plan, translate) + quantizationLines(plan, translate) +
           optimalLines(plan, translate) + "\n" + placementTable(plan, translate) + "\n" +
           mapTable(flatMap(*plan.request.tree, plan.map), translate) +
           (explained.empty() ? "" : "\n" + explained) + (issues.empty() ? "" : "\n" + issues);
}

/// The first lines of `plan`; `estimate` is null where the plan was given no work.
Result<std::string> answerOf(const PlacementPlan& plan, const CapacityEstimate* estimate,
                             const OpenedModel& model, const CommandContext& context) {
    if (estimate == nullptr) {
        return answerText(plan, context.translate);
    }
    const EstimateInput input{estimate->plan, model.checkpoint,
                              estimate->plan->request.workload.value_or(estimate->workload),
                              measuredRates(context, Telling::Silent)};
    std::optional<CapacityLimits> largest;
    if (estimate->missing.empty() && !estimate->refusal) {
        auto most = CapacityQuestions(input, context.stop()).largest();
        STOWAGE_TRY(most);
        largest = *most;
    }
    return answerText(plan.verdictText, *estimate, largest, context.translate);
}

std::vector<PlannedLoad> plannedLoads(const std::shared_ptr<const PlacementPlan>& plan,
                                      const std::shared_ptr<const Checkpoint>& checkpoint,
                                      const CommandContext& context) {
    std::vector<PlannedLoad> loads;
    if (areSeveralMachines(plan->request.devices)) {
        return loads;  // no process loads it
    }
    for (const MethodPrediction& prediction :
         predictMethods(plan, checkpoint, measuredRates(context))) {
        loads.push_back({std::string(loadMethodName(prediction.method)), prediction.peakHostAnon,
                         prediction.seconds});
    }
    return loads;
}

/// The variables of `--sweep`: none, one or two different ones.
Result<std::vector<SweepVariable>> readSweep(const std::vector<std::string>& texts) {
    std::vector<SweepVariable> variables;
    for (const std::string& text : texts) {
        auto variable = parseSweepVariable(text);
        STOWAGE_TRY(variable);
        variables.push_back(std::move(*variable));
    }
    if (variables.size() > 2) {
        return wrongValue("--sweep",
                          say("a sweep has one or two variables, not %1.", variables.size()));
    }
    if (variables.size() == 2 && variables[0].key() == variables[1].key()) {
        return wrongValue(
            "--sweep", say("both variables are %1; name two different ones.", variables[0].key()));
    }
    return variables;
}

}  // namespace

void PlanVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    m_placement.addTo(command, PlacementOptions::MapOption::InsteadOfStrategy);
    m_placement.addWorkloadTo(command);
    command.add_flag("--explain", m_explain);
    command.add_option("--sweep", m_sweep)->type_name("NAME=VALUES");
    addTextOption(command, "--save", "FILE", m_save)->excludes(command.get_option("--sweep"));
    m_placement.addImportTo(command);
}

Result<int> PlanVerb::run(CommandContext& context) {
    const auto variables = readSweep(m_sweep);
    STOWAGE_TRY(variables);
    if (variables->empty()) {
        m_placement.setIssueTelling(PlacementOptions::IssueTelling::InText);
    }
    const std::string saveAs = context.variant;
    if (!m_save.empty() && !hasPlan(m_model, context.variant)) {
        context.variant.clear();  // it names what is saved; a project's current plan is the base
    }
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    const bool readsMemory = m_placement.readsFreeMemory() && model->saved == nullptr;
    const auto readAt =
        readsMemory ? std::optional(std::time(nullptr)) : std::optional<std::time_t>();
    auto made = m_placement.makeOrImportPlan(*model, context);
    STOWAGE_TRY(made);
    auto& [plan, imported] = *made;
    if (!variables->empty()) {
        const EstimateInput input{plan, model->checkpoint,
                                  plan->request.workload.value_or(usualWorkload(
                                      knownFacts(*model->checkpoint, *model->tree).get())),
                                  measuredRates(context)};
        const auto sweep = runSweep(input, *variables, {}, context.stop());
        STOWAGE_TRY(sweep);
        if (const auto note = shortContexts(input, *sweep)) {
            context.warn(joined({"--sweep", *note}, ": "));
        }
        context.print(sweepToJsonLines(*sweep));
        return kExitDone;
    }
    const auto estimate = estimateOfWorkload(plan, *model, context);
    STOWAGE_TRY(estimate);
    if (!m_save.empty()) {
        STOWAGE_TRY(savePlan(m_save, saveAs, requestToKeep(*plan), *model, context));
    }
    if (*estimate != nullptr) {
        plan = judgedPlan(**estimate);
    }
    plan = withKeyWarning(plan, *model->checkpoint);
    const auto effects =
        m_explain ? noSplitEffects(*plan, context.stop()) : std::vector<NoSplitEffect>();
    if (context.wantsJson()) {
        const auto loads = plannedLoads(plan, model->checkpoint, context);
        const std::string object =
            planToJson(*plan, m_explain ? TraceOutput::Include : TraceOutput::Omit, effects, loads,
                       *estimate == nullptr ? std::vector<PlannedUse>() : usesOf(**estimate));
        context.print(withKeyCheck(withImport(withReadingTime(object, readAt), imported), *model));
    } else {
        const Translate& translate = context.translate;
        const auto answer = answerOf(*plan, estimate->get(), *model, context);
        STOWAGE_TRY(answer);
        context.print(planText(*plan, *answer,
                               m_explain ? explanation(*plan, effects, translate) : std::string(),
                               translate));
    }
    return isYes(plan->verdict) ? kExitDone : kExitAnswerIsNo;
}

std::unique_ptr<Verb> makePlanVerb() {
    return std::make_unique<PlanVerb>();
}

}  // namespace stowage
