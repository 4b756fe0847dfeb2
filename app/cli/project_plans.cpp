// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_plans.h"

#include "app/cli/output/text_table.h"
#include "app/cli/planned_model.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/plan/map/plan_json.h"

#include <algorithm>
#include <set>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// The same model with another plan of its project.
OpenedModel withVariant(const OpenedModel& model, std::size_t variant) {
    OpenedProject project = *model.saved;
    project.variant = variant;
    return {model.checkpoint, model.tree,
            std::make_shared<const OpenedProject>(std::move(project))};
}

Result<ReportedPlan> onePlan(const OpenedModel& model, const PlacementOptions& placement,
                             const CommandContext& context) {
    const std::string name = model.saved ? savedPlan(*model.saved).name : "Plan";
    auto plan = placement.makePlan(model, context);
    if (!plan) {
        Error error = plan.error();
        if (model.saved) {
            error.message = say("%1: %2", quotedForMessage(name), error.message);
        }
        return Unexpected{std::move(error)};
    }
    plan = withKeyWarning(*std::move(plan), *model.checkpoint);
    const auto facts = knownFacts(*model.checkpoint, *model.tree);
    const Workload work = (*plan)->request.workload.value_or(usualWorkload(facts.get()));
    auto reported =
        reportedPlan(name, {*plan, model.checkpoint, work, measuredRates(context, Telling::Silent)},
                     context.stop());
    STOWAGE_TRY(reported);
    reported->notes = model.saved ? savedPlan(*model.saved).notes : std::string();
    return reported;
}

std::string neededText(const ReportedPlan& plan, DeviceId device) {
    const DeviceEstimate* const found = plan.estimate ? plan.estimate->on(device) : nullptr;
    return found == nullptr ? "–" : formatSize(found->needed());
}

/// Null where a plan has no known time, or does not fit.
const TimeEstimate* rateOf(const ReportedPlan& plan) {
    const TimeEstimate* const time = plan.estimate ? plan.estimate->toldTime() : nullptr;
    return time != nullptr && time->tokensPerSecond > 0 &&
                   plan.estimate->verdict != Verdict::DoesNotFit
               ? time
               : nullptr;
}

}  // namespace

Result<std::vector<ReportedPlan>> reportedPlans(const OpenedModel& model,
                                                const PlacementOptions& placement,
                                                PlanChoice choice, const CommandContext& context) {
    std::vector<OpenedModel> meant{model};
    if (model.saved != nullptr && choice == PlanChoice::All) {
        meant.clear();
        for (std::size_t i = 0; i < model.saved->project.variants.size(); ++i) {
            meant.push_back(withVariant(model, i));
        }
    }
    std::vector<ReportedPlan> plans;
    for (const OpenedModel& each : meant) {
        auto plan = onePlan(each, placement, context);
        STOWAGE_TRY(plan);
        plans.push_back(*std::move(plan));
    }
    return plans;
}

std::string plansTable(const std::vector<ReportedPlan>& plans, const Translate& translate) {
    std::set<DeviceId> devices;
    for (const ReportedPlan& plan : plans) {
        for (const DevicePlacement& placement : plan.plan->placements) {
            if (placement.device.id != DeviceId::disk()) {
                devices.insert(placement.device.id);
            }
        }
    }
    std::vector<TableHead> heads{phrase("plan"), phrase("verdict"), rightHead(phrase("tokens/s")),
                                 rightHead(phrase("load"))};
    for (const DeviceId device : devices) {
        heads.push_back(rightHead(deviceLabel(device)));
    }
    TextTable table(heads, translate);
    for (const ReportedPlan& plan : plans) {
        const TimeEstimate* const time = rateOf(plan);
        std::vector<Message> cells{printableText(plan.name, 60), verdictName(plan.plan->verdict),
                                   time != nullptr ? perSecondText(time->tokensPerSecond) : "–",
                                   plan.loadSeconds ? secondsText(*plan.loadSeconds) : "–"};
        for (const DeviceId device : devices) {
            cells.push_back(neededText(plan, device));
        }
        table.addRow(cells);
    }
    std::vector<Message> lines;
    for (const ReportedPlan& plan : plans) {
        const Message verdict = say("%1: %2", printableText(plan.name, 60), plan.plan->verdictText);
        lines.push_back(
            plan.why.empty() ? verdict : joined({verdict, say("No estimate: %1", plan.why)}, " "));
    }
    lines.push_back(say("All times are estimates. Sizes are the memory that each device needs."));
    return table.text() + "\n" + joined(std::move(lines), "\n").in(translate) + "\n";
}

std::string plansJson(const std::vector<ReportedPlan>& plans) {
    Json variants = Json::array();
    for (const ReportedPlan& plan : plans) {
        const CapacityEstimate* const estimate = plan.estimate.get();
        Json vram = Json::object();
        std::optional<std::uint64_t> ram;
        for (const DeviceEstimate& device :
             estimate ? estimate->devices : std::vector<DeviceEstimate>()) {
            if (device.device.id.isGpu()) {
                vram[deviceName(device.device.id)] = device.needed();
            } else if (device.device.id == DeviceId::cpu()) {
                ram = device.needed();
            }
        }
        const TimeEstimate* const time = rateOf(plan);
        variants.push_back(
            Json{{"name", plan.name},
                 {"verdict", verdictName(plan.plan->verdict)},
                 {"missing", missingJson(plan.plan->missing)},
                 {"tokens_per_second", time != nullptr ? Json(time->tokensPerSecond) : Json()},
                 {"vram", estimate ? std::move(vram) : Json()},
                 {"ram", orNull(ram)},
                 {"load_seconds", orNull(plan.loadSeconds)},
                 {"why", plan.why.empty() ? Json() : Json(plan.why.english())}});
    }
    return jsonText(Json{{"variants", std::move(variants)}}, 2);
}

int exitStatusOf(const std::vector<ReportedPlan>& plans) {
    const bool fits = std::ranges::any_of(
        plans, [](const ReportedPlan& plan) { return isYes(plan.plan->verdict); });
    return fits ? kExitDone : kExitAnswerIsNo;
}

}  // namespace stowage
