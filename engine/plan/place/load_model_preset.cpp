// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/place/place.h"

#include "engine/base/byte_size.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr double kShareOfFree = 0.85;  ///< what load_hf_model leaves to the weights

using Budgets = std::vector<MemoryBudget>;

std::vector<DeviceInfo> gpusOf(const PlacementRequest& request) {
    std::vector<DeviceInfo> gpus;
    std::copy_if(request.devices.begin(), request.devices.end(), std::back_inserter(gpus),
                 [](const DeviceInfo& device) { return device.id.isGpu(); });
    return gpus;
}

Message countText(std::size_t gpus) {
    return gpus == 0 ? say("no GPU") : gpus == 1 ? say("%1 GPU", gpus) : say("%1 GPUs", gpus);
}

Unexpected wrong(Message message, const std::string& key) {
    return fail(ErrorCode::InvalidArgument, std::move(message), {}, key);
}

/// The limits of a request in which nobody typed any; they survive the preset's own ones.
Budgets limitsWithoutPreset(const PlacementRequest& request) {
    if (request.budgetsAreDefaults) {
        return request.budgets;
    }
    if (!request.defaultBudgets.empty()) {
        return request.defaultBudgets;
    }
    double ram = 0;
    for (const DeviceInfo& device : request.devices) {
        if (device.id == DeviceId::cpu()) {
            ram = static_cast<double>(device.freeBytes().value_or(0));
        }
    }
    return defaultBudgets(request.devices, ram);
}

void useDefaults(PlacementRequest& request, Strategy strategy) {
    request.strategy = strategy;
    request.budgets = request.defaultBudgets;
    request.budgetsAreDefaults = true;
}

void useWholly(PlacementRequest& request, DeviceId device) {
    useDefaults(request, Strategy::Manual);
    request.givenMap = DeviceMap({{std::string(), device}});
    request.doubledKeys.clear();
}

/// int(0.85 × free GiB) in Python's arithmetic, as text with its unit.
std::string shareText(const DeviceInfo& gpu) {
    const double freeGiB =
        static_cast<double>(gpu.freeBytes().value_or(0)) / static_cast<double>(kGiB);
    return std::to_string(static_cast<std::uint64_t>(freeGiB * kShareOfFree)) + "GiB";
}

Result<void> useLimits(PlacementRequest& request, std::span<const DeviceInfo> gpus,
                       const std::string& cap) {
    Budgets budgets;
    for (const DeviceInfo& gpu : gpus) {
        const std::string text = cap.empty() ? shareText(gpu) : cap;
        const auto size = parseSize(text);
        if (!size) {
            return wrong(say("--max-gpu-memory: %1", size.error().message), "--max-gpu-memory");
        }
        budgets.push_back({gpu.id, size->bytes, text, false});
    }
    request.strategy = cap.empty() ? Strategy::Sequential : Strategy::Auto;
    request.budgets = std::move(budgets);
    request.budgetsAreDefaults = false;
    return {};
}

/// Where `model.to(device)` takes everything; of "cuda" the current GPU, which is the lowest.
Result<DeviceId> targetOf(const PlacementRequest& request, const LoadModelPreset& preset) {
    if (preset.device == "cpu" || preset.device == "mps") {
        return DeviceId::cpu();
    }
    const std::vector<DeviceInfo> gpus = gpusOf(request);
    if (preset.device == "cuda") {
        return gpus.empty()
                   ? Result<DeviceId>(wrong(phrase("--device cuda needs a GPU, but there is no "
                                                   "GPU; add a GPU to --gpus or use --device cpu."),
                                            "--device"))
                   : gpus.front().id;
    }
    const auto named = preset.device.starts_with("cuda:") ? parseDevice(preset.device)
                                                          : Result<DeviceId>(DeviceId());
    if (!named || !named->isGpu()) {
        return wrong(say("--device \"%1\" is unknown; use cpu, cuda, mps or one GPU, as in cuda:1.",
                         preset.device),
                     "--device");
    }
    if (std::ranges::find(gpus, *named, &DeviceInfo::id) == gpus.end()) {
        const Message count = countText(gpus.size());
        return wrong(gpus.size() == 1 ? say("--device %1 names %2, but there is %3; name an "
                                            "existing GPU, or add GPUs to --gpus.",
                                            preset.device, deviceLabel(*named), count)
                                      : say("--device %1 names %2, but there are %3; name an "
                                            "existing GPU, or add GPUs to --gpus.",
                                            preset.device, deviceLabel(*named), count),
                     "--device");
    }
    return *named;
}

Result<void> checkCount(const PlacementRequest& request, const LoadModelPreset& preset) {
    const std::size_t gpus = gpusOf(request).size();
    const std::size_t count = preset.numGpus.value_or(1);
    if (preset.device != "cuda" || (count > 0 && count <= gpus)) {
        return {};
    }
    return wrong(gpus == 1
                     ? say("--num-gpus requests %1, but there is %2; give a number from 1 to %3.",
                           countText(count), countText(gpus), gpus)
                     : say("--num-gpus requests %1, but there are %2; give a number from 1 to %3.",
                           countText(count), countText(gpus), gpus),
                 "--num-gpus");
}

/// The options of from_pretrained: the function's own, then those of `**kwargs`.
Result<void> useModelOptions(PlacementRequest& request, const LoadModelPreset& preset) {
    useDefaults(request, Strategy::Auto);
    if (!endsOnOneDevice(preset)) {
        const std::vector<DeviceInfo> gpus = gpusOf(request);
        STOWAGE_TRY(
            useLimits(request, std::span(gpus).first(*preset.numGpus), preset.maxGpuMemory));
    }
    if (preset.strategy == Strategy::Manual) {
        useDefaults(request, Strategy::Manual);  // a given map needs no limits
        request.givenMap = preset.givenMap;
    } else if (preset.strategy) {
        request.strategy = *preset.strategy;
    }
    if (!preset.maxMemory.empty()) {
        request.budgets = preset.maxMemory;
        request.budgetsAreDefaults = false;
    }
    if (preset.device == "mps") {  // an Apple machine has no other GPUs
        std::erase_if(request.budgets, [](const auto& budget) { return budget.device.isGpu(); });
        request.budgetsAreDefaults = false;
    }
    return {};
}

/// Whether from_pretrained is given a device_map, without which it reads no max_memory either.
bool makesMap(const LoadModelPreset& preset) {
    return preset.strategy || (preset.device == "cuda" && preset.numGpus != 1);
}

/// The map that is made before the model is moved: the strategy's own, without moves by hand.
Result<std::shared_ptr<const PlacementPlan>> placeBeforeMove(PlacementRequest request,
                                                             const LoadModelPreset& preset,
                                                             std::stop_token stop) {
    STOWAGE_TRY(useModelOptions(request, preset));
    request.preset.reset();
    request.moves.clear();
    return place(request, std::move(stop));
}

/// "24GiB" where that is exact, else whole mebibytes below it.
std::string typedSize(std::uint64_t bytes) {
    if (bytes >= kGiB && bytes % kGiB == 0) {
        return std::to_string(bytes / kGiB) + "GiB";
    }
    return bytes >= kMiB ? std::to_string(bytes / kMiB) + "MiB"
                         : std::to_string(bytes / kKiB) + "KiB";
}

using Issues = std::vector<PlanIssue>;

/// True where the limits are the function's own: those of N GPUs, and nothing put in their place.
bool hasOwnLimits(const PlacementRequest& request) {
    return !endsOnOneDevice(*request.preset) && request.preset->maxMemory.empty() &&
           request.strategy != Strategy::Manual;
}

/// True where each GPU is limited to a share of what it has free.
bool takesShares(const PlacementRequest& request) {
    return hasOwnLimits(request) && request.preset->maxGpuMemory.empty();
}

void addIgnored(const PlacementPlan& plan, const LoadModelPreset& preset, Issues& issues) {
    const auto add = [&issues](const std::string& option, const Message& why) {
        issues.push_back(planIssue(Severity::Warning, "habit_ignored", std::nullopt, 0,
                                   say("%1 has no effect: %2", option, why)));
    };
    const bool oneDevice = preset.device != "cuda";
    const Message onOne = say("device %1 puts the whole model on one device.", preset.device);
    if (oneDevice && preset.numGpus.value_or(1) != 1) {
        add("num_gpus", onOne);
    }
    if (!preset.maxMemory.empty() && (preset.strategy == Strategy::Manual ||
                                      (!preset.strategy && (oneDevice || preset.numGpus == 1)))) {
        add("max_memory", preset.strategy
                              ? phrase("a given device map is used without planning.")
                              : phrase("without a device_map, from_pretrained does not plan."));
    }
    if (preset.maxGpuMemory.empty() || hasOwnLimits(plan.request)) {
        return;
    }
    if (oneDevice) {
        add("max_gpu_memory", onOne);
    } else if (!preset.numGpus) {
        add("max_gpu_memory",
            phrase("load_hf_model reads this option only if num_gpus is 2 or more."));
    } else if (preset.numGpus == 1) {
        add("max_gpu_memory",
            phrase("with one GPU, load_hf_model puts the whole model on that GPU."));
    } else {
        add("max_gpu_memory", preset.maxMemory.empty()
                                  ? phrase("a given device map is used without planning.")
                                  : phrase("max_memory is used instead."));
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
        issues.push_back(planIssue(
            Severity::Warning, "habit_gpu_skipped", budget.device, static_cast<double>(free),
            say("%1 is skipped: 85 % of its free memory (%2) is rounded down to a limit of "
                "\"0GiB\". Make at least 1.18 GiB available on this GPU, or set the same limit for "
                "every GPU with max_gpu_memory.",
                deviceLabel(budget.device), formatSize(free))));
    }
}

void addNoCpu(const PlacementPlan& plan, Issues& issues) {
    if (!hasOwnLimits(plan.request)) {
        return;
    }
    const DevicePlacement* const disk = plan.placement(DeviceId::disk());
    const double bytes = disk != nullptr ? disk->weights : 0;
    if (bytes > 0) {
        issues.push_back(planIssue(
            Severity::Warning, "habit_no_cpu", DeviceId::disk(), bytes,
            say("load_hf_model sets limits only for GPUs and has no \"cpu\" key. Therefore, %1 of "
                "weights that fit on no GPU are offloaded to disk instead of to RAM. Use more "
                "GPUs, or plan without load_hf_model and set a limit for the CPU.",
                formatSize(bytes))));
        return;
    }
    issues.push_back(planIssue(
        Severity::Hint, "habit_no_cpu", DeviceId::disk(), 0,
        phrase(
            "load_hf_model sets limits only for GPUs and has no \"cpu\" key, so all weights that "
            "fit on no GPU would be offloaded to disk. In this plan, no weights are on disk.")));
}

/// The one device that holds everything; nothing where the preset shares the model out.
std::optional<DeviceId> onlyDevice(const PlacementRequest& request) {
    if (request.strategy != Strategy::Manual || request.givenMap.size() != 1) {
        return std::nullopt;
    }
    return request.givenMap.exact("");
}

bool isUnified(const PlacementRequest& request) {
    return request.preset && request.preset->device == "mps";
}

void addDoesNotFit(const PlacementPlan& plan, Issues& issues) {
    const auto device = onlyDevice(plan.request);
    const DevicePlacement* const placement = device ? plan.placement(*device) : nullptr;
    if (placement == nullptr || placement->overCapacity() == 0) {
        return;
    }
    const std::uint64_t free = placement->device.freeBytes().value_or(0);
    const Phrase remedy =
        device->isGpu()           ? phrase("Use more GPUs, as in num_gpus 2, or a smaller dtype.")
        : isUnified(plan.request) ? phrase("Use a larger machine, or a smaller dtype.")
                                  : phrase("Use a GPU as well, or a smaller dtype.");
    issues.push_back(
        planIssue(Severity::Error, "habit_does_not_fit", device,
                  static_cast<double>(placement->overCapacity()),
                  joined({say("%1 has too little memory for the whole model: %2 is needed and %3 "
                              "is free, so %4 is missing.",
                              deviceLabel(*device), formatSize(placement->weightsReserved),
                              formatSize(free), formatSize(placement->overCapacity())),
                          remedy},
                         " ")));
}

/// "GPU 0 5.00 GiB, CPU 3.00 GiB".
Message sharesText(const PlacementPlan& plan) {
    std::vector<Message> shares;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.weights > 0) {
            shares.push_back(
                joined({deviceLabel(placement.device.id), formatSize(placement.weights)}, " "));
        }
    }
    return joined(std::move(shares), ", ");
}

std::string moveText(const LoadModelPreset& preset) {
    return "model.to(\"" + preset.device + "\")";
}

/// What else one may type where a map is made for nothing.
Message keepsTheMap(const PlacementPlan& plan) {
    const auto gpus = std::ranges::count_if(plan.placements, [](const DevicePlacement& placement) {
        return placement.device.id.isGpu();
    });
    return plan.request.preset->device == "cuda" && gpus > 1
               ? say("To keep the map, set num_gpus to %1; with num_gpus 1, no map is created.",
                     gpus)
               : say("Without a device_map, the model is not distributed first.");
}

/// A map over which the function fails, as cannotBeMoved() tells: `plan` shows it.
void addMoveFails(const PlacementPlan& plan, Issues& issues) {
    double all = 0;
    double offloaded = 0;
    for (const DevicePlacement& placement : plan.placements) {
        all += placement.weights;
        offloaded += placement.device.id.isGpu() ? 0 : placement.weights;
    }
    const LoadModelPreset& preset = *plan.request.preset;
    const auto named = preset.device.starts_with("cuda:") ? parseDevice(preset.device)
                                                          : Result<DeviceId>(DeviceId::cpu());
    const DevicePlacement* const asked =
        preset.device == "cuda" || !named ? nullptr : plan.placement(*named);
    const DevicePlacement& target = asked == nullptr ? plan.placements.front() : *asked;
    issues.push_back(planIssue(
        Severity::Error, "habit_move_fails", std::nullopt, offloaded,
        joined(
            {say("load_hf_model stops with an error: its map leaves weights offloaded (%1), and %2 "
                 "then raises \"RuntimeError: You can't move a model that has some modules "
                 "offloaded to cpu or disk.\" The whole model would need %3 on %4, which has %5 "
                 "free.",
                 sharesText(plan), moveText(preset), formatSize(all), deviceLabel(target.device.id),
                 formatSize(target.device.freeBytes().value_or(0))),
             keepsTheMap(plan)},
            " ")));
}

/// The map that is made first, where the move changes it.
void addMoved(const PlacementPlan& plan, Issues& issues) {
    const auto target = onlyDevice(plan.request);
    if (!target) {
        if (endsOnOneDevice(*plan.request.preset) && cannotBeMoved(plan)) {
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
    const LoadModelPreset& preset = *plan.request.preset;
    issues.push_back(planIssue(
        Severity::Warning, "habit_moved", target, static_cast<double>(all->weightsReserved),
        joined({say("load_hf_model first creates a map (strategy: %1; %2). Then %3 moves the whole "
                    "model to %4, where %5 is needed and %6 is free.",
                    strategyName(made->request.strategy), sharesText(*made), moveText(preset),
                    deviceLabel(*target), formatSize(all->weightsReserved),
                    formatSize(all->device.freeBytes().value_or(0))),
                keepsTheMap(plan)},
               " ")));
}

void addUnifiedMemory(const PlacementPlan& plan, Issues& issues) {
    const DevicePlacement* const memory = plan.placement(DeviceId::cpu());
    if (isUnified(plan.request) && memory != nullptr) {
        issues.push_back(planIssue(
            Severity::Hint, "habit_unified_memory", DeviceId::cpu(), memory->weights,
            say("On mps, the CPU and the GPU share one memory, which is shown as the memory of the "
                "CPU (%1). To plan for another size, use --ram or change the CPU in the devices.",
                formatSize(memory->device.capacity.value_or(0)))));
    }
}

/// The request as the original would make it: it asks its own process what a GPU holds, so a
/// card that others use seems empty to it.
PlacementRequest asOriginal(const PlacementRequest& request) {
    PlacementRequest original = request;
    for (DeviceInfo& device : original.devices) {
        device.usedByOthers = 0;
        device.context = 0;
    }
    if (auto resolved = withPreset(original, *request.preset)) {
        original = std::move(*resolved);
    }
    original.devices = request.devices;
    original.preset.reset();
    original.moves.clear();
    return original;
}

void addOriginal(const PlacementPlan& plan, Issues& issues) {
    const bool anyUsed = std::ranges::any_of(plan.request.budgets, [&](const MemoryBudget& budget) {
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
        const std::string free = formatSize(gpu.capacity.value_or(0));
        issues.push_back(planIssue(
            Severity::Hint, over > 0 ? "habit_original_overfills" : "habit_original_differs",
            gpu.id, static_cast<double>(over),
            over > 0
                ? say("load_hf_model counts only the memory of its own process: it would assume "
                      "that %1 has %2 free, and set its limit to %3. Because other programs use %4 "
                      "of the GPU, the plan of load_hf_model would exceed the memory by %5 and "
                      "fail. This plan uses the memory that is actually free.",
                      deviceLabel(gpu.id), free, budget.text, formatSize(gpu.usedByOthers),
                      formatSize(over))
                : say("load_hf_model counts only the memory of its own process: it would assume "
                      "that %1 has %2 free, and set its limit to %3. The plan of load_hf_model "
                      "fits although other programs use %4 of the GPU.",
                      deviceLabel(gpu.id), free, budget.text, formatSize(gpu.usedByOthers))));
    }
}

}  // namespace

Result<PlacementRequest> withPreset(PlacementRequest request, const LoadModelPreset& preset,
                                    std::stop_token stop) {
    if (!preset.maxGpuMemory.empty()) {
        if (const auto size = parseLimit(preset.maxGpuMemory); !size) {
            return wrong(say("--max-gpu-memory: %1", size.error().message), "--max-gpu-memory");
        }
    }
    const auto target = targetOf(request, preset);
    STOWAGE_TRY(target);
    STOWAGE_TRY(checkCount(request, preset));
    request.defaultBudgets = limitsWithoutPreset(request);
    if (!request.constraints.dtype || request.dtypeFollowsPreset) {
        const bool isHalf = preset.device == "cuda" || preset.device == "mps";
        request.dtypeFollowsPreset = true;
        request.constraints.dtype = isHalf ? std::optional(DType::Float16) : std::nullopt;
    }
    STOWAGE_TRY(useModelOptions(request, preset));
    request.preset = preset;
    if (!endsOnOneDevice(preset)) {
        return request;
    }
    if (makesMap(preset) && request.tree) {
        const auto made = placeBeforeMove(request, preset, std::move(stop));
        STOWAGE_TRY(made);
        if ((*made)->accelerateError || cannotBeMoved(**made)) {
            return request;  // the map that the function fails over
        }
    }
    useWholly(request, *target);
    return request;
}

std::shared_ptr<const PlacementPlan> mapBeforeMove(const PlacementRequest& request) {
    if (!request.preset || !endsOnOneDevice(*request.preset) || !makesMap(*request.preset)) {
        return nullptr;
    }
    const auto made = placeBeforeMove(request, *request.preset, {});
    return made ? *made : nullptr;
}

bool cannotBeMoved(const PlacementPlan& made) {
    double gpus = 0;
    double offloaded = 0;
    double disk = 0;
    for (const DevicePlacement& placement : made.placements) {
        (placement.device.id.isGpu() ? gpus : offloaded) += placement.weights;
        disk += placement.device.id.kind == DeviceKind::Disk ? placement.weights : 0;
    }
    // A model that lies on the CPU alone is offloaded from nowhere.
    return gpus > 0 ? offloaded > 0 : disk > 0;
}

std::string smallestGpuMemory(std::span<const DeviceInfo> devices,
                              std::optional<std::uint32_t> numGpus) {
    std::optional<std::uint64_t> smallest;
    std::uint32_t seen = 0;
    for (const DeviceInfo& device : devices) {
        if (!device.id.isGpu() || (numGpus && seen++ >= *numGpus)) {
            continue;
        }
        if (device.capacity) {
            smallest = std::min(smallest.value_or(*device.capacity), *device.capacity);
        }
    }
    return smallest ? typedSize(*smallest) : std::string();
}

std::vector<PlanIssue> presetIssues(const PlacementPlan& plan) {
    Issues issues;
    if (!plan.request.preset) {
        return issues;
    }
    addDoesNotFit(plan, issues);
    addMoved(plan, issues);
    addUnifiedMemory(plan, issues);
    addIgnored(plan, *plan.request.preset, issues);
    addSkipped(plan, issues);
    addNoCpu(plan, issues);
    addOriginal(plan, issues);
    return issues;
}

}  // namespace stowage
