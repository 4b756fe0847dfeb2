// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/habit_fixes.h"

#include "engine/base/byte_size.h"

#include <QCoreApplication>

#include <algorithm>

namespace stowage {
namespace {

QString translate(const char* text) {
    return QCoreApplication::translate("ProblemFixes", text);
}

/// "22GiB", "900MiB": rounded down to what a person would type.
std::string typedBelow(std::uint64_t bytes) {
    return bytes >= 2 * kGiB ? std::to_string(bytes / kGiB) + "GiB"
                             : std::to_string(bytes / kMiB) + "MiB";
}

std::uint32_t gpuCount(const PlacementPlan& plan) {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        plan.request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); }));
}

void limit(const PlacementPlan& plan, DeviceId device, std::vector<ProblemFix>& fixes) {
    const DevicePlacement* placement = plan.placement(device);
    const std::uint64_t free = placement == nullptr ? 0 : placement->device.freeBytes().value_or(0);
    if (free >= kMiB) {
        const std::string text = typedBelow(free);
        const QString name = device == DeviceId::cpu()
                                 ? translate("the CPU")
                                 : QString::fromStdString(deviceLabel(device));
        fixes.push_back({translate("Let %1 take up to %2").arg(name, QString::fromStdString(text)),
                         SetBudgetEdit{device, text}});
    }
}

/// The cap that every GPU of the habit has free.
void setCap(const PlacementPlan& plan, std::vector<ProblemFix>& fixes) {
    std::optional<std::uint64_t> least;
    for (const MemoryBudget& budget : plan.request.budgets) {
        const DevicePlacement* placement = plan.placement(budget.device);
        if (placement != nullptr && budget.device.isGpu()) {
            const std::uint64_t free = placement->device.freeBytes().value_or(0);
            least = std::min(least.value_or(free), free);
        }
    }
    if (least.value_or(0) < kMiB || !plan.request.habit) {
        return;
    }
    LoadHabit habit = *plan.request.habit;
    habit.maxGpuMemory = typedBelow(*least);
    fixes.push_back({translate("Set a cap of %1").arg(QString::fromStdString(habit.maxGpuMemory)),
                     SetHabitEdit{habit}});
}

void addGpu(const PlacementPlan& plan, std::vector<ProblemFix>& fixes) {
    if (!plan.request.habit || gpuCount(plan) < 2) {
        return;
    }
    LoadHabit habit = *plan.request.habit;
    habit.device = "cuda";
    habit.numGpus = std::min(gpuCount(plan), habit.numGpus.value_or(1) + 1);
    fixes.push_back({translate("Use %1 GPUs").arg(*habit.numGpus), SetHabitEdit{habit}});
}

void use(const PlacementPlan& plan, const PlanIssue& issue, std::vector<ProblemFix>& fixes) {
    if (plan.request.habit && plan.request.habit->maxMemory.empty()) {
        addGpu(plan, fixes);
    } else if (issue.device) {
        limit(plan, *issue.device, fixes);
    }
}

}  // namespace

std::vector<ProblemFix> habitFixes(const PlacementPlan& plan, const PlanIssue& issue) {
    std::vector<ProblemFix> fixes;
    if (issue.code == "habit_no_cpu" && issue.bytes > 0) {
        limit(plan, DeviceId::cpu(), fixes);
    } else if (issue.code == "habit_gpu_skipped") {
        setCap(plan, fixes);
    } else if (issue.code == "habit_does_not_fit" || issue.code == "habit_moved" ||
               issue.code == "habit_move_fails") {
        addGpu(plan, fixes);
    } else if (issue.code == "gpu_not_used") {
        use(plan, issue, fixes);
    } else if (issue.code == "pins_over_limit") {
        fixes.push_back({translate("Unpin %1").arg(QString::fromStdString(issue.module)),
                         PinEdit{{issue.module}, std::nullopt}});
    } else if (issue.code == "layer_larger_than_balanced_share") {
        fixes.push_back({translate("Use sequential"), SetStrategyEdit{Strategy::Sequential}});
    }
    return fixes;
}

}  // namespace stowage
