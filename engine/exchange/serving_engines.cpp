// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM, SGLang, and vLLM under Ray Serve: pipelines of GPUs, a stage each.
//
// vLLM: docs.vllm.ai, "Engine Arguments" and config/offload; the split of layers is
// get_pp_indices() of vllm/distributed/utils.py, what is offloaded is told by wrap_modules() of
// vllm/model_executor/offloader/prefetch.py and uva.py; adapters: "LoRA Adapters".
// SGLang: docs.sglang.io, "Server Arguments" and "LoRA Serving"; get_pp_indices() of
// sglang/srt/distributed/utils.py. Ray: docs.ray.io, "Serving LLMs": LLMConfig and its YAML.
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/engine_profile.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/device/card_catalogue.h"
#include "engine/exchange/cluster_hosts.h"
#include "engine/exchange/engine_targets.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/model/quantization.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace stowage {
namespace {

/// Settings in their order, keys as Python has them.
using Options = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kVllm = "vLLM";

/// What of a plan these engines are told, and where they put what.
struct Serving {
    LayerChain chain;
    PipelineSplit split;
    StoragePlaces there;
    std::vector<NotExpressed> lost;
    std::uint64_t tensorParallel = 1;
    std::vector<ClusterHost> hosts{};
    std::vector<DeviceId> gpus{};   ///< those that it runs on
    std::optional<double> share{};  ///< of each GPU's memory, where that is written
    Options quantization{};         ///< empty: it is not told to quantise
    std::string engine{};
};

void addLosses(std::vector<NotExpressed>& list, std::vector<NotExpressed> more) {
    std::ranges::move(more, std::back_inserter(list));
}

/// Bytes as the engine takes them: GiB with so many decimals, no less.
double roundedUpGiB(double bytes, double decimals) {
    const double scale = std::pow(10.0, decimals);
    return std::ceil(bytes / static_cast<double>(kGiB) * scale) / scale;
}

std::string decimal(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

/// Weights that a stage of another machine keeps in that machine's memory.
std::vector<NotExpressed> offloadLoss(const PlacementPlan& plan, const Serving& serving) {
    const std::string first = firstMachine(plan.request.devices);
    const bool isOffloaded = serving.split.offload.groupSize > 0 || serving.split.offload.bytes > 0;
    const bool isElsewhere = std::ranges::any_of(
        serving.hosts, [&](const ClusterHost& host) { return host.name != hostName(first); });
    if (!isOffloaded || !isElsewhere) {
        return {};
    }
    return {{say("The offloaded weights are on one machine (%1)", machineLabel(first)),
             say("each host stores the offloaded weights of its stages in its memory")}};
}

/// What the engine is told so that it quantises while it loads; empty where it cannot, and where
/// the files are what is planned. vLLM: _ONLINE_SHORTHANDS of vllm/config/quantization.py, whose
/// int8 is of experts alone; SGLang: sglang/srt/model_loader/loader.py.
Options quantizationOptions(const PlacementPlan& plan, const std::string& engine) {
    const auto& quantization = plan.request.constraints.quantization;
    if (!quantization || !quantization->declaredBy.empty()) {
        return {};
    }
    if (quantization->method == QuantizationMethod::Fp8) {
        return {{"quantization", engine == kVllm ? "fp8_per_block" : "fp8"}};
    }
    if (quantization->method == QuantizationMethod::Nf4 && engine != kVllm) {
        return {{"quantization", "bitsandbytes"}, {"load_format", "bitsandbytes"}};
    }
    return {};
}

/// What of a model's files vLLM reads by a plugin alone.
std::vector<NotExpressed> pluginLoss(const ExportInput& input, const std::string& engine) {
    const auto& quantization = input.plan->request.constraints.quantization;
    const bool isGguf = isGgufFile(input);
    const bool isBnb =
        quantization && !quantization->declaredBy.empty() && isBitsAndBytes(quantization->method);
    if (engine != kVllm || (!isGguf && !isBnb)) {
        return {};
    }
    return {{isGguf ? say("The model is a GGUF file")
                    : say("The weights are quantised (%1)", quantizationText(*quantization)),
             say("vLLM reads such a model only with a plugin; install the plugin")}};
}

/// The profile of the engine with this title; an empty one if there is none.
EngineProfile profileOf(const std::string& engine) {
    const auto& all = engineProfiles();
    const auto profiles = all ? *all : std::vector<EngineProfile>();
    const auto profile = std::ranges::find(profiles, engine, &EngineProfile::title);
    return profile != profiles.end() ? *profile : EngineProfile();
}

/// A context that the engine refuses.
void addPositionLoss(const ExportInput& input, const std::string& engine, EngineExport& made) {
    const auto& workload = input.plan->request.workload;
    const auto* const facts = input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr;
    const auto most = facts == nullptr ? std::nullopt : facts->servedContext();
    if (!workload || !most || workload->tokens() <= *most) {
        return;
    }
    made.verdict = Verdict::DoesNotFit;
    made.verdictText =
        say("A context of %2 tokens exceeds the %1 positions that this model is designed for.",
            groupedText(*most), groupedText(workload->tokens()));
    made.cannotExpress.push_back(
        {say("The context length exceeds the number of positions of the model (%1)",
             groupedText(*most)),
         say("%1 refuses this context length unless %2 is set to 1", engine,
             profileOf(engine).longerContext)});
}

Result<Serving> servingOf(const ExportInput& input, const std::string& engine, double decimals) {
    const PlacementPlan& plan = *input.plan;
    const ModuleTree& tree = *plan.request.tree;
    STOWAGE_TRY(plannedPlaces(plan));
    auto chain = layerChain(tree, input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr);
    STOWAGE_TRY(chain);
    auto split = nearestSplit(plan, *chain);
    STOWAGE_TRY(split);
    Serving serving{std::move(*chain), std::move(*split), {}, {}};
    serving.engine = engine;
    serving.quantization = quantizationOptions(plan, engine);
    const auto& workload = plan.request.workload;
    serving.tensorParallel = workload ? std::max<std::uint64_t>(workload->tensorParallel, 1) : 1;
    if (serving.tensorParallel > 1) {
        serving.split.gpus = {serving.split.gpus.front()};
        serving.split.counts = {serving.chain.layers.size()};
        serving.there = *plannedPlaces(plan);
        serving.lost = serving.quantization.empty() ? quantizationLoss(plan, engine)
                                                    : std::vector<NotExpressed>();
        serving.gpus = firstGpus(plan, serving.tensorParallel);
        serving.hosts = clusterHosts(plan, serving.gpus);
        addLosses(serving.lost, pluginLoss(input, engine));
        addLosses(serving.lost, filesLoss(input, serving.hosts));
        serving.lost.push_back(divisionLoss(serving.tensorParallel));
        return serving;
    }
    auto grouped = groupByMachine(plan, serving.split);
    serving.gpus = serving.split.gpus;
    serving.hosts = clusterHosts(plan, serving.gpus);
    serving.split.offload = nearestOffload(plan, serving.chain, serving.split);
    serving.split.offload.bytes =
        roundedUpGiB(serving.split.offload.bytes, decimals) * static_cast<double>(kGiB);
    serving.there = splitPlaces(tree, serving.chain, serving.split, storageBytes(plan));
    if (serving.quantization.empty()) {
        serving.lost = quantizationLoss(plan, engine);
    }
    addLosses(serving.lost, pipelineLosses(plan, serving.chain, serving.split, engine));
    addLosses(serving.lost, pluginLoss(input, engine));
    addLosses(serving.lost, tiedHeadLoss(plan, serving.chain, serving.split));
    addLosses(serving.lost, std::move(grouped));
    addLosses(serving.lost, filesLoss(input, serving.hosts));
    addLosses(serving.lost, offloadLoss(plan, serving));
    return serving;
}

/// The shares of their memory that the plan takes of its GPUs.
std::vector<double> memoryShares(const PlacementPlan& plan, const std::vector<DeviceId>& gpus) {
    std::vector<double> shares;
    for (const DeviceId gpu : gpus) {
        const DevicePlacement* const placement = plan.placement(gpu);
        if (placement != nullptr && placement->budget && placement->device.capacity) {
            shares.push_back(*placement->budget / static_cast<double>(*placement->device.capacity));
        }
    }
    return shares;
}

/// One share for all cards, in hundredths, the smallest; and what that loses.
std::optional<std::string> memoryShare(const PlacementPlan& plan, Serving& serving) {
    const std::vector<double> shares = memoryShares(plan, serving.gpus);
    if (shares.empty() || plan.request.budgetsAreDefaults) {
        return std::nullopt;
    }
    constexpr double kMost = 0.99;
    constexpr double kLeast = 0.01;
    const auto [least, most] = std::ranges::minmax(shares);
    const double share = std::clamp(std::floor(100 * least) / 100, kLeast, kMost);
    if (most - least >= 0.01) {
        serving.lost.push_back(
            {say("The limits of the GPUs are different fractions of their memory (%1 to %2)",
                 decimal(std::floor(100 * least) / 100), decimal(std::floor(100 * most) / 100)),
             say("the engine uses one fraction for all GPUs; the smallest fraction is written")});
    }
    serving.share = share;
    return decimal(share);
}

void addWorkload(const PlacementPlan& plan, const std::array<const char*, 4>& keys,
                 Options& options) {
    const auto& workload = plan.request.workload;
    if (!workload) {
        return;
    }
    options.emplace_back(keys[0], std::to_string(workload->tokens()));
    options.emplace_back(keys[1], std::to_string(workload->batch));
    if (workload->prefillChunk > 0) {
        options.emplace_back(keys[2], std::to_string(workload->prefillChunk));
    }
    if (workload->images > 0) {
        options.emplace_back(keys[3], "{\"image\": " + std::to_string(workload->images) + "}");
    }
}

/// Whether a GPU is older than those that compute in bfloat16, for which both engines refuse it,
/// or one of those for which vLLM's plugin refuses it for GGUF files.
bool lacksBfloat16(const std::vector<DeviceId>& gpus, const PlacementPlan& plan, bool isGguf) {
    constexpr unsigned kFirst = 80;         // compute capability 8.0
    constexpr unsigned kFirstNoGguf = 100;  // 10.0
    const auto& catalogue = deviceCatalogue();
    return catalogue && std::ranges::any_of(gpus, [&](DeviceId gpu) {
               const DevicePlacement* const placement = plan.placement(gpu);
               const CatalogueCard* const card =
                   placement == nullptr ? nullptr : cardOfDevice(*catalogue, placement->device);
               return card != nullptr && card->computeCapability > 0 &&
                      (card->computeCapability < kFirst ||
                       (isGguf && card->computeCapability >= kFirstNoGguf));
           });
}

/// The dtype that the plan computes in under this engine.
DType plannedCompute(const ExportInput& input, const std::string& engine) {
    const auto& workload = input.plan->request.workload;
    if (workload && workload->computeType) {
        return *workload->computeType;
    }
    const auto* const facts = input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr;
    return profileOf(engine).computedDtype(
        *input.plan, facts != nullptr ? facts->dtype : std::nullopt, isGgufFile(input));
}

/// Where the plan computes in bfloat16.
bool isFloat16Instead(const ExportInput& input, const Serving& serving) {
    return plannedCompute(input, serving.engine) == DType::BFloat16 &&
           lacksBfloat16(serving.gpus, *input.plan, isGgufFile(input) && serving.engine == kVllm);
}

std::string computeDtype(const ExportInput& input, const Serving& serving) {
    const DType dtype =
        isFloat16Instead(input, serving) ? DType::Float16 : plannedCompute(input, serving.engine);
    const bool isTaken =
        dtype == DType::Float16 || dtype == DType::BFloat16 || dtype == DType::Float32;
    return isTaken ? std::string(dtypeName(dtype)) : "auto";
}

/// The cache's dtype where it is not the one of compute; one that the engine has not is a loss.
void addKvType(const ExportInput& input, Serving& serving, Options& options) {
    const auto& workload = input.plan->request.workload;
    if (!workload || !workload->kvType) {
        return;
    }
    const std::string name(kvTypeName(*workload->kvType));
    if (*workload->kvType == KvType::Fp8) {
        options.emplace_back("kv_cache_dtype", "fp8_e4m3");
    } else if (name != computeDtype(input, serving)) {
        serving.lost.push_back(
            {say("Keys and values are planned in %1", name),
             say("the engine stores keys and values in the compute dtype or in fp8")});
    }
}

void addPrefetchGroups(const PlacementPlan& plan, const StageOffload& offload, Options& options) {
    const unsigned window = std::max(plan.prefetchWindow.value_or(1), 1U);
    options.emplace_back("offload_group_size", std::to_string(offload.groupSize));
    options.emplace_back("offload_num_in_group", std::to_string(offload.inGroup));
    options.emplace_back("offload_prefetch_step", std::to_string(window));
}

/// Room for keys, values and states on the fullest GPU, as each is given the same: also where the
/// stages are not those of the plan. 0: not known, or none.
std::uint64_t mostKvBytes(const CapacityEstimate& estimate, const Serving& serving) {
    std::uint64_t most = 0;
    const DeviceEstimate* widest = nullptr;
    std::vector<std::uint64_t> all;
    for (const DeviceEstimate& device : estimate.devices) {
        if (!device.share || device.share->plan.bytesPerBlock == 0) {
            continue;
        }
        const std::vector<VllmPlan::Kind>& kinds = device.share->plan.kinds;
        all.resize(kinds.size());
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            all[i] += kinds[i].layers;
        }
        if (device.kvCache + device.state > most) {
            most = device.kvCache + device.state;
            widest = &device;
        }
    }
    const std::uint64_t layers = serving.chain.layers.size();
    const std::uint64_t fullest = *std::ranges::max_element(serving.split.counts);
    if (widest == nullptr || serving.tensorParallel > 1) {
        return most;
    }
    std::uint64_t there = 0;
    for (const VllmPlan::Kind& kind : widest->share->plan.kinds) {
        there += kind.keeps == VllmPlan::Kind::Keeps::Encoder ? 0 : kind.layers;
    }
    if (there >= fullest) {
        return most;
    }
    for (std::uint64_t& count : all) {
        // Where kinds take turns a stage may have one more of a kind than its share.
        const std::uint64_t share = (count * fullest + layers - 1) / layers;
        count = std::min(all.size() > 1 ? share + 1 : share, count);
    }
    const VllmPlan& planned = widest->share->plan;
    return most / planned.bytesPerBlock * planned.ofStage(all).bytesPerBlock;
}

/// What its estimate counts of tokens in one pass, where no prefill chunk says it; 0: nothing.
std::uint64_t batchedTokens(const ExportInput& input) {
    const DeviceEstimate* const card =
        input.estimate ? input.estimate->on(input.plan->executionDevice()) : nullptr;
    const bool isByChunk = card != nullptr && input.estimate->workload.prefillChunk > 0 &&
                           input.estimate->workload.batchedTokens == 0;
    return card == nullptr || isByChunk
               ? 0
               : startTokens(input.estimate->engine, input.estimate->served, card->device,
                             input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr);
}

/// vLLM takes no fewer tokens at once than sequences (verify_max_model_len() of
/// vllm/config/scheduler.py).
void raiseChunk(const PlacementPlan& plan, Serving& serving, Options& options) {
    const auto& workload = plan.request.workload;
    const auto chunk =
        std::ranges::find(options, "max_num_batched_tokens", &Options::value_type::first);
    if (chunk != options.end() && workload->prefillChunk < workload->batch) {
        chunk->second = std::to_string(workload->batch);
        serving.lost.push_back(
            {say("Prompts are planned in chunks of %1 tokens", workload->prefillChunk),
             say("vLLM needs at least one token per sequence in a chunk: %1 tokens",
                 workload->batch)});
    }
}

Options vllmOptions(const ExportInput& input, Serving& serving) {
    const PlacementPlan& plan = *input.plan;
    Options options{{"pipeline_parallel_size", std::to_string(serving.split.gpus.size())},
                    {"tensor_parallel_size", std::to_string(serving.tensorParallel)},
                    {"dtype", computeDtype(input, serving)}};
    if (serving.hosts.size() > 1) {
        options.emplace_back("distributed_executor_backend", "ray");
    }
    addWorkload(plan,
                {"max_model_len", "max_num_seqs", "max_num_batched_tokens", "limit_mm_per_prompt"},
                options);
    options.insert(options.end(), serving.quantization.begin(), serving.quantization.end());
    raiseChunk(plan, serving, options);
    const std::uint64_t batched = batchedTokens(input);
    if (batched > 0) {
        std::erase_if(options,
                      [](const auto& option) { return option.first == "max_num_batched_tokens"; });
        options.emplace_back("max_num_batched_tokens", std::to_string(batched));
    }
    addKvType(input, serving, options);
    const bool isShareGiven = plan.request.workload && plan.request.workload->memoryShare > 0;
    const std::uint64_t kvBytes =
        input.estimate && !isShareGiven ? mostKvBytes(*input.estimate, serving) : 0;
    if (isShareGiven) {
        options.emplace_back("gpu_memory_utilization", decimal(plan.request.workload->share()));
    } else if (kvBytes > 0) {
        options.emplace_back("kv_cache_memory_bytes", std::to_string(kvBytes));
    } else if (const auto share = memoryShare(plan, serving)) {
        options.emplace_back("gpu_memory_utilization", *share);
    }
    const StageOffload& offload = serving.split.offload;
    if (offload.groupSize > 0) {
        options.emplace_back("offload_backend", "prefetch");
        addPrefetchGroups(plan, offload, options);
    } else if (offload.bytes > 0) {
        options.emplace_back("offload_backend", "uva");
        options.emplace_back("cpu_offload_gb", decimal(offload.bytes / static_cast<double>(kGiB)));
    }
    if (offload.groupSize > 0 || offload.bytes > 0) {
        // set_offloader() in vllm/v1/worker/gpu/model_runner.py.
        serving.lost.push_back(
            {say("vLLM 0.22.0 to 0.27.1 silently ignores the offload options if it uses its V2 "
                 "model runner, the default for many models"),
             say("use vLLM 0.28.0 or later, or set VLLM_USE_V2_MODEL_RUNNER=0 for these "
                 "versions")});
    }
    return options;
}

Options sglangOptions(const ExportInput& input, Serving& serving) {
    const PlacementPlan& plan = *input.plan;
    Options options{{"pp_size", std::to_string(serving.split.gpus.size())},
                    {"tp_size", std::to_string(serving.tensorParallel)},
                    {"dtype", computeDtype(input, serving)}};
    addWorkload(plan,
                {"context_length", "max_running_requests", "chunked_prefill_size",
                 "limit_mm_data_per_request"},
                options);
    options.insert(options.end(), serving.quantization.begin(), serving.quantization.end());
    addKvType(input, serving, options);
    const auto& workload = plan.request.workload;
    if (workload && workload->memoryShare > 0) {
        options.emplace_back("mem_fraction_static", decimal(workload->share()));
    } else if (const auto share = memoryShare(plan, serving)) {
        options.emplace_back("mem_fraction_static", *share);
    }
    const StageOffload& offload = serving.split.offload;
    if (offload.groupSize > 0) {
        addPrefetchGroups(plan, offload, options);
        options.emplace_back("offload_mode", "cpu");
    } else if (offload.bytes > 0) {
        options.emplace_back("cpu_offload_gb", decimal(offload.bytes / static_cast<double>(kGiB)));
    }
    return options;
}

std::map<std::string, std::string> environmentOf(const ExportInput& input, const Serving& serving,
                                                 const StagePartition& partition) {
    std::map<std::string, std::string> environment;
    const std::vector<std::size_t>& counts = serving.split.counts;
    if (counts.size() > 1 &&
        counts != usualStageCounts(serving.chain.layers.size(), counts.size(), partition)) {
        environment[partition.variable] = joinedText(counts, ",");
    }
    const std::string visible = visibleDevices(serving.gpus, input.shown);
    if (serving.hosts.empty() && !visible.empty()) {
        environment[kCudaVisibleDevices] = visible;
    } else if (serving.hosts.size() == 1) {
        environment.merge(serving.hosts.front().environment());
    }
    return environment;
}

/// Ray has to run on all hosts: the first one is where the others find it.
void startRay(const Serving& serving, EngineExport& made) {
    const std::vector<ClusterHost>& hosts = serving.hosts;
    if (hosts.empty()) {
        return;
    }
    made.host = hosts.front().name;
    for (std::size_t rank = 0; hosts.size() > 1 && rank < hosts.size(); ++rank) {
        HostCommand own{hosts[rank].name, rank, hosts[rank].environment(), {"ray", "start"}};
        if (rank == 0) {
            own.command.insert(own.command.end(), {"--head", "--port=6379"});
        } else {
            own.command.push_back("--address=" + made.host + ":6379");
        }
        own.command.push_back("--num-gpus=" + std::to_string(hosts[rank].gpus.size()));
        made.hosts.push_back(std::move(own));
    }
    if (hosts.size() > 2) {
        made.cannotExpress.push_back(
            {say("The order in which stages are assigned to the hosts after the first host"),
             say("vLLM starts with the hosts that have fewer GPUs; among hosts with the same "
                 "number of GPUs, it starts with the lower address")});
    }
}

/// The same command on every host, with its rank.
void addNodes(const Serving& serving, EngineExport& made) {
    const std::vector<ClusterHost>& hosts = serving.hosts;
    if (hosts.empty()) {
        return;
    }
    made.host = hosts.front().name;
    if (hosts.size() < 2) {
        return;
    }
    const std::vector<std::string> command = made.command;
    const auto onHost = [&](std::size_t rank) {
        std::vector<std::string> words = command;
        words.insert(words.end(), {"--nnodes", std::to_string(hosts.size()), "--node-rank",
                                   std::to_string(rank), "--dist-init-addr", made.host + ":20000"});
        return words;
    };
    for (std::size_t rank = 1; rank < hosts.size(); ++rank) {
        auto environment = made.environment;
        environment.merge(hosts[rank].environment());
        made.hosts.push_back({hosts[rank].name, rank, std::move(environment), onHost(rank)});
    }
    made.command = onHost(0);
    made.environment.merge(hosts.front().environment());
    if (std::ranges::any_of(hosts, [&](const ClusterHost& host) {
            return host.gpus.size() != hosts.front().gpus.size();
        })) {
        made.cannotExpress.push_back({say("The hosts have different numbers of GPUs"),
                                      say("SGLang runs the same number of processes on each host, "
                                          "and refuses hosts with different numbers of GPUs")});
    }
}

void addOptions(std::vector<std::string>& command, const Options& options) {
    for (const auto& [key, value] : options) {
        std::string name = "--" + key;
        std::ranges::replace(name, '_', '-');
        command.push_back(std::move(name));
        command.push_back(value);
    }
}

/// The words for adapters: `option`, and each as NAME=PATH.
std::vector<std::string> adapterWords(const PretrainedSource& source, const char* option) {
    std::vector<std::string> words;
    for (const auto& [name, path] : source.adapters) {
        words.push_back(name + "=" + path);
    }
    if (!words.empty()) {
        words.insert(words.begin(), option);
    }
    return words;
}

/// vLLM has room for adapters of rank 16 where it is not told of larger ones.
std::vector<std::string> rankWords(const Checkpoint* checkpoint) {
    constexpr std::array<std::int64_t, 6> kRanks = {32, 64, 128, 256, 320, 512};
    constexpr std::int64_t kUsual = 16;
    std::int64_t rank = 0;
    if (checkpoint != nullptr && checkpoint->adapters) {
        for (const Adapter& adapter : *checkpoint->adapters) {
            rank = std::max(rank, adapter.rankTo);
        }
    }
    const auto room = std::ranges::lower_bound(kRanks, rank);
    return rank <= kUsual || room == kRanks.end()
               ? std::vector<std::string>()
               : std::vector<std::string>{"--max-lora-rank", std::to_string(*room)};
}

/// Served adapters lie over the requests that ask for them.
std::vector<NotExpressed> servedAdapterLoss(const PretrainedSource& source) {
    std::vector<NotExpressed> losses;
    for (const auto& [name, path] : source.adapters) {
        losses.push_back(
            {say("The adapter %1 is applied to the model in every request", name),
             say("the engine applies the adapter only in requests that specify its name")});
    }
    return losses;
}

std::string servedModel(const PretrainedSource& source) {
    return source.ggufFile.empty() ? source.locationOrPlaceholder()
                                   : source.location + "/" + source.ggufFile;
}

EngineExport servingExport(const ExportInput& input, const Serving& serving) {
    EngineExport made;
    made.cannotExpress = serving.lost;
    made.differs = placedDifferently(*input.plan, serving.there);
    const auto bytes =
        serving.quantization.empty() ? loadedBytes(*input.plan) : storageBytes(*input.plan);
    holdToRoom(made, input,
               serving.tensorParallel > 1 ? dividedWeights(bytes, serving.gpus)
                                          : heldWeights(*input.plan, serving.there, bytes),
               serving.share);
    addPositionLoss(input, serving.engine, made);
    if (isFloat16Instead(input, serving)) {
        made.cannotExpress.push_back(
            {say("The plan computes in bfloat16"),
             isGgufFile(input) && serving.engine == kVllm
                 ? say("%1 uses float16 for GGUF files on GPUs with a compute capability below 8.0 "
                       "or from 10.0 on",
                       serving.engine)
                 : say("%1 uses float16 on GPUs with a compute capability below 8.0",
                       serving.engine)});
    }
    return made;
}

/// Options as lines of YAML, so many blanks in front; an object of JSON is one of YAML, too.
std::string yamlOf(const Options& options, std::size_t indent) {
    std::string text;
    for (const auto& [key, value] : options) {
        const bool isNumber = value.find_first_not_of("0123456789.") == std::string::npos;
        const bool isPlain = isNumber || value.starts_with('{');
        text +=
            std::string(indent, ' ') + key + ": " + (isPlain ? value : quotedLiteral(value)) + "\n";
    }
    return text;
}

/// A server that is started by one command.
EngineExport startedBy(std::vector<std::string> command, const Options& options,
                       const ExportInput& input, const Serving& serving) {
    EngineExport made = servingExport(input, serving);
    made.command = std::move(command);
    addOptions(made.command, options);
    if (input.source.runsOwnCode) {
        made.command.emplace_back("--trust-remote-code");
    }
    return made;
}

}  // namespace

Result<EngineExport> exportToVllm(const ExportInput& input) {
    auto serving = servingOf(input, kVllm, 3);
    STOWAGE_TRY(serving);
    const Options options = vllmOptions(input, *serving);
    EngineExport made =
        startedBy({"vllm", "serve", servedModel(input.source)}, options, input, *serving);
    if (!input.source.adapters.empty()) {
        made.command.emplace_back("--enable-lora");
        std::ranges::move(rankWords(input.checkpoint.get()), std::back_inserter(made.command));
        std::ranges::move(adapterWords(input.source, "--lora-modules"),
                          std::back_inserter(made.command));
    }
    addLosses(made.cannotExpress, servedAdapterLoss(input.source));
    made.environment = environmentOf(input, *serving, kVllmPartition);
    startRay(*serving, made);
    return made;
}

Result<EngineExport> exportToSglang(const ExportInput& input) {
    auto serving = servingOf(input, "SGLang", 0);
    STOWAGE_TRY(serving);
    const Options options = sglangOptions(input, *serving);
    EngineExport made = startedBy(
        {"python", "-m", "sglang.launch_server", "--model-path", servedModel(input.source)},
        options, input, *serving);
    const auto& workload = input.plan->request.workload;
    if (workload && workload->images > 0) {
        made.command.emplace_back("--enable-multimodal");  // some families are text alone without
    }
    std::ranges::move(adapterWords(input.source, "--lora-paths"), std::back_inserter(made.command));
    addLosses(made.cannotExpress, servedAdapterLoss(input.source));
    made.environment = environmentOf(input, *serving, kSglangPartition);
    addNodes(*serving, made);
    return made;
}

Result<EngineExport> exportToRay(const ExportInput& input) {
    auto serving = servingOf(input, kVllm, 3);
    STOWAGE_TRY(serving);
    const Options options = vllmOptions(input, *serving);
    const std::string visible = visibleDevices(serving->gpus, {});
    if (serving->hosts.empty() && !visible.empty()) {
        serving->lost.push_back({say("The stages are on GPUs %1", visible),
                                 say("Ray chooses the GPUs itself: each stage uses the next GPU")});
        for (std::size_t i = 0; i < serving->split.gpus.size(); ++i) {
            serving->split.gpus[i] = DeviceId::gpu(static_cast<std::uint32_t>(i));
        }
        serving->gpus = serving->split.gpus;
        const PlacementPlan& plan = *input.plan;
        serving->there =
            splitPlaces(*plan.request.tree, serving->chain, serving->split, storageBytes(plan));
    }
    addLosses(serving->lost, adapterLoss(input.source, "Ray"));
    EngineExport made = servingExport(input, *serving);
    auto environment = environmentOf(input, *serving, kVllmPartition);
    environment.erase(kCudaVisibleDevices);  // Ray sets it for each of its processes
    const std::string name = input.source.name.empty() ? "model" : input.source.name;
    std::string text =
        "applications:\n- name: llm\n  route_prefix: /\n"
        "  import_path: ray.serve.llm:build_openai_app\n  args:\n    llm_configs:\n"
        "    - model_loading_config:\n        model_id: " +
        quotedLiteral(name) +
        "\n        model_source: " + quotedLiteral(servedModel(input.source)) +
        "\n      engine_kwargs:\n" + yamlOf(options, 8);
    if (input.source.runsOwnCode) {
        text += "        trust_remote_code: true\n";
    }
    if (!environment.empty()) {
        text += "      runtime_env:\n        env_vars:\n";
        for (const auto& [key, value] : environment) {
            text += "          " + key + ": " + quotedLiteral(value) + "\n";
        }
    }
    made.files["serve.yaml"] = text;
    made.command = {"serve", "run", "serve.yaml"};
    startRay(*serving, made);
    return made;
}

}  // namespace stowage
