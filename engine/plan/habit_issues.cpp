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

/// True where the limits are the function's own: those of N GPUs, and nothing put in their place.
bool hasOwnLimits(const PlacementRequest& request) {
    return !endsOnOneDevice(*request.habit) && request.habit->maxMemory.empty() &&
           request.strategy != Strategy::Manual;
}

/// True where each GPU is limited to a share of what it has free.
bool takesShares(const PlacementRequest& request) {
    return hasOwnLimits(request) && request.habit->maxGpuMemory.empty();
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
    const std::string onOne = "device " + habit.device + " puts everything on one device.";
    if (oneDevice && habit.numGpus.value_or(1) != 1) {
        add("num_gpus", onOne);
    }
    if (!habit.maxMemory.empty() && (habit.strategy == Strategy::Manual ||
                                     (!habit.strategy && (oneDevice || habit.numGpus == 1)))) {
        add("max_memory", habit.strategy ? "a given device map is not planned."
                                         : "without a device_map from_pretrained plans nothing.");
    }
    if (habit.maxGpuMemory.empty() || hasOwnLimits(plan.request)) {
        return;
    }
    if (oneDevice) {
        add("max_gpu_memory", onOne);
    } else if (!habit.numGpus) {
        add("max_gpu_memory", "load_hf_model reads it only together with a num_gpus of 2 or more.");
    } else if (habit.numGpus == 1) {
        add("max_gpu_memory", "with one GPU load_hf_model puts the whole model on it.");
    } else {
        add("max_gpu_memory", habit.maxMemory.empty() ? "a given device map is not planned."
                                                      : "max_memory takes its place.");
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
    if (!hasOwnLimits(plan.request)) {
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
    if (request.strategy != Strategy::Manual || request.givenMap.size() != 1) {
        return std::nullopt;
    }
    return request.givenMap.exact("");
}

bool isUnified(const PlacementRequest& request) {
    return request.habit && request.habit->device == "mps";
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
                           : isUnified(plan.request) ? "a larger machine, or a smaller dtype."
                                                     : "a GPU as well, or a smaller dtype.")});
}

/// "GPU 0 5.00 GiB, CPU 3.00 GiB".
std::string sharesText(const PlacementPlan& plan) {
    std::string text;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.weights > 0) {
            text += (text.empty() ? "" : ", ") + deviceLabel(placement.device.id) + " " +
                    formatSize(placement.weights);
        }
    }
    return text;
}

std::string moveText(const LoadHabit& habit) {
    return "model.to(\"" + habit.device + "\")";
}

/// What else one may type where a map is made for nothing.
std::string keepsTheMap(const PlacementPlan& plan) {
    const auto gpus = std::ranges::count_if(plan.placements, [](const DevicePlacement& placement) {
        return placement.device.id.isGpu();
    });
    return plan.request.habit->device == "cuda" && gpus > 1
               ? "num_gpus " + std::to_string(gpus) + " keeps a map, num_gpus 1 makes none."
               : "Without a device_map nothing is shared out first.";
}

/// A map over which the function fails, as cannotBeMoved() tells: `plan` shows it.
void addMoveFails(const PlacementPlan& plan, Issues& issues) {
    double all = 0;
    double offloaded = 0;
    for (const DevicePlacement& placement : plan.placements) {
        all += placement.weights;
        offloaded += placement.device.id.isGpu() ? 0 : placement.weights;
    }
    const LoadHabit& habit = *plan.request.habit;
    const auto named = habit.device.starts_with("cuda:") ? parseDevice(habit.device)
                                                         : Result<DeviceId>(DeviceId::cpu());
    const DevicePlacement* const asked =
        habit.device == "cuda" || !named ? nullptr : plan.placement(*named);
    const DevicePlacement& target = asked == nullptr ? plan.placements.front() : *asked;
    issues.push_back({Severity::Error,
                      "habit_move_fails",
                      {},
                      std::nullopt,
                      offloaded,
                      "load_hf_model ends in an error: its map leaves weights offloaded (" +
                          sharesText(plan) + "), and " + moveText(habit) +
                          " then raises \"RuntimeError: You can't move a model that has some "
                          "modules offloaded to cpu or disk.\" All of it would take " +
                          formatSize(all) + " of " + deviceLabel(target.device.id) +
                          ", which has " + size(target.device.freeBytes().value_or(0)) + " free. " +
                          keepsTheMap(plan)});
}

/// The map that is made first, where the move changes it.
void addMoved(const PlacementPlan& plan, Issues& issues) {
    const auto target = onlyDevice(plan.request);
    if (!target) {
        if (endsOnOneDevice(*plan.request.habit) && cannotBeMoved(plan)) {
            addMoveFails(plan, issues);
        }
        return;
    }
    const DevicePlacement* const all = plan.placement(*target);
    const auto made = mapBeforeMove(plan.request);
    if (made == nullptr || all == nullptr ||
        std::ranges::all_of(made->placements, [&target](const DevicePlacement& placement) {
            return placement.device.id == *target || placement.weights <= 0;
        })) {
        return;
    }
    const LoadHabit& habit = *plan.request.habit;
    issues.push_back(
        {Severity::Warning,
         "habit_moved",
         {},
         target,
         static_cast<double>(all->weightsReserved),
         "load_hf_model first makes a map by " +
             (made->request.strategy == Strategy::Manual
                  ? std::string("hand")
                  : std::string(strategyName(made->request.strategy))) +
             " (" + sharesText(*made) + "), then " + moveText(habit) + " moves everything to " +
             deviceLabel(*target) + ": " + size(all->weightsReserved) + " there, which has " +
             size(all->device.freeBytes().value_or(0)) + " free. " + keepsTheMap(plan)});
}

void addUnifiedMemory(const PlacementPlan& plan, Issues& issues) {
    const DevicePlacement* const memory = plan.placement(DeviceId::cpu());
    if (isUnified(plan.request) && memory != nullptr) {
        issues.push_back({Severity::Hint,
                          "habit_unified_memory",
                          {},
                          DeviceId::cpu(),
                          memory->weights,
                          "On mps, CPU and GPU share one memory: the CPU's stands for it, with " +
                              size(memory->device.capacity.value_or(0)) +
                              ". Plan for another size with --ram, or in the devices."});
    }
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
    addMoved(plan, issues);
    addUnifiedMemory(plan, issues);
    addIgnored(plan, *plan.request.habit, issues);
    addSkipped(plan, issues);
    addNoCpu(plan, issues);
    addOriginal(plan, issues);
    return issues;
}

}  // namespace stowage
