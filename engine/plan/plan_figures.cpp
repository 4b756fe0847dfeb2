// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_figures.h"

#include "engine/device/allocator_model.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <unordered_map>

namespace stowage {

namespace {

/// The device of every module by the map alone: its own entry, else its parent's device.
std::vector<std::optional<DeviceId>> moduleDevices(const ModuleTree& tree, const DeviceMap& map) {
    std::vector<std::optional<DeviceId>> devices(tree.nodes().size());
    for (const ModuleNode& node : tree.nodes()) {
        auto& device = devices[node.id.index()];
        device = map.exact(tree.path(node.id));
        if (!device && node.parent.isValid()) {
            device = devices[node.parent.index()];
        }
    }
    return devices;
}

void fillStorages(PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    plan.storageOwners = storageOwners(tree);
    plan.storageDevices.resize(tree.storageCount());
    const auto modules = moduleDevices(tree, plan.map);
    for (std::size_t i = 0; i < plan.storageOwners.size(); ++i) {
        const TensorSpec& owner = tree.tensor(plan.storageOwners[i]);
        const auto exact = plan.map.exact(owner.name);
        plan.storageDevices[i] = exact ? exact : modules[owner.module.index()];
    }
}

/// What a GPU's caching allocator makes of the weights, as `to` would put them there.
class GpuAllocators {
public:
    void add(DeviceId device, std::uint64_t bytes) {
        // Without a limit the model never refuses; the verdict compares with the capacity.
        static_cast<void>(m_models[device].allocate(bytes));
    }
    [[nodiscard]] AllocatorStatistics statistics(DeviceId device) {
        return m_models[device].statistics();
    }

private:
    std::unordered_map<DeviceId, AllocatorModel> m_models;
};

void addWeights(PlacementPlan& plan, GpuAllocators& allocators) {
    const ModuleTree& tree = *plan.request.tree;
    std::unordered_map<DeviceId, double> weights;
    std::vector<bool> done(tree.storageCount());
    for (const ModuleId module : applyOrder(tree)) {
        for (const TensorSpec& tensor : tree.ownTensors(module)) {
            const std::size_t storage = tensor.storage.index();
            const auto& device = plan.storageDevices[storage];
            if (done[storage] || !device) {
                continue;
            }
            done[storage] = true;
            const TensorSpec& owner = tree.tensor(plan.storageOwners[storage]);
            const std::uint64_t bytes = plannedBytes(owner, plan.request.constraints.dtype);
            weights[*device] += static_cast<double>(bytes);
            if (device->isGpu()) {
                allocators.add(*device, bytes);
            }
        }
    }
    for (DevicePlacement& placement : plan.placements) {
        placement.weights = weights[placement.device.id];
    }
}

void addBudget(DevicePlacement& placement, const PlacementRequest& request) {
    const auto budget = std::find_if(
        request.budgets.begin(), request.budgets.end(),
        [&placement](const MemoryBudget& entry) { return entry.device == placement.device.id; });
    const bool unlimited = placement.device.id.kind == DeviceKind::Disk;
    if (budget != request.budgets.end() && !unlimited) {
        placement.budget = budget->bytes;
        placement.budgetText = budget->text;
    }
}

}  // namespace

void fillFigures(PlacementPlan& plan, const StrategyOutcome& outcome) {
    fillStorages(plan);
    for (const DeviceInfo& device : plan.request.devices) {
        DevicePlacement placement;
        placement.device = device;
        addBudget(placement, plan.request);
        for (const auto& [key, bytes] : outcome.reserves) {
            if (key.device() == device.id) {
                placement.reservedForLargestLayer = bytes.value;
            }
        }
        const auto& entries = plan.map.entries();
        placement.blocks = static_cast<std::uint32_t>(
            std::count_if(entries.begin(), entries.end(),
                          [&device](const auto& entry) { return entry.second == device.id; }));
        plan.placements.push_back(std::move(placement));
    }
    GpuAllocators allocators;
    addWeights(plan, allocators);
    for (DevicePlacement& placement : plan.placements) {
        placement.weightsAllocated = static_cast<std::uint64_t>(placement.weights);
        placement.weightsReserved = placement.weightsAllocated;
        if (placement.device.id.isGpu()) {
            const AllocatorStatistics statistics = allocators.statistics(placement.device.id);
            placement.weightsAllocated = statistics.allocated;
            placement.weightsReserved = statistics.reserved;
        }
    }
    for (const auto& [key, bytes] : outcome.budgets) {
        if (const auto device = key.device()) {
            plan.effectiveBudgets.push_back({*device, bytes.value, {}, bytes.isFloat});
        }
    }
}

}  // namespace stowage
