// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/plan/placement_plan.h"

#include <algorithm>
#include <string>

namespace stowage {

namespace {

using Issues = std::vector<PlanIssue>;

std::string size(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

/// True where each GPU is limited to a share of what it has free.
bool takesShares(const PlacementRequest& request) {
    return !request.budgetsAreDefaults && request.strategy == Strategy::Sequential;
}

void addIgnored(const PlacementPlan& plan, const LoadHabit& habit, Issues& issues) {
    const auto add = [&issues](const std::string& option, const std::string& why) {
        issues.push_back({Severity::Warning,
                          "habit_ignored",
                          {},
                          std::nullopt,
                          0,
                          option + " has no effect: " + why});
    };
    const bool oneDevice = habit.device != "cuda";
    if (oneDevice && habit.numGpus.value_or(1) != 1) {
        add("num_gpus", "device " + habit.device + " puts everything on one device.");
    }
    if (habit.maxGpuMemory.empty() || !plan.request.budgetsAreDefaults) {
        return;
    }
    if (oneDevice) {
        add("max_gpu_memory", "device " + habit.device + " puts everything on one device.");
    } else if (!habit.numGpus) {
        add("max_gpu_memory", "load_hf_model reads it only together with a num_gpus of 2 or more.");
    } else {
        add("max_gpu_memory", "with one GPU load_hf_model puts the whole model on it.");
    }
}

void addSkipped(const PlacementPlan& plan, Issues& issues) {
    if (!takesShares(plan.request)) {
        return;
    }
    for (const MemoryBudget& budget : plan.request.budgets) {
        const DevicePlacement* const placement = plan.placement(budget.device);
        if (budget.bytes > 0 || placement == nullptr) {
            continue;
        }
        const std::uint64_t free = placement->device.freeBytes().value_or(0);
        issues.push_back({Severity::Warning,
                          "habit_gpu_skipped",
                          {},
                          budget.device,
                          static_cast<double>(free),
                          deviceLabel(budget.device) + " is skipped: it has " + size(free) +
                              " free, and 85 % of less than 1.18 GiB is rounded down to a limit "
                              "of \"0GiB\". Free some of it, or give every GPU one limit with "
                              "max_gpu_memory."});
    }
}

void addNoCpu(const PlacementPlan& plan, Issues& issues) {
    if (plan.request.budgetsAreDefaults) {
        return;
    }
    const DevicePlacement* const disk = plan.placement(DeviceId::disk());
    const double bytes = disk != nullptr ? disk->weights : 0;
    const std::string reason =
        "load_hf_model gives limits to GPUs alone and has no \"cpu\" key, so ";
    if (bytes > 0) {
        issues.push_back({Severity::Warning,
                          "habit_no_cpu",
                          {},
                          DeviceId::disk(),
                          bytes,
                          reason + formatSize(bytes) +
                              " that no GPU takes go to disk instead of to RAM. Use more GPUs, or "
                              "leave the habit and give the CPU a limit."});
        return;
    }
    issues.push_back({Severity::Hint,
                      "habit_no_cpu",
                      {},
                      DeviceId::disk(),
                      0,
                      reason + "whatever no GPU takes would go to disk. Here nothing does."});
}

/// The one device that holds everything; nothing where the habit shares the model out.
std::optional<DeviceId> onlyDevice(const PlacementRequest& request) {
    if (request.strategy != Strategy::Manual) {
        return std::nullopt;
    }
    return request.givenMap.exact("");
}

void addDoesNotFit(const PlacementPlan& plan, Issues& issues) {
    const auto device = onlyDevice(plan.request);
    const DevicePlacement* const placement = device ? plan.placement(*device) : nullptr;
    if (placement == nullptr || placement->overCapacity() == 0) {
        return;
    }
    const std::uint64_t free = placement->device.freeBytes().value_or(0);
    issues.push_back({Severity::Error,
                      "habit_does_not_fit",
                      {},
                      device,
                      static_cast<double>(placement->overCapacity()),
                      deviceLabel(*device) + " cannot hold the whole model: " +
                          size(placement->weightsReserved) + " needed, " + size(free) + " free, " +
                          size(placement->overCapacity()) + " short. Use " +
                          (device->isGpu() ? "more GPUs, as in num_gpus 2, or a smaller dtype."
                                           : "a GPU as well, or a smaller dtype.")});
}

/// The request as the original would make it: it asks its own process what a GPU holds, so a
/// card that others use looks empty to it.
PlacementRequest asOriginal(const PlacementRequest& request) {
    PlacementRequest original = request;
    for (DeviceInfo& device : original.devices) {
        device.usedByOthers = 0;
        device.context = 0;
    }
    if (auto resolved = withHabit(original, *request.habit)) {
        original = std::move(*resolved);
    }
    original.devices = request.devices;
    original.habit.reset();
    original.moves.clear();
    return original;
}

void addOriginal(const PlacementPlan& plan, Issues& issues) {
    const bool anyUsed = std::any_of(
        plan.request.budgets.begin(), plan.request.budgets.end(), [&](const MemoryBudget& budget) {
            const DevicePlacement* const placement = plan.placement(budget.device);
            return placement != nullptr && placement->device.usedByOthers > 0;
        });
    if (!takesShares(plan.request) || !anyUsed) {
        return;
    }
    const PlacementRequest request = asOriginal(plan.request);
    const auto original = place(request);
    if (!original) {
        return;
    }
    for (const MemoryBudget& budget : request.budgets) {
        const DevicePlacement* const placement = (*original)->placement(budget.device);
        if (placement == nullptr || placement->device.usedByOthers == 0) {
            continue;
        }
        const DeviceInfo& gpu = placement->device;
        const std::uint64_t over = placement->overCapacity();
        const std::string believes =
            "load_hf_model itself counts its own process only: it would take " +
            deviceLabel(gpu.id) + " to have " + size(gpu.capacity.value_or(0)) +
            " free and limit it to " + budget.text + ". With the " + size(gpu.usedByOthers) +
            " that others hold there, its plan ";
        issues.push_back(
            {Severity::Hint,
             over > 0 ? "habit_original_overfills" : "habit_original_differs",
             {},
             gpu.id,
             static_cast<double>(over),
             believes + (over > 0 ? "would overfill the GPU by " + size(over) +
                                        " and end out of memory; this plan goes by what is free."
                                  : std::string("would still fit."))});
    }
}

}  // namespace

std::vector<PlanIssue> habitIssues(const PlacementPlan& plan) {
    Issues issues;
    if (!plan.request.habit) {
        return issues;
    }
    addDoesNotFit(plan, issues);
    addIgnored(plan, *plan.request.habit, issues);
    addSkipped(plan, issues);
    addNoCpu(plan, issues);
    addOriginal(plan, issues);
    return issues;
}

}  // namespace stowage
