// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of vLLM, SGLang and Ray Serve read back: serving_engines.cpp names their sources.

#include "engine/exchange/engine_targets.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/exchange/settings_text.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>

namespace stowage {
namespace {

Message layersText(std::size_t count) {
    return count == 1 ? say("%1 layer", count) : say("%1 layers", count);
}

Message stagesText(std::size_t count) {
    return count == 1 ? say("%1 stage", count) : say("%1 stages", count);
}

/// A split as settings say it; an option that is not there has its default. `cards`: GPUs of each
/// stage.
Result<PipelineSplit> readSplit(SettingsText& settings, const LayerChain& chain,
                                const StagePartition& partition, std::size_t cards) {
    const std::size_t layers = chain.layers.size();
    PipelineSplit split;
    const auto asked =
        settings.find({"pipeline_parallel_size", "pp_size", "pp", "pipeline_parallel"});
    const auto stages = readCounts(asked.value_or("1"), say("The number of stages"));
    STOWAGE_TRY(stages);
    const auto given = settings.find({partition.variable});
    const auto counts =
        given ? readCounts(*given, partition.variable)
              : Result(usualStageCounts(layers, std::clamp<std::size_t>(stages->front(), 1, layers),
                                        partition));
    STOWAGE_TRY(counts);
    std::size_t sum = 0;
    for (const std::size_t count : *counts) {
        sum += count;
    }
    const bool hasAllLayers = sum == layers;
    const bool hasAllStages = !given || !asked || stages->front() == counts->size();
    if (!hasAllLayers || !hasAllStages) {
        return fail(
            ErrorCode::InvalidArgument,
            hasAllStages ? say("%1 distributes %2, but this model has %3.", partition.variable,
                               layersText(sum), layersText(layers))
            : hasAllLayers
                ? say("%1 distributes the layers over %2, but the command has %3.",
                      partition.variable, stagesText(counts->size()), stagesText(stages->front()))
                : say("%1 distributes %2 over %3, but this model has %4 and the command has %5.",
                      partition.variable, layersText(sum), stagesText(counts->size()),
                      layersText(layers), stagesText(stages->front())),
            {}, partition.variable);
    }
    for (const std::size_t count : *counts) {
        // A device map knows no parts of layers: each GPU of a stage counts as a stage of its own
        // with its share of the layers, which takes the same memory.
        for (std::size_t card = 0; card < cards; ++card) {
            split.counts.push_back(count / cards + (card < count % cards ? 1 : 0));
        }
    }
    const auto visible = settings.find({kCudaVisibleDevices});
    const auto gpus =
        visible ? readCounts(*visible, kCudaVisibleDevices) : Result(std::vector<std::size_t>());
    STOWAGE_TRY(gpus);
    for (std::size_t stage = 0; stage < split.counts.size(); ++stage) {
        split.gpus.push_back(DeviceId::gpu(
            static_cast<std::uint32_t>(stage < gpus->size() ? (*gpus)[stage] : stage)));
    }
    return split;
}

Result<StageOffload> readOffload(SettingsText& settings) {
    StageOffload offload;
    const auto size =
        readCounts(settings.find({"offload_group_size"}).value_or("0"), "--offload-group-size");
    STOWAGE_TRY(size);
    const auto in =
        readCounts(settings.find({"offload_num_in_group"}).value_or("1"), "--offload-num-in-group");
    STOWAGE_TRY(in);
    const auto bytes =
        readNumbers(settings.find({"cpu_offload_gb"}).value_or("0"), "--cpu-offload-gb");
    STOWAGE_TRY(bytes);
    if (in->front() > size->front() && size->front() > 0) {
        return fail(ErrorCode::InvalidArgument,
                    say("--offload-num-in-group is %1, but must not exceed --offload-group-size, "
                        "which is %2.",
                        in->front(), size->front()),
                    {}, "--offload-num-in-group");
    }
    return StageOffload{size->front(), in->front(), bytes->front() * static_cast<double>(kGiB)};
}

Result<ImportedPlan> importServing(const ImportInput& input, const char* from,
                                   const StagePartition& partition, std::string_view engine) {
    constexpr std::size_t kMostCards = 1024;
    SettingsText settings(input.text);
    const auto chain = layerChain(*input.tree, input.facts.get());
    STOWAGE_TRY(chain);
    const auto given =
        readCounts(settings.find({"tensor_parallel_size", "tp_size", "tp"}).value_or("1"),
                   "The number of GPUs");
    STOWAGE_TRY(given);
    const std::size_t cards = std::clamp<std::size_t>(given->front(), 1, kMostCards);
    auto split = readSplit(settings, *chain, partition, cards);
    STOWAGE_TRY(split);
    const auto offload = readOffload(settings);
    STOWAGE_TRY(offload);
    split->offload = *offload;
    settings.skip({"offload_prefetch_step", "offload_backend", "offload_mode"});
    ImportedPlan plan;
    plan.from = from;
    plan.map.map = mapOfPlaces(*input.tree, splitPlaces(*input.tree, *chain, *split,
                                                        storageBytes(*input.tree, input.dtype)));
    STOWAGE_TRY(finishImport(settings, input, engine, plan));
    if (cards > 1 && split->counts.size() > cards) {
        plan.workload->tensorParallel = 1;
        plan.warnings.push_back(
            say("Stowage treats %1 stages of %2 GPUs each as a pipeline of %3 GPUs.",
                split->counts.size() / cards, cards, split->counts.size()));
    }
    return plan;
}

}  // namespace

std::vector<std::size_t> usualStageCounts(std::size_t layers, std::size_t stages,
                                          const StagePartition& partition) {
    std::vector<std::size_t> counts(stages, layers / stages);
    for (std::size_t i = 0; i < layers % stages; ++i) {
        ++counts[stages - 1 - i - (partition.sparesLast ? 1 : 0)];
    }
    return counts;
}

Result<ImportedPlan> importFromVllm(const ImportInput& input) {
    return importServing(input, "vllm", kVllmPartition, "vllm");
}

Result<ImportedPlan> importFromSglang(const ImportInput& input) {
    return importServing(input, "sglang", kSglangPartition, "sglang");
}

Result<ImportedPlan> importFromRay(const ImportInput& input) {
    return importServing(input, "ray", kVllmPartition, "vllm");
}

}  // namespace stowage
