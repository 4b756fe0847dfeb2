// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/storage_places.h"

#include "engine/plan/planned_tensors.h"

#include <utility>

namespace stowage {
namespace {

using Places = std::pair<DeviceId, DeviceId>;  ///< planned, and there

/// Walks a tree from the top: `shared` gives what all of a module's tensors have in common, and
/// then nothing below is asked; else the module's own tensors are asked one by one.
template <class Shared, class Take>
void walkUniform(const ModuleTree& tree, const Shared& shared, const Take& take) {
    ModuleId next = ModuleTree::root();
    for (const ModuleNode& node : tree.nodes()) {
        if (node.id < next) {
            continue;
        }
        if (const auto common = shared(tree.subtreeTensors(node.id))) {
            take(tree.path(node.id), *common);
            next = node.subtreeEnd;
            continue;
        }
        for (std::size_t i = 0; i < node.ownTensorCount; ++i) {
            const auto own = tree.ownTensors(node.id).subspan(i, 1);
            if (const auto common = shared(own)) {
                take(own.front().name, *common);
            }
        }
    }
}

}  // namespace

Result<StoragePlaces> plannedPlaces(const PlacementPlan& plan) {
    StoragePlaces places;
    for (std::size_t storage = 0; storage < plan.storageDevices.size(); ++storage) {
        const auto device = plan.storageDevices[storage];
        if (!device) {
            const TensorSpec& tensor = plan.request.tree->tensor(plan.storageOwners[storage]);
            return fail(ErrorCode::InvalidPlan,
                        say("The device map gives no device to %1; only a plan that covers the "
                            "whole model can be exported.",
                            tensor.name),
                        {}, tensor.name);
        }
        places.push_back(*device);
    }
    return places;
}

StoragePlaces placesBy(const ModuleTree& tree, const std::function<DeviceId(TensorId)>& rule) {
    StoragePlaces places;
    for (const TensorId owner : storageOwners(tree)) {
        places.push_back(rule(owner));
    }
    return places;
}

std::vector<PlacedElsewhere> placedDifferently(const PlacementPlan& plan,
                                               const StoragePlaces& there) {
    const ModuleTree& tree = *plan.request.tree;
    const auto shared = [&](std::span<const TensorSpec> tensors) {
        std::optional<Places> common;
        for (const TensorSpec& tensor : tensors) {
            const std::size_t storage = tensor.storage.index();
            const bool isOwner = &tree.tensor(plan.storageOwners[storage]) == &tensor;
            const auto planned = plan.storageDevices[storage];
            if (!isOwner || !planned || (tensor.kind == TensorKind::Buffer && !tensor.persistent)) {
                continue;
            }
            const Places places{*planned, there[storage]};
            if (places.first == places.second || (common && *common != places)) {
                return std::optional<Places>();
            }
            common = places;
        }
        return common;
    };
    std::vector<PlacedElsewhere> list;
    walkUniform(tree, shared, [&list](const std::string& path, const Places& places) {
        list.push_back({path, places.first, places.second});
    });
    return list;
}

DeviceMap mapOfPlaces(const ModuleTree& tree, const StoragePlaces& places) {
    const auto shared = [&places](std::span<const TensorSpec> tensors) {
        std::optional<DeviceId> common;
        for (const TensorSpec& tensor : tensors) {
            const DeviceId device = places[tensor.storage.index()];
            if (common && *common != device) {
                return std::optional<DeviceId>();
            }
            common = device;
        }
        return common;
    };
    std::vector<DeviceMap::Entry> entries;
    walkUniform(tree, shared, [&entries](const std::string& path, DeviceId device) {
        entries.emplace_back(path, device);
    });
    return DeviceMap(std::move(entries));
}

}  // namespace stowage
