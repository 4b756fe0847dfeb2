// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/loaded_places.h"

#include "engine/plan/planned_tensors.h"
#include "widgets/document/board_model.h"

#include <algorithm>

namespace stowage {
namespace {

bool isOtherDtype(const PlacementPlan& loaded, const PlacementPlan& shown) {
    const PlacementConstraints& before = loaded.request.constraints;
    const PlacementConstraints& now = shown.request.constraints;
    if (before.quantization != now.quantization) {
        return true;
    }
    // A dtype that is asked for may be the one that the file has anyway.
    return before.dtype != now.dtype &&
           std::ranges::any_of(loaded.request.tree->tensors(), [&](const TensorSpec& tensor) {
               return plannedDtype(tensor, before.dtype) != plannedDtype(tensor, now.dtype);
           });
}

/// What others hold of a GPU is set on the loaded device at once, and so never differs.
bool areOtherDevices(const PlacementPlan& loaded, const PlacementPlan& shown) {
    const auto& now = shown.request.devices;
    return std::ranges::any_of(loaded.request.devices, [&](const DeviceInfo& before) {
        const auto found = std::ranges::find(now, before.id, &DeviceInfo::id);
        return before.id.isGpu() && (found == now.end() || found->capacity != before.capacity ||
                                     found->context != before.context ||
                                     found->linkBytesPerSecond != before.linkBytesPerSecond ||
                                     found->allocator != before.allocator);
    });
}

}  // namespace

bool isSameModel(const PlacementPlan& loaded, const PlacementPlan& shown) {
    return loaded.request.tree == shown.request.tree;
}

LoadedDifference compareLoaded(const std::shared_ptr<const PlacementPlan>& loaded,
                               const BoardModel& shown) {
    LoadedDifference difference;
    const PlacementPlan& plan = *shown.plan;
    if (!isSameModel(*loaded, plan)) {
        difference.isOtherModel = true;
        return difference;
    }
    difference.blocks = shown.blocks.size();
    if (!(loaded->storageDevices == plan.storageDevices)) {
        const LoadedPlaces places(loaded, shown.plan);
        difference.blocksElsewhere = static_cast<std::size_t>(std::ranges::count_if(
            shown.blocks,
            [&places](const BoardBlock& block) { return places.inPlace(block.module) < 1; }));
    }
    difference.isOtherDtype = isOtherDtype(*loaded, plan);
    difference.areOtherDevices = areOtherDevices(*loaded, plan);
    difference.isOtherOffloading =
        loaded->request.constraints.offloadBuffers != plan.request.constraints.offloadBuffers;
    return difference;
}

double LoadedPlaces::inPlace(ModuleId module) const {
    const ModuleTree& tree = *m_shown->request.tree;
    double there = 0;
    double all = 0;
    for (const TensorSpec& tensor : tree.subtreeTensors(module)) {
        const auto bytes = static_cast<double>(tensor.byteSize);
        const std::size_t storage = tensor.storage.index();
        all += bytes;
        there += m_loaded->storageDevices[storage] == m_shown->storageDevices[storage] ? bytes : 0;
    }
    return all == 0 ? 1 : there / all;
}

std::optional<DeviceId> LoadedPlaces::elsewhere(ModuleId module) const {
    const auto loaded = m_loaded->deviceOf(module);
    return loaded && loaded != m_shown->deviceOf(module) ? loaded : std::nullopt;
}

}  // namespace stowage
