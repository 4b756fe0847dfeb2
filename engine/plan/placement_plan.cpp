// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_plan.h"

#include "engine/plan/dispatch_map.h"
#include "engine/plan/plan_overlay.h"
#include "engine/plan/plan_strategy.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>

namespace stowage {

namespace {

/// What a subtree's own weights say about its device.
struct Spread {
    std::optional<DeviceId> device;
    bool anyOwned = false;
    bool mixed = false;
};

/// Looks at the weights that are owned below the module: a tied head owns none.
Spread spreadOf(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    const ModuleNode& node = tree.node(module);
    Spread spread;
    for (const TensorSpec& tensor : tree.subtreeTensors(module)) {
        const TensorId owner = plan.storageOwners[tensor.storage.index()];
        const ModuleId ownerModule = tree.tensor(owner).module;
        if (ownerModule < module || ownerModule >= node.subtreeEnd) {
            continue;
        }
        const auto& device = plan.storageDevices[tensor.storage.index()];
        if (!spread.anyOwned) {
            spread.anyOwned = true;
            spread.device = device;
        } else if (spread.device != device) {
            spread.mixed = true;
            return spread;
        }
    }
    return spread;
}

bool coversAny(const std::vector<std::pair<std::string, DeviceId>>& modules,
               const std::string& path) {
    return std::any_of(modules.begin(), modules.end(),
                       [&path](const auto& entry) { return isAtOrBelow(path, entry.first); });
}

}  // namespace

const char* severityName(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return "error";
        case Severity::Warning:
            return "warning";
        case Severity::Hint:
            break;
    }
    return "hint";
}

const char* verdictName(Verdict verdict) {
    switch (verdict) {
        case Verdict::Fits:
            return "fits";
        case Verdict::FitsWithOffload:
            return "offload";
        case Verdict::DoesNotFit:
            break;
    }
    return "no";
}

double DevicePlacement::overBudget() const {
    return budget ? std::max(0.0, weights - *budget) : 0.0;
}

std::uint64_t DevicePlacement::overCapacity() const {
    if (!device.capacity) {
        return 0;
    }
    const std::uint64_t needed = weightsReserved + device.context + device.usedByOthers;
    return needed - std::min(needed, *device.capacity);
}

const DevicePlacement* PlacementPlan::placement(DeviceId device) const {
    const auto found = std::find_if(
        placements.begin(), placements.end(),
        [device](const DevicePlacement& placement) { return placement.device.id == device; });
    return found == placements.end() ? nullptr : &*found;
}

std::optional<DeviceId> PlacementPlan::deviceOf(ModuleId module) const {
    const Spread spread = spreadOf(*this, module);
    if (spread.anyOwned) {
        return spread.mixed ? std::nullopt : spread.device;
    }
    return map.deviceOf(request.tree->path(module));
}

bool PlacementPlan::isMixed(ModuleId module) const {
    return spreadOf(*this, module).mixed;
}

bool PlacementPlan::wasMovedByHand(ModuleId module) const {
    return coversAny(request.moves, request.tree->path(module));
}

bool PlacementPlan::isPinned(ModuleId module) const {
    return coversAny(request.constraints.pins, request.tree->path(module));
}

DeviceId PlacementPlan::executionDevice() const {
    if (request.hooks.mainDevice && hasHooks(map, request.hooks.force)) {
        return *request.hooks.mainDevice;
    }
    return request.executionDevice.value_or(mainDeviceOf(map));
}

const std::vector<std::string>& PlacementPlan::noSplitClasses() const {
    return noSplitInForce(request);
}

}  // namespace stowage
