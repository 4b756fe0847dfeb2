// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM: docs.nvidia.com/megatron-core, "Custom Pipeline Model Parallel Layout": E is the
// embedding, t a layer, m a layer of multi-token prediction, L head and loss; "|" parts stages,
// "x*3" and "(…)*3" repeat, commas mean nothing.
#include "engine/base/strings.h"
#include "engine/exchange/cluster_hosts.h"
#include "engine/exchange/engine_targets.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/exchange/settings_text.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>

namespace stowage {
namespace {

/// The device of the first weight that stands before or after the layers.
std::optional<DeviceId> deviceAt(const PlacementPlan& plan, const LayerChain& chain,
                                 std::size_t place) {
    for (const TensorId owner : storageOwners(*plan.request.tree)) {
        const TensorSpec& tensor = plan.request.tree->tensor(owner);
        if (chain.places[owner.index()] == place && tensor.kind == TensorKind::Parameter) {
            return plan.storageDevices[tensor.storage.index()];
        }
    }
    return std::nullopt;
}

/// Embedding and head may have a stage of their own here.
void addStagesWithoutLayers(const PlacementPlan& plan, const LayerChain& chain,
                            PipelineSplit& split) {
    const auto isNew = [&split](const std::optional<DeviceId>& device) {
        return device && device->isGpu() &&
               std::ranges::find(split.gpus, *device) == split.gpus.end();
    };
    if (const auto first = deviceAt(plan, chain, LayerChain::kBefore); isNew(first)) {
        split.gpus.insert(split.gpus.begin(), *first);
        split.counts.insert(split.counts.begin(), 0);
    }
    if (const auto last = deviceAt(plan, chain, LayerChain::kAfter); isNew(last)) {
        split.gpus.push_back(*last);
        split.counts.push_back(0);
    }
}

std::string layoutOf(const PipelineSplit& split) {
    std::string text = "E";
    for (std::size_t stage = 0; stage < split.counts.size(); ++stage) {
        const std::size_t count = split.counts[stage];
        text += stage == 0 ? "" : "|";
        text += count == 0 ? "" : count == 1 ? "t" : "t*" + std::to_string(count);
    }
    return text + "L";
}

/// Writes a layout's repetitions out. Error: InvalidArgument.
class LayoutReader {
public:
    explicit LayoutReader(std::string_view text) : m_text(text) {}

    Result<std::string> read() {
        std::string all = sequence(0);
        if (m_isWrong || m_at != m_text.size()) {
            return fail(ErrorCode::InvalidArgument,
                        say("The pipeline layout is invalid from %1 on; layouts look like "
                            "\"Et*3|(tt|)*29,m|L\".",
                            quotedForMessage(m_text.substr(std::min(m_at, m_text.size())))),
                        {}, "--pipeline-model-parallel-layout");
        }
        return all;
    }

private:
    static constexpr std::size_t kLongest = 1 << 16;  ///< letters: more layers than any model has
    static constexpr unsigned kDeepest = 8;

    std::string sequence(unsigned depth) {
        constexpr std::string_view kLetters = "EtmL|";
        std::string all;
        while (m_at < m_text.size() && !m_isWrong) {
            const char c = m_text[m_at];
            std::string part;
            if (c == ',' || c == ' ' || c == '\n') {
                ++m_at;
                continue;
            }
            if (c == '(' && depth < kDeepest) {
                ++m_at;
                part = sequence(depth + 1);
                m_isWrong = m_isWrong || m_at >= m_text.size() || m_text[m_at] != ')';
            } else if (kLetters.find(c) != std::string_view::npos) {
                part = c;
            } else {
                break;
            }
            ++m_at;
            const std::size_t times = repetitions();
            m_isWrong = m_isWrong || all.size() + times * part.size() > kLongest;
            for (std::size_t i = 0; i < times && !m_isWrong; ++i) {
                all += part;
            }
        }
        return all;
    }

    std::size_t repetitions() {
        if (m_at >= m_text.size() || m_text[m_at] != '*') {
            return 1;
        }
        const std::size_t end =
            std::min(m_text.find_first_not_of("0123456789", m_at + 1), m_text.size());
        const auto count = readCounts(m_text.substr(m_at + 1, end - m_at - 1), "layout");
        m_isWrong = m_isWrong || !count || count->front() > kLongest;
        m_at = end;
        return m_isWrong ? 0 : count->front();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_isWrong = false;
};

/// The split of a layout that is written out: stage i runs on GPU i modulo `size`.
Result<PipelineSplit> splitOf(const std::string& layout, std::size_t size, std::size_t layers) {
    PipelineSplit split;
    split.counts = {0};
    for (const char c : layout) {
        if (c == '|') {
            split.counts.push_back(0);
        } else if (c == 't') {
            ++split.counts.back();
        }
    }
    std::size_t sum = 0;
    for (std::size_t stage = 0; stage < split.counts.size(); ++stage) {
        sum += split.counts[stage];
        split.gpus.push_back(
            DeviceId::gpu(static_cast<std::uint32_t>(size == 0 ? stage : stage % size)));
    }
    const bool isOrdered = layout.starts_with('E') && layout.find('L') == layout.size() - 1;
    if (sum != layers || !isOrdered) {
        return fail(ErrorCode::InvalidArgument,
                    isOrdered
                        ? say("The pipeline layout has %1 layers, but this model has %2 layers.",
                              sum, layers)
                        : say("The pipeline layout must begin with \"E\" and end with its only "
                              "\"L\"; it has %1 layers, and this model has %2 layers.",
                              sum, layers),
                    {}, "--pipeline-model-parallel-layout");
    }
    return split;
}

void addModelOptions(const ExportInput& input, const LayerChain& chain, EngineExport& made) {
    const PlacementPlan& plan = *input.plan;
    const auto add = [&made](const char* option, std::uint64_t value) {
        made.command.emplace_back(option);
        made.command.push_back(std::to_string(value));
    };
    add("--num-layers", chain.layers.size());
    const ModelFacts* const facts = input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr;
    if (facts != nullptr && facts->hiddenSize && facts->attentionHeads) {
        add("--hidden-size", *facts->hiddenSize);
        add("--num-attention-heads", *facts->attentionHeads);
    }
    if (plan.request.workload) {
        add("--seq-length", plan.request.workload->tokens());
        add("--max-position-embeddings", plan.request.workload->tokens());
        add("--micro-batch-size", plan.request.workload->batch);
    }
    const DType dtype = computedDtype(input);
    if (dtype == DType::BFloat16 || dtype == DType::Float16) {
        made.command.emplace_back(dtype == DType::BFloat16 ? "--bf16" : "--fp16");
    }
    if (plan.request.tree->tiedGroups().empty()) {
        made.command.emplace_back("--untie-embeddings-and-output-weights");
    }
}

}  // namespace

Result<EngineExport> exportToMegatron(const ExportInput& input) {
    const PlacementPlan& plan = *input.plan;
    const ModuleTree& tree = *plan.request.tree;
    STOWAGE_TRY(plannedPlaces(plan));
    const auto chain =
        layerChain(tree, input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr);
    STOWAGE_TRY(chain);
    auto split = nearestSplit(plan, *chain);
    STOWAGE_TRY(split);
    EngineExport made;
    const auto& workload = plan.request.workload;
    const std::uint64_t parts = workload ? std::max<std::uint64_t>(workload->tensorParallel, 1) : 1;
    std::vector<DeviceId> gpus = firstGpus(plan, parts);
    if (parts > 1) {
        split->gpus = {gpus.front()};
        split->counts = {chain->layers.size()};
        made.cannotExpress = {divisionLoss(parts)};
    } else {
        addStagesWithoutLayers(plan, *chain, *split);
        made.cannotExpress = groupByMachine(plan, *split);
        gpus = split->gpus;
    }
    const auto hosts = clusterHosts(plan, gpus);
    made.addLosses(quantizationLoss(plan, "Megatron"));
    made.addLosses(parts > 1 ? std::vector<NotExpressed>()
                             : pipelineLosses(plan, *chain, *split, "Megatron"));
    made.addLosses(adapterLoss(input.source, "Megatron"));
    made.addLosses(tiedHeadLoss(plan, *chain, *split));
    made.cannotExpress.push_back(
        {say("The checkpoint does not have the format of Megatron"),
         say("convert the checkpoint first with Megatron's tools/checkpoint")});
    made.cannotExpress.push_back(
        {say("Some settings of the model (norms, activations, positions, biases)"),
         say("add --load with the converted checkpoint, and --use-checkpoint-args, which reads "
             "these settings from the checkpoint")});
    made.addLosses(filesLoss(input, hosts));
    const std::string stages = std::to_string(split->gpus.size());
    made.command = {"pretrain_gpt.py",
                    "--tensor-model-parallel-size",
                    std::to_string(parts),
                    "--pipeline-model-parallel-size",
                    stages,
                    "--pipeline-model-parallel-layout",
                    layoutOf(*split)};
    addModelOptions(input, *chain, made);
    const std::vector<std::string> words = std::move(made.command);
    runByTorchrun(made, hosts, gpus.size(), words);
    if (const std::string visible = visibleDevices(gpus, input.shown);
        hosts.empty() && !visible.empty()) {
        made.environment["CUDA_VISIBLE_DEVICES"] = visible;
    }
    if (parts > 1) {
        holdToRoom(made, input, dividedWeights(loadedBytes(plan), gpus));
    } else {
        setPlaces(made, input, splitPlaces(tree, *chain, *split, storageBytes(plan)));
    }
    return made;
}

Result<ImportedPlan> importFromMegatron(const ImportInput& input) {
    SettingsText text(input.text);
    const auto chain = layerChain(*input.tree, input.facts.get());
    STOWAGE_TRY(chain);
    const std::string given = text.find({"pipeline_model_parallel_layout"}).value_or(input.text);
    const auto layout = LayoutReader(given).read();
    STOWAGE_TRY(layout);
    const auto size = readCounts(text.find({"pipeline_model_parallel_size"}).value_or("0"),
                                 "--pipeline-model-parallel-size");
    STOWAGE_TRY(size);
    auto split = splitOf(*layout, size->front(), chain->layers.size());
    STOWAGE_TRY(split);
    const auto visible = text.find({"CUDA_VISIBLE_DEVICES"});
    const auto order =
        visible ? readCounts(*visible, "CUDA_VISIBLE_DEVICES") : Result(std::vector<std::size_t>());
    STOWAGE_TRY(order);
    for (DeviceId& gpu : split->gpus) {
        gpu.index =
            gpu.index < order->size() ? static_cast<std::uint32_t>((*order)[gpu.index]) : gpu.index;
    }
    ImportedPlan plan;
    plan.from = "megatron";
    plan.map.map = mapOfPlaces(*input.tree, splitPlaces(*input.tree, *chain, *split, {}));
    text.skip({"num_layers", "nproc_per_node"});
    STOWAGE_TRY(finishImport(text, input, {}, plan));
    return plan;
}

}  // namespace stowage
