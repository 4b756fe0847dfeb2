// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/diff_reasons.h"

#include "engine/base/byte_size.h"
#include "engine/model/quantization_names.h"
#include "engine/plan/plan_strategy.h"

#include <algorithm>

namespace stowage {

namespace {

using Places = std::vector<std::pair<std::string, DeviceId>>;

constexpr std::size_t kMostNamed = 4;  ///< further modules of a list are only counted

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t i = 0; i < std::min(parts.size(), kMostNamed); ++i) {
        text += (i == 0 ? "" : ", ") + parts[i];
    }
    if (parts.size() > kMostNamed) {
        text += " and " + std::to_string(parts.size() - kMostNamed) + " more";
    }
    return text;
}

std::string size(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

std::string dtypeText(const PlacementRequest& request) {
    return request.constraints.dtype ? std::string(dtypeName(*request.constraints.dtype))
                                     : std::string("as stored");
}

std::string quantizationOf(const PlacementRequest& request) {
    const auto& quantization = request.constraints.quantization;
    return quantization ? quantizationText(*quantization) : std::string("none");
}

std::string placesText(const Places& places) {
    std::vector<std::string> parts;
    for (const auto& [path, device] : places) {
        parts.push_back((path.empty() ? "the whole model" : path) + " on " + deviceLabel(device));
    }
    return parts.empty() ? "nothing" : joined(parts);
}

std::string flagsText(const PlacementConstraints& constraints) {
    std::vector<std::string> flags;
    if (constraints.offloadBuffers) {
        flags.emplace_back("offload buffers");
    }
    if (constraints.fallbackAllocation) {
        flags.emplace_back("fallback allocation");
    }
    if (constraints.keepMapUnclean) {
        flags.emplace_back("unclean map");
    }
    return flags.empty() ? "none" : joined(flags);
}

std::string executionText(const PlacementRequest& request) {
    return request.executionDevice ? deviceLabel(*request.executionDevice)
                                   : "the GPU of the map with the lowest number, else the CPU";
}

std::string hooksText(const HookOptions& hooks) {
    return std::string(hooks.force ? "forced" : "where needed") + ", main device " +
           (hooks.mainDevice ? deviceLabel(*hooks.mainDevice) : "automatic") + ", preloaded " +
           (hooks.preloadClasses.empty() ? "nothing" : joined(hooks.preloadClasses));
}

std::string limitsText(const PlacementRequest& request) {
    return request.budgetsAreDefaults ? "what is free" : "typed";
}

std::string deviceText(const DeviceInfo& device) {
    std::string text = device.capacity ? size(*device.capacity) : "unknown size";
    if (device.usedByOthers > 0) {
        text += " with " + size(device.usedByOthers) + " used by others";
    }
    if (device.context > 0) {
        text += (device.usedByOthers > 0 ? " and " : " with ") + size(device.context) +
                " for the driver's context";
    }
    return text;
}

const DeviceInfo* find(const std::vector<DeviceInfo>& devices, DeviceId id) {
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [id](const DeviceInfo& device) { return device.id == id; });
    return found == devices.end() ? nullptr : &*found;
}

/// The RAM is left out: it breathes from second to second, and its limit tells what mattered.
void addDevices(const PlacementRequest& before, const PlacementRequest& after,
                std::vector<std::string>& reasons) {
    for (const DeviceInfo& device : before.devices) {
        const DeviceInfo* const other = find(after.devices, device.id);
        if (other == nullptr) {
            reasons.push_back(deviceLabel(device.id) + " is there before only (" +
                              deviceText(device) + ").");
        } else if (device.id.isGpu() && deviceText(device) != deviceText(*other)) {
            reasons.push_back(deviceLabel(device.id) + ": " + deviceText(device) + " before, " +
                              deviceText(*other) + " after.");
        }
    }
    for (const DeviceInfo& device : after.devices) {
        if (find(before.devices, device.id) == nullptr) {
            reasons.push_back(deviceLabel(device.id) + " is there after only (" +
                              deviceText(device) + ").");
        }
    }
}

}  // namespace

std::string noSplitText(const PlacementRequest& request) {
    const auto& classes = noSplitInForce(request);
    return classes.empty() ? "none" : joined(classes);
}

std::string habitText(const LoadHabit& habit) {
    std::string text = "--device " + habit.device;
    if (habit.numGpus) {
        text += " --num-gpus " + std::to_string(*habit.numGpus);
    }
    if (!habit.maxGpuMemory.empty()) {
        text += " --max-gpu-memory " + habit.maxGpuMemory;
    }
    if (habit.strategy == Strategy::Manual) {
        text += " --device-map of " + std::to_string(habit.givenMap.size()) +
                (habit.givenMap.size() == 1 ? " entry" : " entries");
    } else if (habit.strategy) {
        text += " --strategy " + std::string(strategyName(*habit.strategy));
    }
    for (const MemoryBudget& limit : habit.maxMemory) {
        text +=
            (&limit == &habit.maxMemory.front() ? " --max-memory " : ",") +
            (limit.device.isGpu() ? std::to_string(limit.device.index) : deviceName(limit.device)) +
            "=" + (limit.text.empty() ? formatSize(limit.bytes) : limit.text);
    }
    return text;
}

std::vector<std::string> diffReasons(const PlacementRequest& before,
                                     const PlacementRequest& after) {
    std::vector<std::string> reasons;
    const auto compare = [&reasons](const std::string& what, const std::string& was,
                                    const std::string& is) {
        if (was != is) {
            reasons.push_back(what + ": " + was + " before, " + is + " after.");
        }
    };
    const auto habitOf = [](const PlacementRequest& request) {
        return request.habit ? habitText(*request.habit) : std::string("none");
    };
    const auto strategyOf = [](const PlacementRequest& request) {
        if (request.strategy != Strategy::Manual) {
            return std::string(strategyName(request.strategy));
        }
        return std::string(request.habit && endsOnOneDevice(*request.habit) ? "all on one device"
                                                                            : "a given map");
    };
    compare("Habit", habitOf(before), habitOf(after));
    compare("Strategy", strategyOf(before), strategyOf(after));
    if (before.strategy == Strategy::Manual && after.strategy == Strategy::Manual &&
        !before.habit && !after.habit && before.givenMap.entries() != after.givenMap.entries()) {
        reasons.emplace_back("The given maps differ.");
    }
    compare("Rules", std::string(rulesName(before.rules)), std::string(rulesName(after.rules)));
    compare("Dtype", dtypeText(before), dtypeText(after));
    compare("Quantisation", quantizationOf(before), quantizationOf(after));
    compare("Classes kept whole", noSplitText(before), noSplitText(after));
    compare("Flags", flagsText(before.constraints), flagsText(after.constraints));
    compare("Layers brought in ahead", std::to_string(before.prefetchWindow),
            std::to_string(after.prefetchWindow));
    compare("Offloaded layers run on", executionText(before), executionText(after));
    compare("Hooks", hooksText(before.hooks), hooksText(after.hooks));
    compare("Limits", limitsText(before), limitsText(after));
    compare("Pinned", placesText(before.constraints.pins), placesText(after.constraints.pins));
    compare("Moved by hand", placesText(before.moves), placesText(after.moves));
    addDevices(before, after, reasons);
    return reasons;
}

}  // namespace stowage
