// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/load_habit.h"

#include "engine/base/byte_size.h"
#include "engine/device/this_machine.h"
#include "engine/plan/placement_plan.h"

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

std::string countText(std::size_t gpus) {
    return gpus == 0 ? "no GPU" : gpus == 1 ? "1 GPU" : std::to_string(gpus) + " GPUs";
}

Unexpected wrong(std::string message, const std::string& key) {
    return fail(ErrorCode::InvalidArgument, std::move(message), {}, key);
}

/// The limits of a request in which nobody typed any; they survive the habit's own ones.
Budgets limitsWithoutHabit(const PlacementRequest& request) {
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
            return wrong("--max-gpu-memory: " + size.error().message, "--max-gpu-memory");
        }
        budgets.push_back({gpu.id, size->bytes, text, false});
    }
    request.strategy = cap.empty() ? Strategy::Sequential : Strategy::Auto;
    request.budgets = std::move(budgets);
    request.budgetsAreDefaults = false;
    return {};
}

/// Where `model.to(device)` takes everything; of "cuda" the current GPU, which is the lowest.
Result<DeviceId> targetOf(const PlacementRequest& request, const LoadHabit& habit) {
    if (habit.device == "cpu" || habit.device == "mps") {
        return DeviceId::cpu();
    }
    const std::vector<DeviceInfo> gpus = gpusOf(request);
    if (habit.device == "cuda") {
        return gpus.empty()
                   ? Result<DeviceId>(wrong("--device cuda needs a GPU, but there is none; add one "
                                            "to --gpus or take --device cpu.",
                                            "--device"))
                   : gpus.front().id;
    }
    const auto named = habit.device.starts_with("cuda:") ? parseDevice(habit.device)
                                                         : Result<DeviceId>(DeviceId());
    if (!named || !named->isGpu()) {
        return wrong("--device \"" + habit.device +
                         "\" is not known; take cpu, cuda, mps or one GPU, as in cuda:1.",
                     "--device");
    }
    if (std::ranges::find(gpus, *named, &DeviceInfo::id) == gpus.end()) {
        return wrong("--device " + habit.device + " names " + deviceLabel(*named) + ", but " +
                         (gpus.size() == 1 ? "there is " : "there are ") + countText(gpus.size()) +
                         "; name one of them or add to --gpus.",
                     "--device");
    }
    return *named;
}

Result<void> checkCount(const PlacementRequest& request, const LoadHabit& habit) {
    const std::size_t gpus = gpusOf(request).size();
    const std::size_t count = habit.numGpus.value_or(1);
    if (habit.device != "cuda" || (count > 0 && count <= gpus)) {
        return {};
    }
    return wrong("--num-gpus asks for " + countText(count) + ", but " +
                     (gpus == 1 ? "there is " : "there are ") + countText(gpus) +
                     "; give a number from 1 to " + std::to_string(gpus) + ".",
                 "--num-gpus");
}

/// The options of from_pretrained: the function's own, then those of `**kwargs`.
Result<void> useModelOptions(PlacementRequest& request, const LoadHabit& habit) {
    useDefaults(request, Strategy::Auto);
    if (!endsOnOneDevice(habit)) {
        const std::vector<DeviceInfo> gpus = gpusOf(request);
        const auto limited =
            useLimits(request, std::span(gpus).first(*habit.numGpus), habit.maxGpuMemory);
        if (!limited) {
            return limited;
        }
    }
    if (habit.strategy == Strategy::Manual) {
        useDefaults(request, Strategy::Manual);  // a given map needs no limits
        request.givenMap = habit.givenMap;
    } else if (habit.strategy) {
        request.strategy = *habit.strategy;
    }
    if (!habit.maxMemory.empty()) {
        request.budgets = habit.maxMemory;
        request.budgetsAreDefaults = false;
    }
    if (habit.device == "mps") {  // an Apple machine has no other GPUs
        std::erase_if(request.budgets, [](const auto& budget) { return budget.device.isGpu(); });
        request.budgetsAreDefaults = false;
    }
    return {};
}

/// Whether from_pretrained is given a device_map, without which it reads no max_memory either.
bool makesMap(const LoadHabit& habit) {
    return habit.strategy || (habit.device == "cuda" && habit.numGpus != 1);
}

/// The map that is made before the model is moved: the strategy's own, without moves by hand.
Result<std::shared_ptr<const PlacementPlan>> placeBeforeMove(PlacementRequest request,
                                                             const LoadHabit& habit,
                                                             std::stop_token stop) {
    if (const auto used = useModelOptions(request, habit); !used) {
        return used.unexpected();
    }
    request.habit.reset();
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

}  // namespace

bool LoadHabit::operator==(const LoadHabit& other) const {
    return device == other.device && numGpus == other.numGpus &&
           maxGpuMemory == other.maxGpuMemory && strategy == other.strategy &&
           givenMap.entries() == other.givenMap.entries() && maxMemory == other.maxMemory;
}

bool endsOnOneDevice(const LoadHabit& habit) {
    return habit.device != "cuda" || habit.numGpus.value_or(1) == 1;
}

Result<PlacementRequest> withHabit(PlacementRequest request, const LoadHabit& habit,
                                   std::stop_token stop) {
    if (!habit.maxGpuMemory.empty()) {
        if (const auto size = parseLimit(habit.maxGpuMemory); !size) {
            return wrong("--max-gpu-memory: " + size.error().message, "--max-gpu-memory");
        }
    }
    const auto target = targetOf(request, habit);
    if (!target) {
        return target.unexpected();
    }
    if (const auto checked = checkCount(request, habit); !checked) {
        return checked.unexpected();
    }
    request.defaultBudgets = limitsWithoutHabit(request);
    if (!request.constraints.dtype || request.dtypeFollowsHabit) {
        const bool isHalf = habit.device == "cuda" || habit.device == "mps";
        request.dtypeFollowsHabit = true;
        request.constraints.dtype = isHalf ? std::optional(DType::Float16) : std::nullopt;
    }
    if (const auto used = useModelOptions(request, habit); !used) {
        return used.unexpected();
    }
    request.habit = habit;
    if (!endsOnOneDevice(habit)) {
        return request;
    }
    if (makesMap(habit) && request.tree) {
        const auto made = placeBeforeMove(request, habit, std::move(stop));
        if (!made) {
            return made.unexpected();
        }
        if ((*made)->accelerateError || cannotBeMoved(**made)) {
            return request;  // the map that the function fails over
        }
    }
    useWholly(request, *target);
    return request;
}

std::optional<std::string> whyNotLoadedHere(const PlacementRequest& request) {
    if (request.habit && request.habit->device == "mps") {
        return "The plan is for an Apple machine, whose CPU and GPU share one memory (device mps). "
               "It can be planned and estimated here, but not loaded.";
    }
    return elsewhereSentence(request.devices);
}

std::shared_ptr<const PlacementPlan> mapBeforeMove(const PlacementRequest& request) {
    if (!request.habit || !endsOnOneDevice(*request.habit) || !makesMap(*request.habit)) {
        return nullptr;
    }
    const auto made = placeBeforeMove(request, *request.habit, {});
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

}  // namespace stowage
