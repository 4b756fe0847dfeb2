// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "app/cli/output/estimate_text.h"
#include "app/cli/output/text_table.h"
#include "app/cli/planned_model.h"
#include "app/cli/project_plans.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/message.h"
#include "engine/base/number_text.h"
#include "engine/base/random_access_file.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/estimate_json.h"
#include "engine/capacity/logs/engine_log.h"
#include "engine/capacity/machines.h"
#include "engine/capacity/pipeline/offload_modes.h"
#include "engine/capacity/pretrained_load.h"
#include "engine/capacity/tenants.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/request/request_fields.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

std::string sizeCell(std::uint64_t bytes) {
    return bytes == 0 ? "–" : formatSize(static_cast<double>(bytes));
}

Message freeCell(const std::optional<std::int64_t>& free) {
    if (!free) {
        return {};
    }
    return *free < 0 ? say("%1 short", formatSize(static_cast<double>(-*free)))
                     : Message(formatSize(static_cast<double>(*free)));
}

/// Nothing where nothing crosses a link.
std::optional<double> secondsEachStep(const OffloadModeFigures& mode, const DeviceSpeed& gpu) {
    return gpu.link > 0 ? std::optional(static_cast<double>(mode.movedEachStep) / gpu.link)
                        : std::nullopt;
}

std::string modesTable(const PlannedOffloadModes& planned, const Translate& translate) {
    TextTable table(
        {phrase("offloading"), rightHead(phrase("allocated")), rightHead(phrase("reserved")),
         rightHead(phrase("left free")), rightHead(phrase("RAM")), rightHead(phrase("moved once")),
         rightHead(phrase("moved each step"))},
        translate);
    for (const OffloadModeFigures& mode : planned.modes) {
        if (mode.isAvailable) {
            table.addRow({offloadModeName(mode.mode), sizeCell(mode.peakAllocated),
                          sizeCell(mode.peakReserved), freeCell(mode.freeOn(planned.gpu)),
                          sizeCell(mode.hostBytes), sizeCell(mode.movedOnce),
                          sizeCell(mode.movedEachStep)});
        } else {
            table.addRow({offloadModeName(mode.mode), phrase("not possible")});
        }
    }
    return table.text();
}

Json modeJson(const OffloadModeFigures& mode, const DeviceInfo& gpu, const DeviceSpeed& speed) {
    const auto free = mode.freeOn(gpu);
    const std::vector<std::string> notes(mode.notes.begin(), mode.notes.end());
    return {{"mode", offloadModeName(mode.mode)},
            {"call", mode.call},
            {"available", mode.isAvailable},
            {"device", deviceName(gpu.id)},
            {"peak_allocated", mode.peakAllocated},
            {"peak_reserved", mode.peakReserved},
            {"needed", mode.peakReserved + gpu.context},
            {"free", orNull(free)},
            {"fits", free ? Json(mode.isAvailable && *free >= 0) : Json()},
            {"staying", mode.staying},
            {"ram", mode.hostBytes},
            {"moved_once", mode.movedOnce},
            {"moved_each_step", mode.movedEachStep},
            {"seconds_each_step", orNull(secondsEachStep(mode, speed))},
            {"peak_module", mode.peakModule},
            {"notes", notes}};
}

Json deviceJson(const DevicePlacement& placement) {
    const DeviceInfo& device = placement.device;
    const std::uint64_t needed = placement.weightsReserved + device.context;
    return {{"capacity", orNull(device.capacity)},
            {"weights", static_cast<std::uint64_t>(placement.weights)},
            {"peak_allocated", placement.weightsAllocated},
            {"peak_reserved", placement.weightsReserved},
            {"context", device.context},
            {"used_by_others", device.usedByOthers},
            {"needed", needed},
            {"free", device.capacity ? Json(static_cast<std::int64_t>(*device.capacity) -
                                            static_cast<std::int64_t>(needed + device.usedByOthers))
                                     : Json()}};
}

/// The line of Python that switches a mode on, and what is to be known of it.
std::string modeText(const OffloadModeFigures& mode, const DeviceSpeed& speed,
                     const Translate& translate) {
    const std::string name(offloadModeName(mode.mode));
    std::string text = mode.isAvailable ? name + ": " + mode.call + "\n" : std::string();
    std::vector<Message> lines;
    if (mode.isAvailable && mode.mode != OffloadMode::None && !mode.peakModule.empty()) {
        lines.push_back(
            say("the peak memory occurs when the module %1 is copied to the GPU", mode.peakModule));
    }
    if (const auto seconds = secondsEachStep(mode, speed);
        mode.isAvailable && seconds && mode.movedEachStep > 0) {
        lines.push_back(say("each denoising step waits %1 for its weights (%2)",
                            secondsText(*seconds), speed.linkSource));
    }
    lines.insert(lines.end(), mode.notes.begin(), mode.notes.end());
    for (const Message& line : lines) {
        text += (mode.isAvailable ? "    " : name + ": ") + line.in(translate) + "\n";
    }
    return text;
}

/// What the plan of a pipeline comes to, then the ways to offload beside each other, with the line
/// of Python that switches each on.
std::string pipelineText(const PlacementPlan& plan, const PlannedOffloadModes& planned,
                         const DeviceSpeed& speed, const Translate& translate) {
    std::string text = answerText(plan, translate) + "\n" +
                       say("Estimated memory for one model at a time on %1 (%2), weights only:",
                           deviceLabel(planned.gpu.id), planned.gpu.name)
                           .in(translate) +
                       "\n\n" + modesTable(planned, translate) + "\n";
    for (const OffloadModeFigures& mode : planned.modes) {
        text += modeText(mode, speed, translate);
    }
    return text + "\n" +
           say("Activations need additional memory, which depends on the size of the image.")
               .in(translate) +
           "\n";
}

/// The same as the object of `estimate --json`: {"verdict", "device_map" (pairs), "devices":
/// {NAME: {"capacity", "weights", "peak_allocated", "peak_reserved", "context", "used_by_others",
/// "needed", "free"}}, "offload_modes": [{"mode", "call", "available", "device", "peak_allocated",
/// "peak_reserved", "needed", "free", "fits", "staying", "ram", "moved_once", "moved_each_step",
/// "seconds_each_step", "peak_module", "notes"}]}. Bytes; null where the capacity is not known,
/// or nothing crosses a link.
std::string pipelineJson(const PlacementPlan& plan, const PlannedOffloadModes& planned,
                         const DeviceSpeed& speed) {
    Json map = mapToJson(plan.map);
    Json devices = Json::object();
    for (const DevicePlacement& placement : plan.placements) {
        devices[deviceName(placement.device.id)] = deviceJson(placement);
    }
    Json modes = Json::array();
    for (const OffloadModeFigures& mode : planned.modes) {
        modes.push_back(modeJson(mode, planned.gpu, speed));
    }
    return jsonText(Json{{"verdict", verdictName(plan.verdict)},
                         {"device_map", std::move(map)},
                         {"devices", std::move(devices)},
                         {"offload_modes", std::move(modes)}},
                    2);
}

}  // namespace

/// `estimate MODEL`: whether a plan carries a workload, what each device then holds, and why.
class EstimateVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    PlacementOptions m_placement;
    std::string m_log;
    std::string m_targets;
    bool m_allVariants = false;
};

namespace {

/// Remedies whose options can be typed behind those of the command.
Result<std::vector<CapacityChange>> remediesFor(EstimateInput input, CapacityQuestions& questions,
                                                const PlacementOptions& placement,
                                                const CommandContext& context) {
    using Kind = CapacityChange::Kind;
    std::vector<Kind> order = usualSacrifices();
    if (placement.isImported()) {
        std::erase_if(order, [](Kind kind) {
            return kind == Kind::Placement || kind == Kind::Limits || kind == Kind::Offload;
        });
    }
    std::optional<CapacityQuestions> other;
    if (placement.isMapGiven()) {  // --device-map has no word for `optimal`
        auto plan = std::make_shared<PlacementPlan>(*input.plan);
        plan->request.search.reset();
        input.plan = std::move(plan);
        other.emplace(std::move(input), context.stop());
    }
    auto remedies = (other ? *other : questions).untilItFits(order);
    STOWAGE_TRY(remedies);
    for (CapacityChange& remedy : *remedies) {
        for (auto& [key, value] : remedy.values) {
            key = key == "strategy" && placement.isMapGiven() ? "device_map" : key;
        }
    }
    return remedies;
}

Result<CapacityAnswers> answersTo(const EstimateInput& input,
                                  const std::shared_ptr<const CapacityEstimate>& now,
                                  const PlacementOptions& placement,
                                  const CommandContext& context) {
    const CapacityEstimate& estimate = *now;
    CapacityQuestions questions(input, context.stop(), {}, now);
    CapacityAnswers answers;
    if (!estimate.missing.empty() || estimate.refusal) {
        return answers;  // all of them would rest on what is not known, or on what is not loaded
    }
    auto largest = questions.largest();
    STOWAGE_TRY(largest);
    answers.largest = *largest;
    auto smallest = questions.smallestCapacities();
    STOWAGE_TRY(smallest);
    answers.smallestCapacities = std::move(*smallest);
    if (estimate.verdict != Verdict::Fits) {
        auto remedies = remediesFor(input, questions, placement, context);
        STOWAGE_TRY(remedies);
        answers.remedies = std::move(*remedies);
    }
    auto more = capacityGains(input, estimate, context.stop());
    STOWAGE_TRY(more);
    answers.more = std::move(*more);
    return answers;
}

/// The text of `--log`: a file's, or "-".
Result<std::string> readLog(const std::string& path, const CommandContext& context) {
    if (path == "-") {
        return context.readStandardInput();
    }
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    std::string text(std::min<std::size_t>((*file)->size(), kMostLogBytes), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return text;
}

/// A log is compared with the rules of the engine that wrote it, unless another is asked for.
void takeEngineOf(const EngineLog& log, Workload& workload) {
    if (workload.engine.empty() && !log.engine.empty() && findEngine(log.engine)) {
        workload.engine = log.engine;
    }
}

Unexpected onlyOfOneModel(const std::string& option) {
    return wrongOption(
        option,
        say("%1 applies to a single model, but this plan has several models; omit the option.",
            option));
}

Unexpected onlyOfTokens(const std::string& option) {
    return wrongOption(option, say("%1 applies to the tokens of a model, but a diffusers pipeline "
                                   "has no tokens; omit the option.",
                                   option));
}

/// A pipeline has no tokens: its question is how its weights come to the GPU.
Result<int> estimatePipeline(const PlacementPlan& plan, const CommandContext& context) {
    const auto modes = offloadModes(plan);
    STOWAGE_TRY(modes);
    const auto rates = measuredRates(context);
    const auto speeds = SpeedSource::make(rates.get(), UnnamedGpus::AssumedCard);
    STOWAGE_TRY(speeds);
    const DeviceSpeed speed = speeds->of(modes->gpu, DType::BFloat16);
    context.print(context.wantsJson() ? pipelineJson(plan, *modes, speed)
                                      : pipelineText(plan, *modes, speed, context.translate));
    return isYes(plan.verdict) ? kExitDone : kExitAnswerIsNo;
}

/// Several models on the same devices.
Result<int> estimateOfTenants(const std::shared_ptr<const PlacementPlan>& plan,
                              const std::shared_ptr<const Checkpoint>& checkpoint,
                              const CommandContext& context) {
    const auto& asked = plan->request.workload;
    const EstimateInput input{plan, checkpoint, asked.value_or(Workload()), measuredRates(context)};
    const auto estimate = estimateTenants(input, asked.has_value(), context.stop());
    STOWAGE_TRY(estimate);
    context.print(context.wantsJson() ? tenantsToJson(*estimate, plan->map)
                                      : tenantsText(*estimate, context.translate));
    return isYes(estimate->verdict) ? kExitDone : kExitAnswerIsNo;
}

}  // namespace

void EstimateVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    m_placement.addWorkloadTo(command);
    m_placement.addTo(command, PlacementOptions::MapOption::InsteadOfStrategy);
    m_placement.addImportTo(command);
    addTextOption(command, "--log", "FILE", m_log);
    addTextOption(command, "--targets", "LIST", m_targets);
    command.add_flag("--all-variants", m_allVariants)
        ->excludes(command.get_option("--log"))
        ->excludes(command.get_option("--import"))
        ->excludes(command.get_option("--targets"));
}

Result<int> EstimateVerb::run(CommandContext& context) {
    const auto targets = optionValue("--targets", parseTargets(m_targets));
    STOWAGE_TRY(targets);
    auto text = m_log.empty() ? Result<std::string>(std::string()) : readLog(m_log, context);
    STOWAGE_TRY(text);
    const EngineLog log = readEngineLog(*text);
    if (m_allVariants && !context.variant.empty()) {
        return wrongOption(
            "--all-variants",
            say("--all-variants and --variant cannot be combined; give one of them."));
    }
    auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    if (m_allVariants) {
        const auto plans = reportedPlans(*model, m_placement, PlanChoice::All, context);
        STOWAGE_TRY(plans);
        context.print(context.wantsJson() ? plansJson(*plans)
                                          : plansTable(*plans, context.translate));
        return exitStatusOf(*plans);
    }
    auto made = m_placement.makeOrImportPlan(*model, context);
    STOWAGE_TRY(made);
    std::shared_ptr<const PlacementPlan>& plan = made->first;
    plan = withKeyWarning(plan, *model->checkpoint);
    if (isOfTenants(*model->tree)) {
        return !m_log.empty()       ? onlyOfOneModel("--log")
               : !m_targets.empty() ? onlyOfOneModel("--targets")
                                    : estimateOfTenants(plan, model->checkpoint, context);
    }
    if (isPipeline(*model->tree) && !plan->request.workload) {
        return !m_log.empty()       ? onlyOfTokens("--log")
               : !m_targets.empty() ? onlyOfTokens("--targets")
                                    : estimatePipeline(*plan, context);
    }
    const auto facts = knownFacts(*model->checkpoint, *model->tree);
    const bool isAssumed = !plan->request.workload;
    EstimateInput input{plan, model->checkpoint,
                        plan->request.workload.value_or(usualWorkload(facts.get())),
                        measuredRates(context)};
    takeEngineOf(log, input.workload);
    const auto estimate = estimateTyped(input, context);
    STOWAGE_TRY(estimate);
    const auto answers = answersTo(input, *estimate, m_placement, context);
    STOWAGE_TRY(answers);
    std::vector<LoadPeaks> loads;
    if ((*estimate)->workload.tensorParallel <= 1) {  // else the plan's map is not what is loaded
        loads = loadPeaks(plan, model->checkpoint,
                          pretrainedThreads(std::thread::hardware_concurrency()));
    }
    const auto machines = m_targets.empty()
                              ? Result<std::vector<ServingMachine>>(std::vector<ServingMachine>())
                              : machinesFor(input, *targets, context.stop());
    STOWAGE_TRY(machines);
    if (context.wantsJson()) {
        const std::string object =
            estimateToJson(**estimate, *answers, loads, m_targets.empty() ? nullptr : &*machines);
        context.print(m_log.empty() ? object : withLog(object, log, *text, **estimate));
    } else {
        const Translate& translate = context.translate;
        context.print(
            answerText(estimateSentence(**estimate), **estimate, answers->largest, translate) +
            lineOf(workLine(**estimate, isAssumed), translate) +
            (m_log.empty() ? ""
                           : logText(log, *text, **estimate, facts.get(), *answers, translate)) +
            (m_targets.empty() ? "" : machinesText(*machines, translate) + "\n") +
            estimateText(**estimate, *answers, loads, translate));
    }
    return isYes((*estimate)->verdict) ? kExitDone : kExitAnswerIsNo;
}

std::unique_ptr<Verb> makeEstimateVerb() {
    return std::make_unique<EstimateVerb>();
}

}  // namespace stowage
