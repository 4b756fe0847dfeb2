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
                     deviceLabel(id) + " is " + formatSize(placement.overBudget()) +
                         " over its limit: " + formatSize(placement.weights) + " of weights, " +
                         formatSize(*placement.budget) +
                         " allowed. Raise the limit or move something away.");
}

PlanIssue overCapacityIssue(const DevicePlacement& placement) {
    const DeviceInfo& device = placement.device;
    const std::string label = deviceLabel(device.id);
    std::string sum = formatSize(placement.weightsReserved) +
                      (device.id.isGpu() ? " reserved for weights" : " of weights");
    if (device.context > 0) {
        sum += ", " + formatSize(device.context) + " for the driver's context";
    }
    if (device.usedByOthers > 0) {
        sum += ", " + formatSize(device.usedByOthers) +
               (device.id.kind == DeviceKind::Disk ? " taken already" : " used by others");
    }
    return planIssue(
        Severity::Error, "over_capacity", device.id, static_cast<double>(placement.overCapacity()),
        label + " is " + formatSize(placement.overCapacity()) + " over its capacity of " +
            formatSize(*device.capacity) + ": " + sum + ". Move something away from it.");
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

std::string nameOf(const std::string& module) {
    return module.empty() ? "what the model itself holds" : module;
}

/// What can be done where a device has no room for what is brought there.
std::string roomRemedy(const PlacementPlan& plan, DeviceId device) {
    const bool holdsWeights = plan.placement(device)->weights > 0;
    const bool isOnlyOne = std::ranges::none_of(plan.placements, [&](const DevicePlacement& other) {
        return other.device.id != device && other.device.id != DeviceId::disk();
    });
    const std::string away = "move something away from " + deviceLabel(device);
    const std::string elsewhere = "let offloaded layers run on another device";
    return "To make it fit, " +
           (holdsWeights && !isOnlyOne ? away + ", or " + elsewhere
            : holdsWeights             ? away
            : !isOnlyOne               ? elsewhere
                                       : "plan in a smaller dtype") +
           ".";
}

PlanIssue noRoomIssue(const PlacementPlan& plan, const OffloadNeed& need) {
    const std::string label = deviceLabel(need.device);
    if (need.largestBytes == 0) {
        return planIssue(Severity::Error, "offloaded_buffers_do_not_fit", need.device,
                         static_cast<double>(need.missing()),
                         formatSize(need.bytes) + " of buffers of offloaded modules stay on " +
                             label + ", where " + formatSize(*need.room) +
                             " are left beside the weights: " + formatSize(need.missing()) +
                             " short. Let buffers be offloaded as well, or move " +
                             "something away from " + label + ".");
    }
    return {Severity::Error,
            "offloaded_layer_does_not_fit",
            need.largest,
            need.device,
            static_cast<double>(need.missing()),
            nameOf(need.largest) + " (" + formatSize(need.largestBytes) + ") lies on " +
                deviceLabel(need.largestFrom) + " and is brought to " + label +
                " to run. Beside the weights there, " + formatSize(*need.room) + " are left for " +
                formatSize(need.bytes) + " that offloaded modules take: " +
                formatSize(need.missing()) + " short. " + roomRemedy(plan, need.device)};
}

/// "no layer is", "2 layers are".
std::string layersText(unsigned count) {
    return count == 0   ? "no layer is"
           : count == 1 ? "1 layer is"
                        : std::to_string(count) + " layers are";
}

PlanIssue smallerWindowIssue(const PlacementPlan& plan, DeviceId limitedBy) {
    const DevicePlacement* const placement = plan.placement(limitedBy);
    return planIssue(Severity::Hint, "smaller_prefetch_window", limitedBy,
                     static_cast<double>(placement->window),
                     "While an offloaded layer runs, " + layersText(*plan.prefetchWindow) +
                         " brought in ahead, not " + std::to_string(plan.request.prefetchWindow) +
                         ": " + deviceLabel(limitedBy) + " has no room for more.");
}

/// What was asked of dispatch_model in vain.
void addHookHints(PlacementPlan& plan) {
    if (!plan.request.hooks.any()) {
        return;
    }
    const HookRuling ruling = ruleHooks(*plan.request.tree, plan.map, plan.request.hooks);
    for (const std::string& warning : ruling.warnings) {
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

std::string offloadText(const PlacementPlan& plan, double cpu, double disk) {
    std::string text = "Fits with offload: ";
    if (cpu > 0) {
        text += formatSize(cpu) + " run from the CPU";
    }
    if (disk > 0) {
        text += (cpu > 0 ? ", " : "") + formatSize(disk) + " from disk";
    }
    if (plan.prefetchWindow && *plan.prefetchWindow < plan.request.prefetchWindow) {
        text += "; " + layersText(*plan.prefetchWindow) + " brought in ahead";
    }
    return text;
}

std::string fitsText(const PlacementPlan& plan, bool hasGpu) {
    const auto used = std::ranges::count_if(plan.placements, [](const DevicePlacement& placement) {
        return placement.device.id.isGpu() && placement.weights > 0;
    });
    const std::string total =
        formatSize(weightsOn(plan, DeviceKind::Gpu) + weightsOn(plan, DeviceKind::Cpu));
    if (!hasGpu) {
        const bool isUnified = plan.request.preset && plan.request.preset->device == "mps";
        return "Fits: " + total +
               (isUnified ? " in the memory that CPU and GPU share" : " on the CPU");
    }
    return "Fits: " + total + " on " + std::to_string(used) + (used == 1 ? " GPU" : " GPUs");
}

/// What a device that is too small lacks; nothing for other errors.
std::optional<std::string> shortageText(const PlanIssue& issue) {
    if (!issue.device || issue.severity != Severity::Error) {
        return std::nullopt;
    }
    const std::string head = deviceLabel(*issue.device) + " is " + formatSize(issue.bytes);
    if (issue.code == "habit_does_not_fit") {
        return head + " too small for the whole model";
    }
    if (issue.code == "over_capacity") {
        return head + " over its capacity";
    }
    if (issue.code == "over_budget") {
        return head + " over its limit";
    }
    if (issue.code == "offloaded_layer_does_not_fit") {
        return head + " too small to run " + nameOf(issue.module);
    }
    if (issue.code == "offloaded_buffers_do_not_fit") {
        return head + " too small for the buffers of offloaded modules";
    }
    return std::nullopt;
}

/// "; GPU 0 and CPU are too small as well", or nothing.
std::string othersText(const std::vector<const PlanIssue*>& shortages, DeviceId named) {
    std::vector<std::string> others;
    for (const PlanIssue* const issue : shortages) {
        const std::string label = deviceLabel(*issue->device);
        if (*issue->device != named && std::ranges::find(others, label) == others.end()) {
            others.push_back(label);
        }
    }
    std::string text;
    for (std::size_t i = 0; i < others.size(); ++i) {
        text += (i == 0 ? "; " : i + 1 == others.size() ? " and " : ", ") + others[i];
    }
    return others.empty()
               ? text
               : text + (others.size() == 1 ? " has" : " have") + " too little room as well";
}

/// The worst shortage in one sentence, before every other error.
std::string refusalText(const PlacementPlan& plan) {
    if (plan.accelerateError) {
        return std::string(plan.request.rules == PlacementRules::Transformers ? "transformers"
                                                                              : "Accelerate") +
               " fails on this request; see the problems";
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
    return *shortageText(*worst) + othersText(shortages, *worst->device);
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
    plan.issues = validateMapOnTree(
        *plan.request.tree,
        {plan.map, places, unknownKeys, plan.strategyResult->facts->model.whole()},
        plan.request.devices);
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
    std::ranges::stable_sort(plan.issues, {}, &PlanIssue::severity);
}

void decideVerdict(PlacementPlan& plan) {
    const bool anyError = std::ranges::any_of(
        plan.issues, [](const PlanIssue& issue) { return issue.severity == Severity::Error; });
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
