// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_hops.h"

#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <vector>

namespace stowage {

namespace {

/// The largest module that begins with the layer of `module` and lies on one device with it.
ModuleId wholeModuleAt(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    while (true) {
        const ModuleNode& node = tree.node(module);
        const bool hasParent = node.parent.isValid() && node.parent != ModuleTree::root();
        if (!hasParent || tree.node(node.parent).firstTensor != node.firstTensor ||
            plan.isMixed(node.parent)) {
            return module;
        }
        module = node.parent;
    }
}

}  // namespace

DeviceHops deviceHops(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    const DeviceId execution = plan.executionDevice();
    DeviceHops result;
    std::vector<DeviceId> visited;
    std::optional<DeviceId> before;
    // Storages are numbered in the order of the walk, so this is the order of execution.
    const auto ownerOf = [&](std::size_t storage) -> const TensorSpec& {
        return tree.tensor(plan.storageOwners[storage]);
    };
    std::size_t end = 0;
    for (std::size_t storage = 0; storage < plan.storageDevices.size(); storage = end) {
        end = plan.storageDevices.endOfRun(storage);
        const auto device = plan.storageDevices[storage];
        const DeviceId runs = device && device->isGpu() ? *device : execution;
        if (!device || before == runs) {
            continue;
        }
        while (storage < end && ownerOf(storage).byteSize == 0) {
            ++storage;
        }
        if (storage == end) {
            continue;
        }
        const TensorSpec& tensor = ownerOf(storage);
        result.hops += before ? 1U : 0U;
        before = runs;
        if (std::find(visited.begin(), visited.end(), runs) == visited.end()) {
            visited.push_back(runs);
            continue;
        }
        if (!result.firstReturn.isValid()) {
            result.firstReturn = tensor.module;
            result.returnsTo = runs;
        }
        result.onlyByOffloading = result.onlyByOffloading && !device->isGpu();
    }
    if (result.firstReturn.isValid()) {
        result.firstReturn = wholeModuleAt(plan, result.firstReturn);
    }
    result.fewest = visited.empty() ? 0 : static_cast<std::uint32_t>(visited.size() - 1);
    return result;
}

std::optional<std::uint64_t> activationBytes(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    for (const ModuleNode& node : tree.nodes()) {
        if (node.className.find("Norm") == std::string::npos) {
            continue;
        }
        for (const TensorSpec& tensor : tree.ownTensors(node.id)) {
            if (tensor.shape.size() == 1 && tensor.shape.front() > 0) {
                return storedBytes(plannedDtype(plan, tensor),
                                   static_cast<std::uint64_t>(tensor.shape.front()));
            }
        }
    }
    return std::nullopt;
}

}  // namespace stowage
