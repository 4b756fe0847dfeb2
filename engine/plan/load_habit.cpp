// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/load_habit.h"

#include "engine/base/byte_size.h"
#include "engine/plan/placement_request.h"

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

Result<void> useGpus(PlacementRequest& request, const LoadHabit& habit) {
    const std::vector<DeviceInfo> gpus = gpusOf(request);
    if (gpus.empty()) {
        return wrong(
            "--device cuda needs a GPU, but there is none; add one to --gpus or take --device cpu.",
            "--device");
    }
    if (!habit.numGpus) {
        useDefaults(request, Strategy::Auto);
        return {};
    }
    const std::uint32_t count = *habit.numGpus;
    if (count == 0 || count > gpus.size()) {
        return wrong("--num-gpus asks for " + countText(count) + ", but " +
                         (gpus.size() == 1 ? "there is " : "there are ") + countText(gpus.size()) +
                         "; give a number from 1 to " + std::to_string(gpus.size()) + ".",
                     "--num-gpus");
    }
    if (count == 1) {
        useWholly(request, gpus.front().id);
        return {};
    }
    return useLimits(request, std::span(gpus).first(count), habit.maxGpuMemory);
}

Result<void> useDevice(PlacementRequest& request, const LoadHabit& habit) {
    if (habit.device == "cuda") {
        return useGpus(request, habit);
    }
    if (habit.device == "cpu") {
        useWholly(request, DeviceId::cpu());
        return {};
    }
    if (habit.device == "mps") {
        return wrong(
            "--device mps needs the GPU of an Apple machine (Metal), and this machine has none; "
            "take --device cuda or cpu.",
            "--device");
    }
    const auto named = habit.device.starts_with("cuda:") ? parseDevice(habit.device)
                                                         : Result<DeviceId>(DeviceId());
    if (!named || !named->isGpu()) {
        return wrong("--device \"" + habit.device +
                         "\" is not known; take cpu, cuda, mps or one GPU, as in cuda:1.",
                     "--device");
    }
    const std::vector<DeviceInfo> gpus = gpusOf(request);
    const bool isThere = std::any_of(gpus.begin(), gpus.end(),
                                     [&named](const DeviceInfo& gpu) { return gpu.id == *named; });
    if (!isThere) {
        return wrong("--device " + habit.device + " names " + deviceLabel(*named) + ", but " +
                         (gpus.size() == 1 ? "there is " : "there are ") + countText(gpus.size()) +
                         "; name one of them or add to --gpus.",
                     "--device");
    }
    useWholly(request, *named);
    return {};
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

Result<PlacementRequest> withHabit(PlacementRequest request, const LoadHabit& habit) {
    if (!habit.maxGpuMemory.empty()) {
        if (const auto size = parseLimit(habit.maxGpuMemory); !size) {
            return wrong("--max-gpu-memory: " + size.error().message, "--max-gpu-memory");
        }
    }
    request.defaultBudgets = limitsWithoutHabit(request);
    if (const auto done = useDevice(request, habit); !done) {
        return done.unexpected();
    }
    if (!request.constraints.dtype || request.dtypeFollowsHabit) {
        request.dtypeFollowsHabit = true;
        request.constraints.dtype =
            habit.device == "cpu" ? std::nullopt : std::optional(DType::Float16);
    }
    request.habit = habit;
    return request;
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
