// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/pipeline_split.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/capacity/block_shapes.h"
#include "engine/device/machine_link.h"
#include "engine/exchange/engine_export.h"
#include "engine/model/quantization.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

/// Modules that some families register before their layers and use after them: OPT's
/// final_layer_norm, and the tables that a GGUF file holds in any order.
bool standsAfterLayers(std::string_view name) {
    constexpr std::array<std::string_view, 4> kBeginnings = {"final_", "output", "norm_f", "ln_f"};
    for (const std::string_view beginning : kBeginnings) {
        if (name.starts_with(beginning)) {
            return true;
        }
    }
    return name == "norm" || name == "lm_head" || name == "project_out";
}

/// The numbered list of modules with the most bytes that stands in no other such list.
ModuleId largestList(const ModuleTree& tree) {
    ModuleId largest;
    ModuleId end = ModuleTree::root();
    for (const ModuleNode& node : tree.nodes()) {
        if (node.id < end || node.sameAs.isValid() || elementsOfList(tree, node.id).empty()) {
            continue;
        }
        end = node.subtreeEnd;
        if (!largest.isValid() || node.subtreeBytes > tree.node(largest).subtreeBytes) {
            largest = node.id;
        }
    }
    return largest;
}

}  // namespace

bool hasGgufNames(const ModuleTree& tree) {
    return tree.findModule("blk.0").has_value();
}

Result<LayerChain> layerChain(const ModuleTree& tree, const ModelFacts* facts) {
    if (facts != nullptr && facts->encoderLayers) {
        return fail(ErrorCode::Unsupported, say("Stowage supports models with an encoder and a "
                                                "decoder only for accelerate; use accelerate."));
    }
    const ModuleId list = largestList(tree);
    if (!list.isValid() || tree.node(list).subtreeTensorCount == 0) {
        return fail(ErrorCode::Unsupported,
                    say("This model has no list of layers (modules named 0, 1, 2 …). Stowage "
                        "supports such models only for accelerate; use accelerate."));
    }
    LayerChain chain;
    chain.layers = elementsOfList(tree, list);
    chain.places.assign(tree.tensors().size(), LayerChain::kBefore);
    const bool isGguf = hasGgufNames(tree);
    for (std::size_t i = 0; i < chain.places.size(); ++i) {
        const ModuleId module = tree.tensors()[i].module;
        const bool isBehind = !isGguf && module >= tree.node(list).subtreeEnd;
        chain.places[i] = isBehind || standsAfterLayers(tree.node(module).name)
                              ? LayerChain::kAfter
                              : LayerChain::kBefore;
    }
    for (std::size_t layer = 0; layer < chain.layers.size(); ++layer) {
        const ModuleNode& node = tree.node(chain.layers[layer]);
        for (std::uint32_t i = 0; i < node.subtreeTensorCount; ++i) {
            chain.places[node.firstTensor.index() + i] = layer;
        }
    }
    return chain;
}

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
                        say("The device map contains no device for %1; only a plan of the whole "
                            "model can be exported.",
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

namespace {

constexpr std::size_t kMostGroupSize = 256;  ///< more layers stand in no group
constexpr double kMostSteps = 4e8;           ///< of the search for groups: some tenths of a second

/// Planned bytes of a layer by device.
std::map<DeviceId, std::uint64_t> bytesByDevice(const PlacementPlan& plan, ModuleId layer) {
    std::map<DeviceId, std::uint64_t> bytes;
    for (const TensorSpec& tensor : plan.request.tree->subtreeTensors(layer)) {
        const auto device = plan.storageDevices[tensor.storage.index()];
        if (device && tensor.kind == TensorKind::Parameter) {
            bytes[*device] += plannedBytes(plan, tensor);
        }
    }
    return bytes;
}

/// The GPU with most of a layer; nothing where all of it is offloaded.
std::optional<DeviceId> gpuOf(const std::map<DeviceId, std::uint64_t>& bytes) {
    std::optional<DeviceId> gpu;
    for (const auto& [device, size] : bytes) {
        if (device.isGpu() && (!gpu || size > bytes.at(*gpu))) {
            gpu = device;
        }
    }
    return gpu;
}

/// The GPU that each layer runs on.
std::vector<std::optional<DeviceId>> layerGpus(const PlacementPlan& plan, const LayerChain& chain) {
    std::vector<std::optional<DeviceId>> gpus;
    for (const ModuleId layer : chain.layers) {
        gpus.push_back(gpuOf(bytesByDevice(plan, layer)));
    }
    for (std::size_t i = 1; i < gpus.size(); ++i) {
        gpus[i] = gpus[i] ? gpus[i] : gpus[i - 1];
    }
    for (std::size_t i = gpus.size(); i-- > 1;) {
        gpus[i - 1] = gpus[i - 1] ? gpus[i - 1] : gpus[i];
    }
    return gpus;
}

/// Whether each layer lies off the GPUs, whole.
std::vector<bool> offloadedLayers(const PlacementPlan& plan, const LayerChain& chain) {
    std::vector<bool> list;
    for (const ModuleId layer : chain.layers) {
        list.push_back(!gpuOf(bytesByDevice(plan, layer)));
    }
    return list;
}

/// The greatest number of offloaded bytes that a stage's layers have.
std::uint64_t mostOffloaded(const PlacementPlan& plan, const LayerChain& chain,
                            const PipelineSplit& split) {
    std::vector<std::uint64_t> sums(split.gpus.size());
    for (std::size_t i = 0; i < chain.layers.size(); ++i) {
        for (const auto& [device, size] : bytesByDevice(plan, chain.layers[i])) {
            sums[split.stageOf(i)] += device.isGpu() ? 0 : size;
        }
    }
    return *std::ranges::max_element(sums);
}

bool isInGroup(std::size_t index, const StageOffload& offload) {
    return offload.groupSize > 0 &&
           index % offload.groupSize >= offload.groupSize - offload.inGroup;
}

/// By how many layers groups differ from what is planned; nothing where a stage would keep more
/// layers on its GPU than planned.
std::optional<std::size_t> differingLayers(const std::vector<bool>& planned,
                                           const PipelineSplit& split,
                                           const StageOffload& offload) {
    std::size_t differing = 0;
    std::size_t layer = 0;
    for (const std::size_t count : split.counts) {
        std::size_t wanted = 0;
        std::size_t given = 0;
        for (std::size_t i = 0; i < count; ++i, ++layer) {
            const bool isGiven = isInGroup(i, offload);
            wanted += planned[layer] ? 1 : 0;
            given += isGiven ? 1 : 0;
            differing += planned[layer] != isGiven ? 1 : 0;
        }
        if (given < wanted) {
            return std::nullopt;
        }
    }
    return differing;
}

bool hasPartlyOffloadedLayer(const PlacementPlan& plan, const LayerChain& chain) {
    return std::ranges::any_of(chain.layers, [&plan](ModuleId layer) {
        const auto bytes = bytesByDevice(plan, layer);
        const auto offloaded = std::ranges::count_if(
            bytes, [](const auto& entry) { return !entry.first.isGpu() && entry.second > 0; });
        return offloaded > 0 && gpuOf(bytes);
    });
}

/// The storages that lie on disk, for a sentence.
std::uint64_t bytesOnDisk(const PlacementPlan& plan) {
    const DevicePlacement* const disk = plan.placement(DeviceId::disk());
    return disk == nullptr ? 0 : static_cast<std::uint64_t>(disk->weights);
}

}  // namespace

std::size_t PipelineSplit::stageOf(std::size_t layer) const {
    std::size_t stage = 0;
    for (std::size_t end = counts.front(); layer >= end && stage + 1 < counts.size();) {
        end += counts[++stage];
    }
    return stage;
}

std::string visibleDevices(const std::vector<DeviceId>& gpus,
                           const std::vector<std::uint32_t>& shown) {
    std::string text;
    bool isNatural = true;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const std::uint32_t index = gpus[i].index;
        const std::uint32_t number = index < shown.size() ? shown[index] : index;
        isNatural = isNatural && number == i;
        text += (i == 0 ? "" : ",") + std::to_string(number);
    }
    return isNatural ? std::string() : text;
}

Result<PipelineSplit> nearestSplit(const PlacementPlan& plan, const LayerChain& chain) {
    PipelineSplit split;
    for (const auto& gpu : layerGpus(plan, chain)) {
        const DeviceId device = gpu.value_or(plan.executionDevice());
        if (!device.isGpu()) {
            return fail(ErrorCode::InvalidPlan,
                        say("No layer of this plan runs on a GPU, but this engine needs a GPU; add "
                            "GPUs to the plan, or export the plan to llama.cpp."));
        }
        const auto known = std::ranges::find(split.gpus, device);
        if (known == split.gpus.end()) {
            split.gpus.push_back(device);
            split.counts.push_back(1);
        } else {
            ++split.counts[static_cast<std::size_t>(known - split.gpus.begin())];
        }
    }
    return split;
}

StageOffload nearestOffload(const PlacementPlan& plan, const LayerChain& chain,
                            const PipelineSplit& split) {
    StageOffload best;
    if (hasPartlyOffloadedLayer(plan, chain)) {
        best.bytes = static_cast<double>(mostOffloaded(plan, chain, split));
        return best;
    }
    const std::vector<bool> planned = offloadedLayers(plan, chain);
    if (std::ranges::find(planned, true) == planned.end()) {
        return best;
    }
    // All sizes, for any model that there is; fewer for a tree of very many layers.
    const auto affordable =
        static_cast<std::size_t>(std::sqrt(kMostSteps / static_cast<double>(planned.size())));
    const std::size_t longest =
        std::min({*std::ranges::max_element(split.counts), kMostGroupSize, affordable});
    std::optional<std::size_t> fewest;
    for (std::size_t size = longest; size > 0; --size) {
        for (std::size_t in = 1; in <= size; ++in) {
            const StageOffload offload{size, in, 0};
            const auto differing = differingLayers(planned, split, offload);
            if (differing && (!fewest || *differing < *fewest)) {
                fewest = differing;
                best = offload;
            }
        }
    }
    return best;
}

StoragePlaces splitPlaces(const ModuleTree& tree, const LayerChain& chain,
                          const PipelineSplit& split, const std::vector<std::uint64_t>& bytes) {
    std::vector<std::size_t> begins;
    std::size_t begin = 0;
    for (const std::size_t count : split.counts) {
        begins.push_back(begin);
        begin += count;
    }
    std::vector<double> offloaded(split.gpus.size());
    return placesBy(tree, [&](TensorId tensor) {
        if (!chain.isInLayer(tensor)) {
            const bool isBefore = chain.places[tensor.index()] == LayerChain::kBefore;
            return isBefore ? split.gpus.front() : split.gpus.back();
        }
        const std::size_t layer = chain.places[tensor.index()];
        const std::size_t stage = split.stageOf(layer);
        const bool isParameter = tree.tensor(tensor).kind == TensorKind::Parameter;
        bool isOffloaded = isInGroup(layer - begins[stage], split.offload);
        if (isParameter && offloaded[stage] < split.offload.bytes) {
            offloaded[stage] += static_cast<double>(bytes[tree.tensor(tensor).storage.index()]);
            isOffloaded = true;
        }
        return isParameter && isOffloaded ? DeviceId::cpu() : split.gpus[stage];
    });
}

std::vector<std::uint64_t> storageBytes(const PlacementPlan& plan) {
    std::vector<std::uint64_t> bytes;
    for (const TensorId owner : storageOwners(*plan.request.tree)) {
        bytes.push_back(plannedBytes(plan, plan.request.tree->tensor(owner)));
    }
    return bytes;
}

std::vector<std::uint64_t> storageBytes(const ModuleTree& tree, std::optional<DType> dtype) {
    std::vector<std::uint64_t> bytes;
    for (const TensorId owner : storageOwners(tree)) {
        bytes.push_back(plannedBytes(tree.tensor(owner), dtype));
    }
    return bytes;
}

std::vector<NotExpressed> pipelineLosses(const PlacementPlan& plan, const LayerChain& chain,
                                         const PipelineSplit& split, const std::string& engine) {
    std::vector<NotExpressed> list;
    if (const std::uint64_t bytes = bytesOnDisk(plan); bytes > 0) {
        list.push_back({say("%1 of weights is on disk", formatSize(bytes)),
                        say("%1 does not read weights from disk during a forward pass; the weights "
                            "must fit into the memory of the CPU or of their layer's GPU",
                            engine)});
    }
    const auto gpus = layerGpus(plan, chain);
    std::size_t changes = 0;
    for (std::size_t i = 1; i < gpus.size(); ++i) {
        changes += gpus[i] != gpus[i - 1] ? 1 : 0;
    }
    if (changes + 1 > split.gpus.size()) {
        list.push_back(
            {say("The plan changes the GPU %1 times between consecutive layers", changes),
             say("%1 places consecutive layers on each GPU; the number of layers on "
                 "each GPU is as planned",
                 engine)});
    }
    const auto parted = std::ranges::count_if(chain.layers, [&plan](ModuleId layer) {
        const auto bytes = bytesByDevice(plan, layer);
        return std::ranges::count_if(bytes, [](const auto& entry) { return entry.first.isGpu(); }) >
               1;
    });
    if (parted > 0) {
        list.push_back({parted == 1 ? say("%1 layer is on more than one GPU", parted)
                                    : say("%1 layers are on more than one GPU", parted),
                        say("%1 does not split layers", engine)});
    }
    std::vector<Message> idle;
    for (const DevicePlacement& placement : plan.placements) {
        const DeviceId device = placement.device.id;
        if (device.isGpu() && placement.weights > 0 &&
            std::ranges::find(split.gpus, device) == split.gpus.end()) {
            idle.push_back(deviceLabelOn(placement.device));
        }
    }
    if (!idle.empty()) {
        const bool isOne = idle.size() == 1;
        const Message labels = joined(std::move(idle), ", ");
        list.push_back({isOne ? say("%1 has weights but no layer", labels)
                              : say("%1 have weights but no layers", labels),
                        say("%1 uses only GPUs that have layers", engine)});
    }
    const auto& rules = plan.request.hooks.offloaded;
    if (std::ranges::find(rules, OffloadRule::Mode::Compute, &OffloadRule::mode) != rules.end()) {
        list.push_back(
            {say("The plan computes offloaded modules on the CPU"),
             say("%1 copies offloaded modules to the GPU for every forward pass", engine)});
    }
    return list;
}

DType computedDtype(const ExportInput& input) {
    const ModelFacts* const facts = input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr;
    return computedDtype(*input.plan, facts != nullptr ? facts->dtype : std::nullopt);
}

bool isGgufFile(const ExportInput& input) {
    return input.checkpoint && input.checkpoint->format == CheckpointFormat::Gguf;
}

std::vector<NotExpressed> quantizationLoss(const PlacementPlan& plan, const std::string& engine) {
    const auto& quantization = plan.request.constraints.quantization;
    if (!quantization || !quantization->declaredBy.empty()) {
        return {};
    }
    return {{say("The weights are planned as quantised (%1)", quantizationText(*quantization)),
             say("%1 loads the weights as stored in the model's files; quantise the files first",
                 engine)}};
}

std::vector<NotExpressed> adapterLoss(const PretrainedSource& source, const std::string& engine) {
    std::vector<NotExpressed> losses;
    for (const auto& [name, path] : source.adapters) {
        losses.push_back(
            {say("The adapter %1 (%2) is applied to the model", name, path),
             say("%1 does not receive the adapter and runs the model without it", engine)});
    }
    return losses;
}

std::vector<NotExpressed> tiedHeadLoss(const PlacementPlan& plan, const LayerChain& chain,
                                       const PipelineSplit& split) {
    const ModuleTree& tree = *plan.request.tree;
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        const bool isParted = chain.places[group.front().index()] == LayerChain::kBefore &&
                              chain.places[group.back().index()] == LayerChain::kAfter;
        if (isParted && split.gpus.size() > 1) {
            const DevicePlacement* const last = plan.placement(split.gpus.back());
            return {{say("The first and the last stage share the weight %1",
                         tree.tensor(group.front()).name),
                     say("the last stage stores a copy of this weight, which needs %1 more memory "
                         "on %2",
                         formatSize(plannedBytes(plan, tree.tensor(group.front()))),
                         last == nullptr ? deviceLabel(split.gpus.back())
                                         : deviceLabelOn(last->device))}};
        }
    }
    return {};
}

}  // namespace stowage
