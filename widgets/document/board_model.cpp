// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/board_model.h"

#include "engine/model/joined_tree.h"
#include "engine/plan/planned_tensors.h"
#include "widgets/support/theme.h"

#include <QCoreApplication>

#include <algorithm>

namespace stowage {

namespace {

std::uint64_t sumBytes(const PlacementPlan& plan, std::span<const TensorSpec> tensors) {
    const ModuleTree& tree = *plan.request.tree;
    std::uint64_t sum = 0;
    for (const TensorSpec& tensor : tensors) {
        if (&tree.tensor(plan.storageOwners[tensor.storage.index()]) == &tensor) {
            sum += plannedBytes(plan, tensor);
        }
    }
    return sum;
}

BoardBlock makeBlock(const PlacementPlan& plan, const PlanBlock& block) {
    const ModuleTree& tree = *plan.request.tree;
    BoardBlock result;
    result.module = block.module;
    result.device = block.device;
    result.bytes = block.bytes;
    result.label = QString::fromStdString(tree.path(block.module));
    if (result.label.isEmpty()) {
        result.label = QCoreApplication::translate("Board", "(whole model)");
    }
    result.model = modelNumber(tree, block.module);
    result.pinned = plan.isPinned(block.module);
    result.movedByHand = plan.wasMovedByHand(block.module);
    if (block.bytes < moduleBytes(plan, block.module)) {
        // Its children are blocks of their own: this one is what the module itself holds.
        result.label = QCoreApplication::translate("Board", "%1 (own)").arg(result.label);
        return result;
    }
    result.hasParts = hasTensorsBelow(tree, block.module);
    return result;
}

}  // namespace

std::uint64_t moduleBytes(const PlacementPlan& plan, ModuleId module) {
    return sumBytes(plan, plan.request.tree->subtreeTensors(module));
}

std::uint64_t ownModuleBytes(const PlacementPlan& plan, ModuleId module) {
    return sumBytes(plan, plan.request.tree->ownTensors(module));
}

bool hasTensorsBelow(const ModuleTree& tree, ModuleId module) {
    return std::ranges::any_of(tree.children(module), [&tree](ModuleId child) {
        return tree.node(child).subtreeTensorCount > 0;
    });
}

int countHops(const BoardModel& model, const BoardPreview* preview) {
    int hops = 0;
    DeviceId before = kNoDevice;
    const auto enter = [&](ModuleId module, std::optional<std::size_t> block, DeviceId device) {
        const bool moves =
            preview != nullptr && preview->refusal.isEmpty() && block &&
            std::binary_search(preview->blocks.begin(), preview->blocks.end(), *block);
        const DeviceId runs = model.runsOn(module, moves ? preview->target : device);
        if (runs != kNoDevice) {
            hops += before != kNoDevice && before != runs ? 1 : 0;
            before = runs;
        }
    };
    auto tied = model.tied.begin();
    for (std::size_t i = 0; i <= model.blocks.size(); ++i) {
        const bool isEnd = i == model.blocks.size();
        for (; tied != model.tied.end() && (isEnd || tied->module < model.blocks[i].module);
             ++tied) {
            enter(tied->module, model.blockAround(tied->owner),
                  model.plan->deviceOf(tied->module).value_or(kNoDevice));
        }
        if (isEnd) {
            break;
        }
        if (i > 0 && !model.goesOn(i - 1)) {
            before = kNoDevice;
        }
        enter(model.blocks[i].module, i, model.blocks[i].device);
    }
    return hops;
}

namespace {

/// The lane of what lies on no device, with its blocks among the others.
void addUnplaced(BoardModel& model) {
    DevicePlacement lane;
    lane.device.id = kNoDevice;
    lane.device.name = QCoreApplication::translate("Board", "without a device").toStdString();
    for (const UnplacedBlock& block : unplacedBlocks(*model.plan)) {
        BoardBlock shown = makeBlock(*model.plan, {block.module, kNoDevice, block.bytes});
        shown.missing = block.missing;
        model.blocks.push_back(std::move(shown));
        lane.weights += static_cast<double>(block.bytes);
        ++lane.blocks;
    }
    if (lane.blocks > 0) {
        std::ranges::stable_sort(model.blocks, {}, &BoardBlock::module);
        model.lanes.push_back(std::move(lane));
    }
}

}  // namespace

BoardModel makeBoardModel(std::shared_ptr<const PlacementPlan> plan) {
    BoardModel model;
    model.plan = std::move(plan);
    model.lanes = model.plan->placements;
    for (const PlanBlock& block : planBlocks(*model.plan)) {
        model.blocks.push_back(makeBlock(*model.plan, block));
    }
    addUnplaced(model);
    model.tied = tiedModules(*model.plan);
    std::vector<std::uint64_t> sizes;
    for (const BoardBlock& block : model.blocks) {
        model.totalBytes += block.bytes;
        sizes.push_back(block.bytes);
    }
    if (!sizes.empty()) {
        const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
        std::nth_element(sizes.begin(), middle, sizes.end());
        model.medianBytes = std::max<std::uint64_t>(1, *middle);
    }
    model.activationBytes = activationBytes(*model.plan);
    return model;
}

bool BoardModel::goesOn(std::size_t block) const {
    return block + 1 < blocks.size() &&
           modelOf(tree(), blocks[block].module) == modelOf(tree(), blocks[block + 1].module);
}

std::pair<std::size_t, std::size_t> BoardModel::blocksIn(ModuleId module) const {
    const auto before = [](const BoardBlock& block, ModuleId id) { return block.module < id; };
    const auto first = std::lower_bound(blocks.begin(), blocks.end(), module, before);
    const auto last = std::lower_bound(first, blocks.end(), tree().node(module).subtreeEnd, before);
    return {static_cast<std::size_t>(first - blocks.begin()),
            static_cast<std::size_t>(last - blocks.begin())};
}

std::optional<std::size_t> BoardModel::blockAround(ModuleId module) const {
    const auto after =
        std::upper_bound(blocks.begin(), blocks.end(), module,
                         [](ModuleId id, const BoardBlock& block) { return id < block.module; });
    if (after == blocks.begin()) {
        return std::nullopt;
    }
    const auto block = after - 1;
    if (module < tree().node(block->module).subtreeEnd) {
        return static_cast<std::size_t>(block - blocks.begin());
    }
    return std::nullopt;
}

DeviceId BoardModel::runsOn(ModuleId module, DeviceId device) const {
    return device.isGpu() || device == kNoDevice ? device
                                                 : plan->executionDeviceOf(tree().path(module));
}

namespace {

/// Modules of `paths` in tree order, without those that lie inside another one.
std::vector<ModuleId> outermost(const ModuleTree& tree, const QStringList& paths) {
    std::vector<ModuleId> modules;
    for (const QString& path : paths) {
        if (const auto module = tree.findModule(path.toStdString())) {
            modules.push_back(*module);
        }
    }
    std::sort(modules.begin(), modules.end());
    std::vector<ModuleId> result;
    for (const ModuleId module : modules) {
        if (result.empty() || !(module < tree.node(result.back()).subtreeEnd)) {
            result.push_back(module);
        }
    }
    return result;
}

void addWholeBlocks(const BoardModel& model, std::size_t first, std::size_t last,
                    BoardPreview& preview) {
    for (std::size_t i = first; i < last; ++i) {
        const BoardBlock& block = model.blocks[i];
        if (block.device == preview.target) {
            continue;
        }
        preview.blocks.push_back(i);
        preview.addedBytes += static_cast<double>(block.bytes);
        preview.leaving[block.device] += static_cast<double>(block.bytes);
    }
}

QString refusalFor(const BoardModel& model, const BoardPreview& preview) {
    const QString device = laneLabel(preview.target);
    if (preview.target == kNoDevice) {
        return QCoreApplication::translate(
            "Board", "Blocks must be placed on a device, and this lane is not a device.");
    }
    if (preview.modules.empty()) {
        return QCoreApplication::translate("Board",
                                           "The modules to move are not part of the open model.");
    }
    if (preview.count() > 0) {
        return {};
    }
    if (preview.modules.size() == 1) {
        const QString name = QString::fromStdString(model.tree().path(preview.modules.front()));
        if (moduleBytes(*model.plan, preview.modules.front()) == 0) {
            return QCoreApplication::translate("Board",
                                               "%1 has no weights to move, or only weights that "
                                               "are tied to those of another module.")
                .arg(name);
        }
        return QCoreApplication::translate("Board", "%1 is already on %2.").arg(name, device);
    }
    return QCoreApplication::translate("Board", "All modules to move are already on %1.")
        .arg(device);
}

}  // namespace

BoardPreview makePreview(const BoardModel& model, const QStringList& paths, DeviceId target) {
    BoardPreview preview;
    preview.target = target;
    preview.modules = outermost(model.tree(), paths);
    for (const ModuleId module : preview.modules) {
        const auto [first, last] = model.blocksIn(module);
        if (first < last) {
            addWholeBlocks(model, first, last, preview);
            continue;
        }
        const auto around = model.blockAround(module);
        if (!around || model.blocks[*around].device == target) {
            continue;
        }
        const std::uint64_t bytes = moduleBytes(*model.plan, module);
        if (bytes == 0) {
            continue;
        }
        preview.parts.push_back({*around, module, bytes});
        preview.addedBytes += static_cast<double>(bytes);
        preview.leaving[model.blocks[*around].device] += static_cast<double>(bytes);
    }
    preview.refusal = refusalFor(model, preview);
    if (preview.refusal.isEmpty()) {
        PlacementPlan before = *model.plan;
        before.request.search = nullptr;  // a drag does not wait for the search of `optimal`
        auto after = applyEdit(before, moveOf(model, preview));
        preview.after = after ? *std::move(after) : nullptr;
    }
    return preview;
}

MoveEdit moveOf(const BoardModel& model, const BoardPreview& preview) {
    MoveEdit move{.modules = {}, .device = preview.target};
    for (const ModuleId module : preview.modules) {
        move.modules.push_back(model.tree().path(module));
    }
    return move;
}

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
