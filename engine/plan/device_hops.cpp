// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/device_hops.h"

#include "engine/model/joined_tree.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/resolved_map.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <utility>

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

/// The same of one that ends with the layer of `module`.
ModuleId wholeModuleUpTo(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    const auto endOf = [&tree](ModuleId id) {
        return tree.node(id).firstTensor.value + tree.node(id).subtreeTensorCount;
    };
    while (true) {
        const ModuleId parent = tree.node(module).parent;
        if (!parent.isValid() || parent == ModuleTree::root() || endOf(parent) != endOf(module) ||
            plan.isMixed(parent)) {
            return module;
        }
        module = parent;
    }
}

/// Why a module runs on a device.
enum class Cause { LiesThere, Offloaded, Tied };

/// Follows a token's activations from module to module.
class HopWalk {
public:
    explicit HopWalk(const PlacementPlan& plan)
        : m_plan(plan), m_isCluster(areSeveralMachines(plan.request.devices)) {}

    void enter(ModuleId module, DeviceId runs, Cause cause) {
        const auto& devices = m_plan.request.devices;
        m_result.computesOnCpu = m_result.computesOnCpu ||
                                 (cause == Cause::Offloaded && runs != m_plan.executionDevice());
        if (m_before == runs) {
            return;
        }
        if (m_isCluster) {
            m_machines.insert(machineOf(devices, runs));
            if (m_before && linkBetween(devices, m_plan.request.machineLinks, *m_before, runs)) {
                m_result.crossings.push_back(
                    {m_last, module, *m_before, runs, cause == Cause::Tied});
            }
        }
        m_result.hops += m_before ? 1U : 0U;
        m_before = runs;
        if (std::ranges::find(m_visited, runs) == m_visited.end()) {
            m_visited.push_back(runs);
            return;
        }
        if (!m_result.firstReturn.isValid()) {
            m_result.firstReturn = module;
            m_result.returnsTo = runs;
        }
        m_result.onlyByOffloading = m_result.onlyByOffloading && cause != Cause::LiesThere;
        m_result.onlyByTies = m_result.onlyByTies && cause == Cause::Tied;
    }

    void enterTied(ModuleId module) {
        if (m_plan.deviceOf(module)) {
            enter(module, layerRunsOn(m_plan, module), Cause::Tied);
        }
        leave(module);
    }

    /// The module that ran last.
    void leave(ModuleId last) { m_last = last; }

    DeviceHops finish() {
        if (m_result.firstReturn.isValid()) {
            m_result.firstReturn = wholeModuleAt(m_plan, m_result.firstReturn);
        }
        for (MachineCrossing& crossing : m_result.crossings) {
            crossing.after = wholeModuleUpTo(m_plan, crossing.after);
            crossing.before = wholeModuleAt(m_plan, crossing.before);
        }
        m_result.machines = std::max<std::size_t>(m_machines.size(), 1);
        m_result.fewest = m_visited.empty() ? 0 : static_cast<std::uint32_t>(m_visited.size() - 1);
        return std::move(m_result);
    }

private:
    const PlacementPlan& m_plan;
    bool m_isCluster;
    DeviceHops m_result;
    std::vector<DeviceId> m_visited;
    std::set<std::string> m_machines;
    std::optional<DeviceId> m_before;
    ModuleId m_last;
};

}  // namespace

std::vector<TiedModule> tiedModules(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    std::set<ModuleId> modules;
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        for (const TensorId member : std::span(group).subspan(1)) {
            modules.insert(tree.tensor(member).module);
        }
    }
    const auto isOwned = [&](const TensorSpec& tensor) {
        return &tree.tensor(plan.storageOwners[tensor.storage.index()]) == &tensor;
    };
    std::vector<TiedModule> tied;
    for (const ModuleId module : modules) {
        const ModuleNode& node = tree.node(module);
        if (std::ranges::any_of(tree.ownTensors(module), isOwned) || node.subtreeBytes == 0 ||
            node.className.ends_with("Embedding")) {
            continue;
        }
        const TensorSpec& shared = tree.ownTensors(module).front();
        const TensorId owner = plan.storageOwners[shared.storage.index()];
        const auto storages = std::views::iota(std::size_t{0}, plan.storageOwners.size());
        const auto after = std::ranges::upper_bound(
            storages, node.firstTensor, {},
            [&plan](std::size_t storage) { return plan.storageOwners[storage]; });
        tied.push_back({module, tree.tensor(owner).module,
                        static_cast<std::size_t>(after - storages.begin())});
    }
    return tied;
}

DeviceHops deviceHops(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    const auto& rules = plan.request.hooks.offloaded;
    StorageDevices places = plan.storageDevices;
    for (const auto& [tensor, device] : tensorsTakenByHooks(tree, plan.map)) {
        places.set(tree.tensor(tensor).storage.index(), device);
    }
    const std::vector<TiedModule> tied = tiedModules(plan);
    auto nextTied = tied.begin();
    HopWalk walk(plan);
    // Storages are numbered in the order of the walk, so this is the order of execution.
    const auto ownerOf = [&](std::size_t storage) -> const TensorSpec& {
        return tree.tensor(plan.storageOwners[storage]);
    };
    const auto passTied = [&](std::size_t storage) {
        for (; nextTied != tied.end() && nextTied->before <= storage; ++nextTied) {
            walk.enterTied(nextTied->module);
        }
    };
    std::size_t end = 0;
    for (std::size_t storage = 0; storage < places.size(); storage = end) {
        passTied(storage);
        end = places.endOfRun(storage);
        const auto device = places[storage];
        const bool isOnGpu = device && device->isGpu();
        DeviceId runs = isOnGpu ? *device : plan.executionDevice();
        if (!isOnGpu && !rules.empty()) {  // each module for itself
            end = storage + 1;
            runs = plan.executionDeviceOf(tree.path(ownerOf(storage).module));
        }
        end = nextTied != tied.end() ? std::min(end, nextTied->before) : end;
        const ModuleId last = ownerOf(end - 1).module;
        while (storage < end && ownerOf(storage).byteSize == 0) {
            ++storage;
        }
        if (device && storage < end) {
            walk.enter(ownerOf(storage).module, runs,
                       isOnGpu ? Cause::LiesThere : Cause::Offloaded);
        }
        walk.leave(last);
    }
    passTied(end);
    return walk.finish();
}

std::optional<std::uint64_t> activationBytes(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    if (isOfSeveralModels(tree)) {
        return std::nullopt;  // one model's width says nothing of the others
    }
    std::vector<ModuleId> largest{ModuleTree::root()};  // without layers the model is one
    std::uint64_t parameters = 0;
    for (const ModuleNode& node : tree.nodes()) {
        if (node.subtreeParameters <= parameters || node.sameAs.isValid()) {
            continue;
        }
        if (auto layers = elementsOfList(tree, node.id); !layers.empty()) {
            parameters = node.subtreeParameters;
            largest = std::move(layers);
        }
    }
    const TensorSpec* found = nullptr;
    bool isOwn = false;
    for (const TensorSpec& tensor : tree.subtreeTensors(largest.front())) {
        const ModuleNode& module = tree.node(tensor.module);
        const bool isNorm = module.className.find("Norm") != std::string::npos ||
                            module.name.find("norm") != std::string::npos;
        if (!isNorm || tensor.shape.size() != 1 || tensor.shape.front() <= 0) {
            continue;
        }
        const bool isDirect = module.parent == largest.front();
        const bool isWider = found == nullptr || tensor.shape.front() > found->shape.front();
        if (isDirect != isOwn ? isDirect : isWider) {
            found = &tensor;
            isOwn = isDirect;
        }
    }
    return found == nullptr
               ? std::nullopt
               : std::optional(storedBytes(plannedDtype(plan, *found),
                                           static_cast<std::uint64_t>(found->shape.front())));
}

}  // namespace stowage
