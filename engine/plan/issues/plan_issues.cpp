// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/issues/plan_issues.h"

#include "engine/base/byte_size.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace stowage {

namespace {

PlanIssue overBudgetIssue(const DevicePlacement& placement) {
    const DeviceId id = placement.device.id;
    return planIssue(Severity::Error, "over_budget", id, placement.overBudget(),
                     say("%1 is %2 over its limit: the weights need %3, but the limit is %4. Raise "
                         "the limit or move modules to another device.",
                         deviceLabel(id), formatSize(placement.overBudget()),
                         formatSize(placement.weights), formatSize(*placement.budget)));
}

PlanIssue overCapacityIssue(const DevicePlacement& placement) {
    const DeviceInfo& device = placement.device;
    const std::string weights = formatSize(placement.weightsReserved);
    std::vector<Message> sum{device.id.isGpu() ? say("%1 reserved for weights", weights)
                                               : say("%1 of weights", weights)};
    if (device.context > 0) {
        sum.push_back(say("%1 for the driver's context", formatSize(device.context)));
    }
    if (device.usedByOthers > 0) {
        const std::string used = formatSize(device.usedByOthers);
        sum.push_back(device.id.kind == DeviceKind::Disk ? say("%1 already used", used)
                                                         : say("%1 used by other programs", used));
    }
    return planIssue(Severity::Error, "over_capacity", device.id,
                     static_cast<double>(placement.overCapacity()),
                     say("%1 is %2 over its capacity of %3: %4. Move modules to another device.",
                         deviceLabel(device.id), formatSize(placement.overCapacity()),
                         formatSize(*device.capacity), joined(std::move(sum), ", ")));
}

void addLimits(PlacementPlan& plan) {
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.weights <= 0) {
            continue;  // an empty device that others fill is no fault of the plan
        }
        if (placement.overBudget() > 0) {
            plan.issues.push_back(overBudgetIssue(placement));
        }
        if (placement.overCapacity() > 0) {
            plan.issues.push_back(overCapacityIssue(placement));
        }
    }
}

Message nameOf(const std::string& module) {
    return module.empty() ? Message(phrase("the root module")) : Message(module);
}

/// What can be done where a device has no room for what is brought there.
Message roomRemedy(const PlacementPlan& plan, DeviceId device) {
    const bool holdsWeights = plan.placement(device)->weights > 0;
    const bool isOnlyOne = std::ranges::none_of(plan.placements, [&](const DevicePlacement& other) {
        return other.device.id != device && other.device.id != DeviceId::disk();
    });
    if (holdsWeights) {
        return isOnlyOne
                   ? say("To make the model fit, move modules away from %1.", deviceLabel(device))
                   : say("To make the model fit, move modules away from %1, or let offloaded "
                         "layers run on another device.",
                         deviceLabel(device));
    }
    return isOnlyOne ? phrase("To make the model fit, plan in a smaller dtype.")
                     : phrase("To make the model fit, let offloaded layers run on another device.");
}

PlanIssue noRoomIssue(const PlacementPlan& plan, const OffloadNeed& need) {
    const auto label = deviceLabel(need.device);
    if (need.largestBytes == 0) {
        return planIssue(
            Severity::Error, "offloaded_buffers_do_not_fit", need.device,
            static_cast<double>(need.missing()),
            say("Buffers of offloaded modules (%1) remain on %2, but only %3 is free next to the "
                "weights: %4 is missing. Offload the buffers as well, or move modules away from "
                "%2.",
                formatSize(need.bytes), label, formatSize(*need.room), formatSize(need.missing())));
    }
    return {
        Severity::Error,
        "offloaded_layer_does_not_fit",
        need.largest,
        need.device,
        static_cast<double>(need.missing()),
        joined(
            {say("%1 (%2) is stored on %3 and is copied to %4 to run. Next to the weights on %4, "
                 "%5 is free for offloaded modules, but offloaded modules need %6: %7 is missing.",
                 nameOf(need.largest), formatSize(need.largestBytes), deviceLabel(need.largestFrom),
                 label, formatSize(*need.room), formatSize(need.bytes), formatSize(need.missing())),
             roomRemedy(plan, need.device)},
            " ")};
}

/// "2 layers are brought in ahead".
Message aheadText(unsigned layers) {
    return layers == 0   ? say("no layer is prefetched")
           : layers == 1 ? say("%1 layer is prefetched", layers)
                         : say("%1 layers are prefetched", layers);
}

PlanIssue smallerWindowIssue(const PlacementPlan& plan, DeviceId limitedBy) {
    const DevicePlacement* const placement = plan.placement(limitedBy);
    return planIssue(
        Severity::Hint, "smaller_prefetch_window", limitedBy,
        static_cast<double>(placement->window),
        say("While an offloaded layer runs, %1, not %2 as requested: %3 has no free memory for "
            "more.",
            aheadText(*plan.prefetchWindow), plan.request.prefetchWindow, deviceLabel(limitedBy)));
}

/// What was asked of dispatch_model in vain.
void addHookHints(PlacementPlan& plan) {
    if (!plan.request.hooks.any()) {
        return;
    }
    const HookRuling ruling = ruleHooks(*plan.request.tree, plan.map, plan.request.hooks);
    for (const Message& warning : ruling.warnings) {
        plan.issues.push_back(planIssue(Severity::Hint, "hook_option_without_effect",
                                        plan.executionDevice(), 0, warning));
    }
}

/// What offloaded modules take where they run, and with which window that fits.
void addOffload(PlacementPlan& plan) {
    const OffloadWindow offload = offloadWindow(plan, plan.request.prefetchWindow);
    plan.prefetchWindow = offload.window;
    for (const OffloadNeed& need : offload.needs) {
        for (DevicePlacement& placement : plan.placements) {
            if (placement.device.id != need.device) {
                continue;
            }
            placement.window = need.bytes;
            if (need.missing() > 0 && placement.overCapacity() == 0) {
                plan.issues.push_back(noRoomIssue(plan, need));
            }
        }
    }
    if (offload.window && offload.limitedBy) {
        plan.issues.push_back(smallerWindowIssue(plan, *offload.limitedBy));
    }
}

Message offloadText(const PlacementPlan& plan, double cpu, double disk) {
    Message text =
        cpu > 0 && disk > 0 ? say("Fits with offload (weights only): %1 on the CPU, %2 on disk",
                                  formatSize(cpu), formatSize(disk))
        : cpu > 0 ? say("Fits with offload (weights only): %1 on the CPU", formatSize(cpu))
                  : say("Fits with offload (weights only): %1 on disk", formatSize(disk));
    if (plan.prefetchWindow && *plan.prefetchWindow < plan.request.prefetchWindow) {
        return joined({text, aheadText(*plan.prefetchWindow)}, "; ");
    }
    return text;
}

Message fitsText(const PlacementPlan& plan, bool hasGpu) {
    const auto used = std::ranges::count_if(plan.placements, [](const DevicePlacement& placement) {
        return placement.device.id.isGpu() && placement.weights > 0;
    });
    const std::string total =
        formatSize(weightsOn(plan, DeviceKind::Gpu) + weightsOn(plan, DeviceKind::Cpu));
    if (!hasGpu) {
        const bool isUnified = plan.request.preset && plan.request.preset->device == "mps";
        return isUnified ? say("Fits (weights only): %1 in the memory shared by CPU and GPU", total)
                         : say("Fits (weights only): %1 on the CPU", total);
    }
    return used == 1 ? say("Fits (weights only): %1 on %2 GPU", total, used)
                     : say("Fits (weights only): %1 on %2 GPUs", total, used);
}

/// What a device that is too small lacks; nothing for other errors.
std::optional<Message> shortageText(const PlanIssue& issue) {
    if (!issue.device || issue.severity != Severity::Error) {
        return std::nullopt;
    }
    const auto label = deviceLabel(*issue.device);
    const std::string size = formatSize(issue.bytes);
    if (issue.code == "habit_does_not_fit") {
        return say("%1 is %2 too small for the whole model", label, size);
    }
    if (issue.code == "over_capacity") {
        return say("%1 is %2 over its capacity", label, size);
    }
    if (issue.code == "over_budget") {
        return say("%1 is %2 over its limit", label, size);
    }
    if (issue.code == "offloaded_layer_does_not_fit") {
        return say("%1 is %2 too small to run %3", label, size, nameOf(issue.module));
    }
    if (issue.code == "offloaded_buffers_do_not_fit") {
        return say("%1 is %2 too small for the buffers of offloaded modules", label, size);
    }
    return std::nullopt;
}

/// "…; GPU 0 and the CPU also have too little space", or what there is to say of `named` alone.
Message withOthers(const Message& worst, const std::vector<const PlanIssue*>& shortages,
                   DeviceId named) {
    std::vector<Message> others;
    for (const PlanIssue* const issue : shortages) {
        const Message label = namedDevice(*issue->device);
        if (*issue->device != named && std::ranges::find(others, label) == others.end()) {
            others.push_back(label);
        }
    }
    if (others.empty()) {
        return worst;
    }
    const bool isOne = others.size() == 1;
    const Message names = enumerated(std::move(others));
    return isOne ? say("%1; %2 also has too little space", worst, names)
                 : say("%1; %2 also have too little space", worst, names);
}

/// The worst shortage in one sentence, before every other error.
Message refusalText(const PlacementPlan& plan) {
    if (plan.accelerateError) {
        return plan.request.rules == PlacementRules::Transformers
                   ? phrase("transformers fails with this request; see the list of problems")
                   : phrase("Accelerate fails with this request; see the list of problems");
    }
    if (plan.hasNoOptimum()) {
        return plan.optimal->text;
    }
    std::vector<const PlanIssue*> shortages;
    const PlanIssue* first = nullptr;
    for (const PlanIssue& issue : plan.issues) {
        first = first == nullptr && issue.severity == Severity::Error ? &issue : first;
        if (shortageText(issue)) {
            shortages.push_back(&issue);
        }
    }
    if (shortages.empty()) {
        return first->text;
    }
    // Of two that are as large the capacity is the harder one.
    const auto isWorse = [](const PlanIssue* a, const PlanIssue* b) {
        return std::pair(a->bytes, a->code != "over_budget") <
               std::pair(b->bytes, b->code != "over_budget");
    };
    const PlanIssue* const worst = *std::ranges::max_element(shortages, isWorse);
    return withOthers(*shortageText(*worst), shortages, *worst->device);
}

void append(PlacementPlan& plan, std::vector<PlanIssue> issues) {
    std::ranges::move(issues, std::back_inserter(plan.issues));
}

/// What the preset's own issues say better is said once.
void addPresetIssues(PlacementPlan& plan, std::vector<PlanIssue> issues) {
    const auto saidBetter = [&issues](const PlanIssue& issue) {
        return (issue.code == "over_budget" || issue.code == "over_capacity" ||
                issue.code == "offloaded_layer_does_not_fit") &&
               std::ranges::any_of(issues, [&issue](const PlanIssue& other) {
                   return other.code == "habit_does_not_fit" && other.device == issue.device;
               });
    };
    std::erase_if(plan.issues, saidBetter);
    append(plan, std::move(issues));
}

}  // namespace

double weightsOn(const PlacementPlan& plan, DeviceKind kind) {
    double bytes = 0;
    for (const DevicePlacement& placement : plan.placements) {
        bytes += placement.device.id.kind == kind ? placement.weights : 0;
    }
    return bytes;
}

void addIssues(PlacementPlan& plan, const TensorPlaces& places, std::vector<PlanIssue> fromPreset) {
    if (plan.accelerateError) {
        plan.issues.push_back(
            planIssue(Severity::Error, "accelerate_error", std::nullopt, 0, *plan.accelerateError));
        return;  // without a map every other word would repeat that nothing is placed
    }
    const std::vector<std::string> unknownKeys = plan.strategyResult->map.unknownKeys();
    plan.issues =
        validateMapOnTree(*plan.request.tree, plan.map, places, unknownKeys,
                          plan.strategyResult->facts->model.whole(), plan.request.devices, &plan);
    addLimits(plan);
    addOffload(plan);
    addHookHints(plan);
    addMapProblems(plan);
    addPresetIssues(plan, std::move(fromPreset));
    append(plan, quantizedIssues(plan));
    std::vector<PlanIssue> advice = adviceFor(plan);
    if (std::ranges::find(plan.issues, "habit_no_cpu", &PlanIssue::code) != plan.issues.end()) {
        // said with its reason
        std::erase_if(advice, [](const PlanIssue& issue) { return issue.code == "no_cpu_limit"; });
    }
    append(plan, std::move(advice));
    if (plan.hasNoOptimum()) {
        plan.issues.insert(plan.issues.begin(), planIssue(Severity::Error, "no_optimal_plan",
                                                          std::nullopt, 0, plan.optimal->text));
    }
    std::ranges::stable_sort(plan.issues, {}, &PlanIssue::severity);
}

void decideVerdict(PlacementPlan& plan) {
    const auto& quantization = plan.request.constraints.quantization;
    if (quantization && quantization->method == QuantizationMethod::Other) {
        plan.missing.push_back(
            {say("the size of the weights, which are quantised with an unsupported method"),
             say("Open the model's files, or plan the weights without quantisation (--quantize "
                 "none; in the window under Quantise) or as nf4, fp8 or int8.")});
    }
    if (plan.request.tree->isDtypeAssumed() && !plan.request.constraints.dtype) {
        plan.missing.push_back(
            {say("the size of the weights (the configuration states no dtype; float32 is assumed)"),
             say("Choose a dtype (--dtype; in the window under Type), or open the model's "
                 "files.")});
    }
    const bool isOfUnknownSize = !plan.missing.empty();
    if (auto inDoubt = quantizationInDoubt(plan)) {
        plan.missing.push_back(std::move(*inDoubt));
    }
    for (PlanIssue& issue : plan.issues) {
        // Weights of unknown size may be smaller than is counted: a lack of room proves nothing.
        const bool isProven = !isOfUnknownSize || issue.bytes == 0;
        issue.severity = isProven ? issue.severity : std::max(issue.severity, Severity::Warning);
    }
    const bool anyError = std::ranges::any_of(
        plan.issues, [](const PlanIssue& issue) { return issue.severity == Severity::Error; });
    if (!plan.missing.empty() && !anyError) {
        plan.verdict = Verdict::Undetermined;
        plan.verdictText = say("Undetermined (weights only). %1", missingText(plan.missing));
        return;
    }
    if (anyError) {
        plan.verdict = Verdict::DoesNotFit;
        plan.verdictText = refusalText(plan);
        return;
    }
    const bool hasGpu = std::ranges::any_of(
        plan.request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
    // Who asks for the CPU runs the model there; nothing is offloaded from anywhere.
    const std::string device = plan.request.preset ? plan.request.preset->device : "";
    const bool wantsGpu = hasGpu && device != "cpu" && device != "mps";
    const double cpu = wantsGpu ? weightsOn(plan, DeviceKind::Cpu) : 0;
    const double disk = weightsOn(plan, DeviceKind::Disk);
    if (cpu > 0 || disk > 0) {
        plan.verdict = Verdict::FitsWithOffload;
        plan.verdictText = offloadText(plan, cpu, disk);
        return;
    }
    plan.verdict = Verdict::Fits;
    plan.verdictText = fitsText(plan, wantsGpu);
}

}  // namespace stowage
