// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs.h"
#include "app/cli/placement_options.h"
#include "app/cli/planned_model.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"
#include "app/cli/workload_options.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/estimate_json.h"
#include "engine/capacity/pretrained_load.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace stowage {

/// `estimate MODEL`: whether a plan carries a workload, what each device then holds, and why.
class EstimateVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    PlacementOptions m_placement;
    WorkloadOptions m_workload;
};

namespace {

std::string sizeOrDash(std::uint64_t bytes) {
    return bytes == 0 ? "–" : formatSize(bytes);
}

std::string freeText(const DeviceEstimate& device) {
    const auto free = device.free();
    if (!free) {
        return "unknown";
    }
    return *free < 0 ? "–" + formatSize(static_cast<std::uint64_t>(-*free))
                     : formatSize(static_cast<std::uint64_t>(*free));
}

std::string devicesText(const CapacityEstimate& estimate) {
    TextTable table({"device", ">weights", ">KV cache", ">brought in", ">prefill", ">decode",
                     ">logits", ">context", ">slack", ">needed", ">used by others", ">free",
                     "figures"});
    for (const DeviceEstimate& device : estimate.devices) {
        table.addRow({deviceLabel(device.device.id), sizeOrDash(device.weights),
                      sizeOrDash(device.kvCache), sizeOrDash(device.window),
                      sizeOrDash(device.prefillActivations), sizeOrDash(device.decodeActivations),
                      sizeOrDash(device.logits), sizeOrDash(device.context),
                      sizeOrDash(device.slack()), sizeOrDash(device.needed()),
                      sizeOrDash(device.device.usedByOthers), freeText(device),
                      device.basis == EstimateBasis::Replay ? "replayed" : "by formula"});
    }
    return table.text();
}

std::string explanations(const CapacityEstimate& estimate) {
    std::string text;
    for (const DeviceEstimate& device : estimate.devices) {
        for (const auto& [part, formula] : device.explained) {
            text += deviceLabel(device.device.id) + ", " + part + ": " + formula + "\n";
        }
    }
    return text.empty() ? text : text + "\n";
}

std::string timeText(const TimeEstimate& time) {
    std::string text = "Time: first token after " + secondsText(time.toFirstToken, 3) + ", then " +
                       formatFixed(time.tokensPerSecond, 1) + " tokens a second";
    if (time.basis == SpeedBasis::Catalogue) {
        text += " (" + formatFixed(time.low, 1) + " to " + formatFixed(time.high, 1) +
                ", from published figures)";
    }
    text += ", bound by " + std::string(boundName(time.bound)) + ".";
    for (const std::string& source : time.sources) {
        text += " " + source + ".";
    }
    return text + "\n";
}

std::string countOr(const std::optional<std::uint64_t>& count, const char* none) {
    return count ? groupedText(*count) : none;
}

std::string answersText(const CapacityAnswers& answers) {
    std::string text = "The most that fits: a context of " +
                       countOr(answers.largest.context, "any") + " tokens, or a batch of " +
                       countOr(answers.largest.batch, "any") + ", or " +
                       countOr(answers.largest.users, "any") +
                       " sequences whose prompts go in one after another.\n";
    for (const CapacityChange& remedy : answers.remedies) {
        text += "With " + remedy.text + ": " +
                (remedy.result->verdict == Verdict::DoesNotFit ? "does not fit yet" : "fits") +
                ".\n";
    }
    return text;
}

/// What loading takes, way by way: what runs afterwards is in the table above.
std::string loadsText(const std::vector<LoadPeaks>& loads) {
    TextTable table({"load by", ">on the fullest GPU", ">RAM", ">file pages"});
    std::string explained;
    for (const LoadPeaks& load : loads) {
        std::uint64_t fullest = 0;
        for (const auto& [device, peak] : load.devices) {
            fullest = std::max(fullest, peak.reserved);
        }
        table.addRow({load.name, sizeOrDash(fullest), sizeOrDash(load.hostAnonymousMost),
                      sizeOrDash(load.filePages)});
        for (const std::string& sentence : load.explained) {
            explained += load.name + ": " + sentence + "\n";
        }
    }
    return table.empty() ? std::string() : "\n" + table.text() + explained;
}

std::string estimateText(const CapacityEstimate& estimate, const CapacityAnswers& answers,
                         const std::vector<LoadPeaks>& loads) {
    std::string text = devicesText(estimate) + loadsText(loads) + "\n" + explanations(estimate);
    if (estimate.kvBytesPerToken > 0) {
        text += "Keys and values of a token: " + formatSize(estimate.kvBytesPerToken) + ".\n";
    }
    text += estimate.time ? timeText(*estimate.time) : std::string();
    text += answersText(answers);
    for (const std::string& note : estimate.notes) {
        text += note + "\n";
    }
    const EngineProfile& engine = estimate.engine;
    return text + "Engine: " + engine.title + (engine.version.empty() ? "" : " " + engine.version) +
           ". All figures are estimated.\n" + estimateSentence(estimate) + "\n";
}

Result<CapacityAnswers> answersTo(const EstimateInput& input, const CapacityEstimate& estimate,
                                  const CommandContext& context) {
    CapacityQuestions questions(input, context.stop());
    CapacityAnswers answers;
    auto largest = questions.largest();
    STOWAGE_TRY(largest);
    answers.largest = *largest;
    auto smallest = questions.smallestCapacities();
    STOWAGE_TRY(smallest);
    answers.smallestCapacities = std::move(*smallest);
    if (estimate.verdict == Verdict::DoesNotFit) {
        auto remedies = questions.untilItFits(usualSacrifices());
        STOWAGE_TRY(remedies);
        answers.remedies = std::move(*remedies);
    }
    return answers;
}

}  // namespace

void EstimateVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model, kDescribedModelHelp)->required();
    m_workload.addTo(command);
    m_placement.addTo(command, PlacementOptions::MapOption::InsteadOfStrategy);
    command.footer(
        "Example:\n"
        "  stowagectl estimate llama --gpus a100-80gb*2 --batch 8 --prompt 4096 --generate 1024\n"
        "  stowagectl estimate llama --engine vllm --kv-dtype fp8 --context 131072 --gpus h100");
}

Result<int> EstimateVerb::run(CommandContext& context) {
    const auto workload = m_workload.makeWorkload();
    STOWAGE_TRY(workload);
    auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    auto plan = m_placement.makePlan(*model, context);
    STOWAGE_TRY(plan);
    *plan = withKeyWarning(*plan, *model->checkpoint);
    const EstimateInput input{*plan, model->checkpoint, *workload, measuredRates(context)};
    const auto estimate = estimateCapacity(input, context.stop());
    STOWAGE_TRY(estimate);
    const auto answers = answersTo(input, **estimate, context);
    STOWAGE_TRY(answers);
    std::vector<LoadPeaks> loads;
    if (workload->tensorParallel == 1) {  // else the plan's map is not what is loaded
        loads = loadPeaks(*plan, model->checkpoint,
                          pretrainedThreads(std::thread::hardware_concurrency()));
    }
    context.print(context.wantsJson() ? estimateToJson(**estimate, *answers, loads)
                                      : estimateText(**estimate, *answers, loads));
    return (*estimate)->verdict == Verdict::DoesNotFit ? kExitAnswerIsNo : kExitDone;
}

std::unique_ptr<Verb> makeEstimateVerb() {
    return std::make_unique<EstimateVerb>();
}

}  // namespace stowage
