// SPDX-License-Identifier: GPL-3.0-or-later
// Random tiny models of the families that run, their placements and workloads.
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/capacity/engine_profile.h"
#include "engine/capacity/optimal/optimal_search.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/checkpoint/write/safetensors_writer.h"
#include "engine/checkpoint/write/sample_layout.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/bench/capacity_trials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace stowage::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kPositions = 256;
constexpr std::uint64_t kMostTries = 40;
/// More memory than anything here needs.
constexpr std::uint64_t kPlenty = 64 * kGiB;
/// Parameters × tokens of a pass, so that a trial takes tenths of a second.
constexpr std::uint64_t kMostProducts = 600'000'000;

/// Small ones for what lies in one small segment, larger ones for segments of their own.
void drawSizes(CaseRandom& random, RandomModel& model) {
    const std::uint64_t size = random.below(10);
    model.heads = random.pick<std::uint64_t>({1, 2, 3, 4, 6, 8});
    const std::uint64_t most = size < 4 ? 64 : size < 8 ? 192 : 512;
    model.width = std::max<std::uint64_t>(most / (8 * model.heads), 1);
    model.width = 8 * model.heads * random.between(1, model.width);
    model.layers = random.between(1, size < 8 ? 6 : 3);
    model.vocabulary = random.pick<std::uint64_t>({97, 512, 1000, 4096, 7001});
}

std::uint64_t divisorOf(CaseRandom& random, std::uint64_t number) {
    for (;;) {
        if (const std::uint64_t divisor = random.between(1, number); number % divisor == 0) {
            return divisor;
        }
    }
}

Json gpt2Config(CaseRandom& random, const RandomModel& model) {
    Json config{{"architectures", {"GPT2LMHeadModel"}},
                {"model_type", "gpt2"},
                {"vocab_size", model.vocabulary},
                {"n_positions", kPositions},
                {"n_embd", model.width},
                {"n_layer", model.layers},
                {"n_head", model.heads},
                {"activation_function", random.pick({"gelu_new", "gelu", "relu"})},
                {"tie_word_embeddings", random.chance(70)}};
    if (random.chance(40)) {
        config["n_inner"] = random.between(1, 4 * model.width);
    }
    return config;
}

Json bertConfig(CaseRandom& random, const RandomModel& model) {
    return {{"architectures", {random.pick({"BertModel", "BertForMaskedLM"})}},
            {"model_type", "bert"},
            {"vocab_size", model.vocabulary},
            {"hidden_size", model.width},
            {"intermediate_size", random.between(1, 4 * model.width)},
            {"num_hidden_layers", model.layers},
            {"num_attention_heads", model.heads},
            {"max_position_embeddings", kPositions},
            {"type_vocab_size", 2},
            {"hidden_act", "gelu"},
            {"pad_token_id", 0}};
}

Json chatGlmConfig(CaseRandom& random, RandomModel& model) {
    model.headWidth = model.width / model.heads;
    return {{"architectures", {"ChatGLMModel"}},
            {"model_type", "chatglm"},
            {"vocab_size", model.vocabulary},
            {"hidden_size", model.width},
            {"num_layers", model.layers},
            {"num_attention_heads", model.heads},
            {"inner_hidden_size", random.between(1, 4 * model.width)},
            {"bos_token_id", model.vocabulary - 2},
            {"gmask_token_id", model.vocabulary - 3},
            {"mask_token_id", model.vocabulary - 4}};
}

Json chatGlm2Config(CaseRandom& random, RandomModel& model) {
    model.headWidth = 4 * random.between(1, 16);
    return {{"architectures", {"ChatGLMModel"}},
            {"model_type", "chatglm"},
            {"padded_vocab_size", model.vocabulary},
            {"hidden_size", model.width},
            {"num_layers", model.layers},
            {"num_attention_heads", model.heads},
            {"ffn_hidden_size", random.between(1, 4 * model.width)},
            {"kv_channels", model.headWidth},
            {"seq_length", kPositions},
            {"original_rope", true},
            {"multi_query_attention", true},
            {"multi_query_group_num", divisorOf(random, model.heads)},
            {"add_qkv_bias", random.chance(50)}};
}

/// Llama and what is like it.
Json llamaConfig(CaseRandom& random, const RandomModel& model, const std::string& type,
                 const char* className) {
    Json config{{"architectures", {className}},
                {"model_type", type},
                {"vocab_size", model.vocabulary},
                {"hidden_size", model.width},
                {"intermediate_size", random.between(1, 4 * model.width)},
                {"num_hidden_layers", model.layers},
                {"num_attention_heads", model.heads},
                {"num_key_value_heads", divisorOf(random, model.heads)},
                {"max_position_embeddings", kPositions},
                {"hidden_act", "silu"},
                {"rms_norm_eps", 1e-5},
                {"rope_theta", 10000.0},
                {"tie_word_embeddings", random.chance(40)}};
    if (type == "llama") {
        config["attention_bias"] = random.chance(30);
        config["mlp_bias"] = random.chance(30);
    }
    const bool ownWidth = type == "qwen3" || type.starts_with("glm") || random.chance(30);
    if (ownWidth && type != "qwen2") {
        config["head_dim"] = 4 * random.between(1, 20);
    }
    const std::uint64_t window = random.between(1, 120);
    if (type == "mistral") {
        config["sliding_window"] = random.chance(70) ? Json(window) : Json();
    } else if (type == "mixtral") {
        config["sliding_window"] = nullptr;
        config["num_local_experts"] = random.between(2, 8);
        config["num_experts_per_tok"] = random.between(1, 2);
    } else if (type == "qwen2" && random.chance(50)) {
        config["use_sliding_window"] = true;
        config["sliding_window"] = window;
        config["max_window_layers"] = random.between(1, model.layers);
    }
    return config;
}

/// What ChatGLM's own files hold beside its parameters.
void addFrequencies(const RandomModel& model, DType dtype, SampleLayout& layout) {
    const auto add = [&](const std::string& module, std::uint64_t headWidth) {
        const auto count = static_cast<std::int64_t>((headWidth / 2 + 1) / 2);
        layout.tensors.push_back({module + ".inv_freq", dtype, {count}});
    };
    if (model.family == "chatglm2") {
        add("transformer.rotary_pos_emb", model.headWidth);
    }
    for (std::uint64_t i = 0; model.family == "chatglm" && i < model.layers; ++i) {
        add("transformer.layers." + std::to_string(i) + ".attention.rotary_emb", model.headWidth);
    }
}

/// The names and shapes of the file.
Result<SampleLayout> layoutOf(const RandomModel& model, DType dtype) {
    SampleOptions options;
    options.arch = model.family;
    options.dtype = dtype;
    if (!model.config.empty()) {
        auto layout = layOutConfig(model.config, options);
        STOWAGE_TRY(layout);
        addFrequencies(model, dtype, *layout);
        return layout;
    }
    const auto signedSize = [](std::uint64_t size) { return static_cast<std::int64_t>(size); };
    options.sizes =
        SampleSizes{signedSize(model.vocabulary), signedSize(kPositions), signedSize(model.width),
                    signedSize(model.layers), signedSize(model.heads)};
    return layOutSample(options);
}

/// A random sign and mantissa over a small power of two.
void fill(std::span<std::byte> target, DType dtype, std::uint64_t& state) {
    const std::uint32_t exponent = dtype == DType::Float16 ? 0x2400U : 0x3C80U;
    for (std::size_t at = 0; at + 2 <= target.size(); at += 2) {
        state ^= state << 13U;
        state ^= state >> 7U;
        state ^= state << 17U;
        const bool isLow = dtype == DType::Float32 && at % 4 == 0;
        const auto mantissa = static_cast<std::uint32_t>(state & 0x7FU);
        const auto sign = static_cast<std::uint32_t>((state >> 20U) & 0x8000U);
        const std::uint32_t number = isLow ? 0 : exponent | mantissa | sign;
        target[at] = static_cast<std::byte>(number & 0xFFU);
        target[at + 1] = static_cast<std::byte>(number >> 8U);
    }
}

}  // namespace

RandomModel randomModel(CaseRandom& random) {
    RandomModel model;
    drawSizes(random, model);
    struct Kind {
        const char* type;
        const char* className;
    };
    static constexpr std::array<Kind, 12> kKinds{{{"gpt2", ""},
                                                  {"bert", ""},
                                                  {"raschka-gpt2", ""},
                                                  {"chatglm", ""},
                                                  {"chatglm2", ""},
                                                  {"llama", "LlamaForCausalLM"},
                                                  {"mistral", "MistralForCausalLM"},
                                                  {"mixtral", "MixtralForCausalLM"},
                                                  {"qwen2", "Qwen2ForCausalLM"},
                                                  {"qwen3", "Qwen3ForCausalLM"},
                                                  {"glm", "GlmForCausalLM"},
                                                  {"glm4", "Glm4ForCausalLM"}}};
    const Kind kind = kKinds[random.below(kKinds.size())];
    model.family = kind.type;
    model.isMixture = model.family == "mixtral";
    if (model.family == "gpt2") {
        model.config = gpt2Config(random, model).dump();
    } else if (model.family == "bert") {
        model.isGenerative = false;
        model.config = bertConfig(random, model).dump();
    } else if (model.family == "chatglm") {
        model.takesBatches = false;
        model.needsLongPrompt = true;
        model.config = chatGlmConfig(random, model).dump();
    } else if (model.family == "chatglm2") {
        model.config = chatGlm2Config(random, model).dump();
    } else if (model.family != "raschka-gpt2") {
        model.config = llamaConfig(random, model, model.family, kind.className).dump();
    }
    return model;
}

Result<void> writeModel(const RandomModel& model, DType dtype, CaseRandom& random,
                        const std::string& folder) {
    const auto layout = layoutOf(model, dtype);
    STOWAGE_TRY(layout);
    std::uint64_t state = random.between(1, 1U << 30U);
    CheckpointWriteJob job;
    job.path = folder + "/model.safetensors";
    job.tensors = layout->tensors;
    job.durability = AtomicFileWriter::Durability::Cached;
    job.source = [&](std::size_t index, std::uint64_t, std::span<std::byte> target) {
        fill(target, layout->tensors[index].dtype, state);
        return Result<void>();
    };
    STOWAGE_TRY(writeSafetensors(job));
    std::ofstream(folder + "/config.json") << layout->configJson;
    return {};
}

namespace {

DeviceInfo deviceOf(DeviceId id, std::optional<std::uint64_t> capacity) {
    DeviceInfo info;
    info.id = id;
    info.name = id.isGpu() ? "Simulated" : deviceLabel(id);
    info.simulated = id.isGpu();
    info.capacity = capacity;
    return info;
}

std::vector<DeviceInfo> drawDevices(CaseRandom& random) {
    std::vector<DeviceInfo> devices;
    const std::uint64_t gpus = random.between(1, 4);
    for (std::uint32_t i = 0; i < gpus; ++i) {
        DeviceInfo gpu = deviceOf(DeviceId::gpu(i), kPlenty);
        gpu.context = random.pick<std::uint64_t>({0, 0, 3 * kMiB, 300 * kMiB + 1});
        gpu.usedByOthers = random.pick<std::uint64_t>({0, 0, 5'000'003, 1 * kGiB});
        devices.push_back(std::move(gpu));
    }
    devices.push_back(deviceOf(DeviceId::cpu(), kPlenty));
    devices.push_back(deviceOf(DeviceId::disk(), kPlenty));
    return devices;
}

/// Modules with weights, layers before their parts; some of them on devices of their own.
DeviceMap drawMap(CaseRandom& random, const ModuleTree& tree,
                  const std::vector<DeviceInfo>& devices) {
    const auto any = [&] { return devices[random.below(devices.size())].id; };
    std::vector<DeviceMap::Entry> entries{{"", random.chance(75) ? DeviceId::gpu(0) : any()}};
    const unsigned percent = static_cast<unsigned>(random.between(5, 60));
    for (const ModuleNode& node : tree.nodes()) {
        const std::string& path = tree.path(node.id);
        const auto depth = std::ranges::count(path, '.');
        if (path.empty() || depth > 3 || !random.chance(depth > 2 ? percent / 6 : percent)) {
            continue;
        }
        entries.emplace_back(path, any());
    }
    return DeviceMap(std::move(entries));
}

std::uint64_t weightBytes(const PlacementPlan& plan) {
    double bytes = 0;
    for (const DevicePlacement& placement : plan.placements) {
        bytes += placement.weights;
    }
    return static_cast<std::uint64_t>(bytes);
}

Result<std::shared_ptr<const PlacementPlan>> allOnFirst(PlacementRequest request) {
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", DeviceId::gpu(0)}});
    return place(request);
}

void drawBudgets(CaseRandom& random, PlacementRequest& request, double bytes) {
    request.budgets.clear();
    request.budgetsAreDefaults = false;
    for (const DeviceInfo& device : request.devices) {
        if (device.id != DeviceId::disk()) {
            const double share = random.chance(20) ? 2 : random.share() * 1.2;
            request.budgets.push_back({device.id, std::floor(bytes * share), "", false});
        }
    }
}

/// Leaves a map in the request; its name is what is returned.
Result<std::string> drawPlacement(CaseRandom& random, PlacementRequest& request) {
    const auto whole = allOnFirst(request);
    STOWAGE_TRY(whole);
    const auto bytes = static_cast<double>(weightBytes(**whole));
    std::string name = "all on one GPU";
    DeviceMap map({{"", DeviceId::gpu(0)}});
    const std::uint64_t kind = random.below(10);
    for (std::uint64_t tries = 0; kind > 0 && tries < kMostTries; ++tries) {
        PlacementRequest drawn = request;
        if (kind < 5) {
            drawn.strategy = Strategy::Manual;
            drawn.givenMap = drawMap(random, *request.tree, request.devices);
        } else {
            drawn.strategy = random.pick(
                {Strategy::Auto, Strategy::Balanced, Strategy::BalancedLow0, Strategy::Sequential});
            drawBudgets(random, drawn, bytes);
        }
        const auto plan = place(drawn);
        if (!plan || (*plan)->verdict == Verdict::DoesNotFit || (*plan)->accelerateError) {
            continue;
        }
        name = kind < 5 ? "by hand" : std::string(strategyName(drawn.strategy));
        map = (*plan)->map;
        break;
    }
    request.strategy = Strategy::Manual;
    request.givenMap = map;
    request.budgets.clear();
    request.budgetsAreDefaults = true;
    return name;
}

Workload drawWorkload(CaseRandom& random, const RandomModel& model, std::uint64_t parameters) {
    Workload work;
    work.engine = kOwnEngine;
    work.batch = model.takesBatches && random.chance(60) ? random.between(1, 5) : 1;
    work.prompt = random.pick<std::uint64_t>(
        {1, random.between(1, 16), random.between(1, 64), random.between(1, 200)});
    work.prompt = std::max<std::uint64_t>(
        std::min(work.prompt, kMostProducts / std::max<std::uint64_t>(parameters * work.batch, 1)),
        model.needsLongPrompt ? 3 : 1);
    work.generate = !model.isGenerative || random.chance(30) ? 0 : random.between(1, 40);
    return work;
}

/// GPUs that have room for some of it, each a card or a simulated one.
void drawScarceGpus(CaseRandom& random, PlacementRequest& request, double bytes) {
    for (DeviceInfo& device : request.devices) {
        if (device.id.isGpu()) {
            device.name = random.pick({"Simulated", "GeForce RTX 4090", "Tesla T4"});
            device.capacity = device.usedByOthers + device.context +
                              static_cast<std::uint64_t>(bytes * (0.05 + 1.3 * random.share())) +
                              random.below(6) * 2 * kMiB;
            device.linkBytesPerSecond = static_cast<double>(random.between(1, 24)) * 1e9;
        }
    }
    request.budgets = defaultBudgets(request.devices, static_cast<double>(kPlenty));
}

/// Leaves the map, the window and the rules of `optimal` in a case's request, which stood for
/// devices with less memory than its own.
Result<void> takeOptimalPlan(CaseRandom& random, CapacityCase& drawn) {
    PlacementRequest& own = drawn.request;
    own.hooks.offloaded.clear();
    const auto whole = allOnFirst(own);
    STOWAGE_TRY(whole);
    const auto bytes = static_cast<double>(weightBytes(**whole));
    for (std::uint64_t tries = 0; tries < kMostTries; ++tries) {
        PlacementRequest request = own;
        drawScarceGpus(random, request, bytes);
        request.strategy = Strategy::Optimal;
        request.givenMap = {};
        request.workload = drawn.workload;
        request.search = makePlacementSearch(drawn.checkpoint, nullptr);
        request.objective.kind =
            drawn.workload.generate == 0
                ? Objective::Prefill
                : random.pick({Objective::Decode, Objective::Decode, Objective::Prefill,
                               Objective::Mix, Objective::Context, Objective::Pipeline});
        const auto plan = place(request);
        if (!plan) {
            return plan.unexpected();
        }
        if (!(*plan)->optimal->value) {
            continue;
        }
        own.givenMap = (*plan)->map;
        own.prefetchWindow = (*plan)->request.prefetchWindow;
        own.hooks.offloaded = (*plan)->request.hooks.offloaded;
        drawn.placement = "optimal, " + std::string(objectiveName(request.objective.kind));
        return {};
    }
    return fail(ErrorCode::Internal, "No plan carries it: " + drawn.text());
}

}  // namespace

std::string CapacityCase::text() const {
    std::string text =
        model.family + " " + std::to_string(model.width) + "×" + std::to_string(model.layers) +
        ", " + std::string(dtypeName(dtype)) + ", " + placement + ", " +
        workloadText(workload).english() + ", generate " + std::to_string(workload.generate) +
        ", window " + std::to_string(request.prefetchWindow) +
        (request.constraints.offloadBuffers ? ", buffers offloaded" : "") +
        (request.executionDevice ? ", runs on " + deviceName(*request.executionDevice) : "") +
        (request.hooks.preloadClasses.empty()
             ? ""
             : ", preloads " + request.hooks.preloadClasses.front()) +
        (request.hooks.offloaded.empty()
             ? ""
             : ", offloaded " + joinedText(offloadRuleWords(request.hooks.offloaded), " ")) +
        ";";
    for (const auto& [path, device] : request.givenMap.entries()) {
        text += " " + (path.empty() ? std::string("\"\"") : path) + "=" + deviceName(device);
    }
    return text;
}

Result<CapacityCase> makeCapacityCase(std::uint64_t seed, const std::string& folder,
                                      CasePlan plan) {
    CaseRandom random(seed);
    CapacityCase drawn;
    drawn.seed = seed;
    drawn.model = randomModel(random);
    const DType stored = random.pick({DType::Float32, DType::Float32, DType::BFloat16});
    STOWAGE_TRY(writeModel(drawn.model, stored, random, folder));
    const auto checkpoint = openCheckpoint(folder);
    STOWAGE_TRY(checkpoint);
    const auto tree = buildModuleTree(**checkpoint);
    STOWAGE_TRY(tree);
    drawn.checkpoint = *checkpoint;
    drawn.request.tree = *tree;
    drawn.request.devices = drawDevices(random);
    drawn.dtype = stored;
    if (random.chance(30)) {
        drawn.dtype = random.pick({DType::Float32, DType::BFloat16, DType::Float16});
        drawn.request.constraints.dtype = drawn.dtype;
    }
    drawn.request.constraints.offloadBuffers = random.chance(20);
    drawn.request.prefetchWindow = static_cast<unsigned>(random.below(4));
    if (random.chance(10)) {
        const ModuleNode& node = (*tree)->nodes()[random.below((*tree)->nodes().size())];
        drawn.request.hooks.preloadClasses = {node.className};
    }
    if (random.chance(10)) {
        const auto& devices = drawn.request.devices;
        drawn.request.executionDevice = devices[random.below(devices.size() - 1)].id;
    }
    auto name = drawPlacement(random, drawn.request);
    STOWAGE_TRY(name);
    drawn.placement = std::move(*name);
    std::uint64_t parameters = 0;
    for (const TensorSpec& tensor : (*tree)->tensors()) {
        parameters += elementCount(tensor.shape);
    }
    drawn.workload = drawWorkload(random, drawn.model, parameters);
    for (auto mode = OffloadRule::Mode::Compute; random.chance(20);
         mode = OffloadRule::Mode::Stream) {
        const ModuleNode& node = (*tree)->nodes()[random.below((*tree)->nodes().size())];
        drawn.request.hooks.offloaded.push_back({mode, (*tree)->path(node.id)});
    }
    if (plan == CasePlan::Optimal) {
        STOWAGE_TRY(takeOptimalPlan(random, drawn));
    }
    return drawn;
}

}  // namespace stowage::bench
