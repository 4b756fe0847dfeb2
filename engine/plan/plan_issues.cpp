// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_issues.h"

#include "engine/base/byte_size.h"
#include "engine/plan/map_problems.h"
#include "engine/plan/plan_advice.h"
#include "engine/plan/plan_ground.h"
#include "engine/plan/plan_validation.h"
#include "engine/plan/quantized_issues.h"

#include <algorithm>
#include <iterator>

namespace stowage {

namespace {

std::string size(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

PlanIssue overBudgetIssue(const DevicePlacement& placement) {
    const DeviceId id = placement.device.id;
    return {Severity::Error,
            "over_budget",
            {},
            id,
            placement.overBudget(),
            deviceLabel(id) + " is " + formatSize(placement.overBudget()) + " over its limit: " +
                formatSize(placement.weights) + " of weights, " + formatSize(*placement.budget) +
                " allowed. Raise the limit or move something away."};
}

PlanIssue overCapacityIssue(const DevicePlacement& placement) {
    const DeviceInfo& device = placement.device;
    const std::string label = deviceLabel(device.id);
    std::string sum = size(placement.weightsReserved) +
                      (device.id.isGpu() ? " reserved for weights" : " of weights");
    if (device.context > 0) {
        sum += ", " + size(device.context) + " for the driver's context";
    }
    if (device.usedByOthers > 0) {
        sum += ", " + size(device.usedByOthers) + " used by others";
    }
    return {Severity::Error,
            "over_capacity",
            {},
            device.id,
            static_cast<double>(placement.overCapacity()),
            label + " is " + size(placement.overCapacity()) + " over its capacity of " +
                size(*device.capacity) + ": " + sum + ". Move something away from it."};
}

void addLimits(PlacementPlan& plan) {
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.weights <= 0 || placement.device.id.kind == DeviceKind::Disk) {
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

double weightsOn(const PlacementPlan& plan, DeviceKind kind) {
    double bytes = 0;
    for (const DevicePlacement& placement : plan.placements) {
        bytes += placement.device.id.kind == kind ? placement.weights : 0;
    }
    return bytes;
}

std::string offloadText(double cpu, double disk) {
    std::string text = "Fits with offload: ";
    if (cpu > 0) {
        text += formatSize(cpu) + " run from the CPU";
    }
    if (disk > 0) {
        text += (cpu > 0 ? ", " : "") + formatSize(disk) + " from disk";
    }
    return text;
}

std::string fitsText(const PlacementPlan& plan, bool hasGpu) {
    const auto used = std::count_if(plan.placements.begin(), plan.placements.end(),
                                    [](const DevicePlacement& placement) {
                                        return placement.device.id.isGpu() && placement.weights > 0;
                                    });
    const std::string total =
        formatSize(weightsOn(plan, DeviceKind::Gpu) + weightsOn(plan, DeviceKind::Cpu));
    if (!hasGpu) {
        return "Fits: " + total + " on the CPU";
    }
    return "Fits: " + total + " on " + std::to_string(used) + (used == 1 ? " GPU" : " GPUs");
}

/// The most telling error in one sentence; figures of a device before everything else.
std::string refusalText(const PlacementPlan& plan) {
    if (plan.accelerateError) {
        return std::string(plan.request.rules == PlacementRules::Transformers ? "transformers"
                                                                              : "Accelerate") +
               " fails on this request; see the problems";
    }
    const auto find = [&plan](std::string_view code) {
        return std::find_if(plan.issues.begin(), plan.issues.end(),
                            [code](const PlanIssue& issue) { return issue.code == code; });
    };
    if (const auto issue = find("habit_does_not_fit"); issue != plan.issues.end()) {
        return deviceLabel(*issue->device) + " is " + formatSize(issue->bytes) +
               " too small for the whole model";
    }
    if (const auto issue = find("over_capacity"); issue != plan.issues.end()) {
        return deviceLabel(*issue->device) + " is " + formatSize(issue->bytes) +
               " over its capacity";
    }
    if (const auto issue = find("over_budget"); issue != plan.issues.end()) {
        return deviceLabel(*issue->device) + " is " + formatSize(issue->bytes) + " over its limit";
    }
    const auto first =
        std::find_if(plan.issues.begin(), plan.issues.end(),
                     [](const PlanIssue& issue) { return issue.severity == Severity::Error; });
    return first->text;
}

/// What the habit's own issues say better is said once.
void addHabitIssues(PlacementPlan& plan) {
    std::vector<PlanIssue> issues = habitIssues(plan);
    const auto saidBetter = [&issues](const PlanIssue& issue) {
        return (issue.code == "over_budget" || issue.code == "over_capacity") &&
               std::any_of(issues.begin(), issues.end(), [&issue](const PlanIssue& other) {
                   return other.code == "habit_does_not_fit" && other.device == issue.device;
               });
    };
    std::erase_if(plan.issues, saidBetter);
    plan.issues.insert(plan.issues.end(), std::make_move_iterator(issues.begin()),
                       std::make_move_iterator(issues.end()));
}

}  // namespace

void addIssues(PlacementPlan& plan, const TensorPlaces& places) {
    if (plan.accelerateError) {
        plan.issues.push_back(
            {Severity::Error, "accelerate_error", {}, std::nullopt, 0, *plan.accelerateError});
        return;  // without a map every other word would repeat that nothing is placed
    }
    const std::vector<std::string> unknownKeys = plan.ground->map.unknownKeys();
    plan.issues = validateMapOnTree(
        *plan.request.tree, {plan.map, places, unknownKeys, plan.ground->facts->model.whole()},
        plan.request.devices);
    addLimits(plan);
    addMapProblems(plan);
    addHabitIssues(plan);
    std::vector<PlanIssue> quantized = quantizedIssues(plan);
    plan.issues.insert(plan.issues.end(), std::make_move_iterator(quantized.begin()),
                       std::make_move_iterator(quantized.end()));
    std::vector<PlanIssue> advice = adviceFor(plan);
    if (plan.request.habit) {  // habit_no_cpu says it with the reason
        std::erase_if(advice, [](const PlanIssue& issue) { return issue.code == "no_cpu_limit"; });
    }
    plan.issues.insert(plan.issues.end(), std::make_move_iterator(advice.begin()),
                       std::make_move_iterator(advice.end()));
    std::stable_sort(
        plan.issues.begin(), plan.issues.end(),
        [](const PlanIssue& a, const PlanIssue& b) { return a.severity < b.severity; });
}

void judge(PlacementPlan& plan) {
    const bool anyError =
        std::any_of(plan.issues.begin(), plan.issues.end(),
                    [](const PlanIssue& issue) { return issue.severity == Severity::Error; });
    if (anyError) {
        plan.verdict = Verdict::DoesNotFit;
        plan.verdictText = refusalText(plan);
        return;
    }
    const bool hasGpu = std::any_of(plan.request.devices.begin(), plan.request.devices.end(),
                                    [](const DeviceInfo& device) { return device.id.isGpu(); });
    // Who asks for the CPU runs the model there; nothing is offloaded from anywhere.
    const bool wantsGpu = hasGpu && !(plan.request.habit && plan.request.habit->device == "cpu");
    const double cpu = wantsGpu ? weightsOn(plan, DeviceKind::Cpu) : 0;
    const double disk = weightsOn(plan, DeviceKind::Disk);
    if (cpu > 0 || disk > 0) {
        plan.verdict = Verdict::FitsWithOffload;
        plan.verdictText = offloadText(cpu, disk);
        return;
    }
    plan.verdict = Verdict::Fits;
    plan.verdictText = fitsText(plan, wantsGpu);
}

}  // namespace stowage
