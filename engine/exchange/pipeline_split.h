// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/exchange/layer_chain.h"
#include "engine/exchange/storage_places.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct ExportInput;

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
