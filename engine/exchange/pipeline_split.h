// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"
#include "engine/plan/map/python_script.h"
#include "engine/plan/placement_plan.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct ExportInput;

/// A decoder as engines count it: what stands before its layers, the layers in the order in which
/// they run, and what stands after (final norm and head).
struct LayerChain {
    /// Where a tensor belongs.
    static constexpr std::size_t kBefore = static_cast<std::size_t>(-1);
    static constexpr std::size_t kAfter = static_cast<std::size_t>(-2);

    std::vector<ModuleId> layers;
    std::vector<std::size_t> places;  ///< by TensorId: the index of its layer, kBefore or kAfter

    [[nodiscard]] bool isInLayer(TensorId tensor) const {
        return places[tensor.index()] < layers.size();
    }
};

/// The chain of a tree: its layers are the elements of the numbered list with the most bytes. What
/// stands before the list is before it, but for final norms that are registered there, and what
/// stands behind it after. Of a GGUF file's own names "output…" is after, the rest before.
/// Error: Unsupported, for a tree without such a list and for an encoder with a decoder.
[[nodiscard]] Result<LayerChain> layerChain(const ModuleTree& tree, const ModelFacts* facts);

/// Whether the tree is made of a GGUF file's own names: "blk.0.attn_q.weight".
[[nodiscard]] bool hasGgufNames(const ModuleTree& tree);

/// Where an engine puts every tensor, by StorageId; a tied one where its owner lies.
using StoragePlaces = std::vector<DeviceId>;

/// The plan's own. Error: InvalidPlan, where it leaves a tensor without a device.
[[nodiscard]] Result<StoragePlaces> plannedPlaces(const PlacementPlan& plan);

/// The places that a rule gives to the first tensor of every storage.
[[nodiscard]] StoragePlaces placesBy(const ModuleTree& tree,
                                     const std::function<DeviceId(TensorId)>& rule);

/// Where weights and saved buffers lie elsewhere than planned, by the highest modules of which all
/// that differs lies and is planned alike; a tensor where its module holds others.
[[nodiscard]] std::vector<PlacedElsewhere> placedDifferently(const PlacementPlan& plan,
                                                             const StoragePlaces& there);

/// The places as a device map: an entry for the highest modules that lie on one device.
[[nodiscard]] DeviceMap mapOfPlaces(const ModuleTree& tree, const StoragePlaces& places);

/// Which layers of a stage an engine keeps in the CPU's memory and brings to the GPU to run.
struct StageOffload {
    /// The last `inGroup` of every `groupSize` layers of a stage; 0: no such groups.
    std::size_t groupSize = 0;
    std::size_t inGroup = 0;
    /// The first parameters of a stage's layers until so many bytes are reached; 0: none.
    double bytes = 0;
};

/// A chain of layers shared out over GPUs, as vLLM, SGLang, Megatron and torch's pipelines do:
/// stage by stage, all that stands before the layers on the first stage and what stands after on
/// the last one.
struct PipelineSplit {
    std::vector<DeviceId> gpus;       ///< a stage each, in the order of the layers
    std::vector<std::size_t> counts;  ///< how many layers each stage has
    StageOffload offload;

    /// The stage of a layer.
    [[nodiscard]] std::size_t stageOf(std::size_t layer) const;
};

/// What CUDA_VISIBLE_DEVICES has to be so that an engine's device i is the i-th of these GPUs; ""
/// where they are 0, 1 … in this order. `shown`: ExportInput::shown.
[[nodiscard]] std::string visibleDevices(const std::vector<DeviceId>& gpus,
                                         const std::vector<std::uint32_t>& shown);

/// The split that comes nearest to a plan: each layer on the GPU that has most of its bytes, those
/// off the GPUs with the layer before (the first ones with the first that follows); as many layers
/// a GPU as planned, in the order in which the GPUs appear. Its `offload` is empty.
/// Error: InvalidPlan, where no layer runs on a GPU.
[[nodiscard]] Result<PipelineSplit> nearestSplit(const PlacementPlan& plan,
                                                 const LayerChain& chain);

/// What is offloaded, as the groups that come nearest to the plan, offloading no less of any stage
/// than planned; as bytes where parts of layers are offloaded.
[[nodiscard]] StageOffload nearestOffload(const PlacementPlan& plan, const LayerChain& chain,
                                          const PipelineSplit& split);

/// Where an engine that follows the split puts every tensor. `bytes` of each storage count where
/// the split offloads by bytes.
[[nodiscard]] StoragePlaces splitPlaces(const ModuleTree& tree, const LayerChain& chain,
                                        const PipelineSplit& split,
                                        const std::vector<std::uint64_t>& bytes);

/// Bytes of every storage as they are planned, or in this dtype.
[[nodiscard]] std::vector<std::uint64_t> storageBytes(const PlacementPlan& plan);
[[nodiscard]] std::vector<std::uint64_t> storageBytes(const ModuleTree& tree,
                                                      std::optional<DType> dtype);

/// What any pipeline of this kind loses of the plan: weights on disk, layers whose GPUs alternate,
/// layers parted between devices, GPUs without a layer, offloaded modules that the CPU computes.
[[nodiscard]] std::vector<NotExpressed> pipelineLosses(const PlacementPlan& plan,
                                                       const LayerChain& chain,
                                                       const PipelineSplit& split,
                                                       const std::string& engine);

/// What the engine computes in where its weights lie as the model's files hold them.
[[nodiscard]] DType computedDtype(const ExportInput& input);
[[nodiscard]] bool isGgufFile(const ExportInput& input);

/// The planned quantisation, as something that this engine is not told of; empty where there is
/// none, or where the model's own files declare it.
[[nodiscard]] std::vector<NotExpressed> quantizationLoss(const PlacementPlan& plan,
                                                         const std::string& engine);

/// Adapters that lie over the model, as something that this engine is not told of; empty where
/// there are none.
[[nodiscard]] std::vector<NotExpressed> adapterLoss(const PretrainedSource& source,
                                                    const std::string& engine);

/// A loss where a head is tied to an embedding and both stages have a copy; empty elsewhere.
[[nodiscard]] std::vector<NotExpressed> tiedHeadLoss(const PlacementPlan& plan,
                                                     const LayerChain& chain,
                                                     const PipelineSplit& split);

}  // namespace stowage
