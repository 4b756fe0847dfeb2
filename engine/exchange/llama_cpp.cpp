// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp and Ollama, which runs it.
//
// llama.cpp: tools/server/README.md (options), common/arg.cpp (how -ot is parted at commas and at
// the first "="), load_tensors() of src/llama-model.cpp.
// Adapters: convert_lora_to_gguf.py.
// Ollama: docs/modelfile.md (PARAMETER, ADAPTER), docs/faq.md (variables); of adapters it takes one
// (llm/server.go).
#include "engine/base/ssh_text.h"
#include "engine/base/strings.h"
#include "engine/device/machine_link.h"
#include "engine/exchange/cluster_hosts.h"
#include "engine/exchange/engine_targets.h"
#include "engine/exchange/export_text.h"
#include "engine/exchange/llama_cpp_places.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/model/quantization.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace stowage {
namespace {

constexpr const char* kAllLayers = "999";  ///< more than any model has

std::string ggufFileOf(const ExportInput& input) {
    if (isGgufFile(input)) {
        return input.checkpoint->shards.empty() ? input.checkpoint->path
                                                : input.checkpoint->shards.front()->path();
    }
    return (input.source.name.empty() ? "model" : input.source.name) + ".gguf";
}

/// The model in a command of llama.cpp's converters, which take a repository by another option than
/// a folder.
std::string modelWords(const ExportInput& input, const char* folderOption = "",
                       const char* hubOption = "--remote ") {
    const bool isFolder = input.source.cacheFolder.empty();
    return (isFolder ? folderOption : hubOption) + shellWord(input.source.locationOrPlaceholder());
}

/// What has to be done before, where the model is no GGUF file.
std::vector<NotExpressed> conversionLoss(const ExportInput& input) {
    if (isGgufFile(input)) {
        return {};
    }
    const DType dtype = computedDtype(input);
    const std::string type = dtype == DType::BFloat16  ? "bf16"
                             : dtype == DType::Float16 ? "f16"
                                                       : "f32";
    const std::string command = "python convert_hf_to_gguf.py " + modelWords(input) +
                                " --outfile " + shellWord(ggufFileOf(input)) + " --outtype " + type;
    std::vector<NotExpressed> losses = {
        {say("The model is not a GGUF file"), say("convert to GGUF first: %1", command)}};
    const auto& quantization = input.plan->request.constraints.quantization;
    if (quantization && !quantization->declaredBy.empty()) {
        losses.push_back(
            {say("The weights are quantised (%1)", quantizationText(*quantization)),
             say("the conversion writes the weights as %1, which requires more memory", type)});
    }
    return losses;
}

/// Adapters have a file of their own, which -m does not name and a tool of llama.cpp's makes.
std::vector<NotExpressed> addAdapters(const ExportInput& input, EngineExport& made) {
    std::vector<NotExpressed> losses;
    for (const auto& [name, path] : input.source.adapters) {
        const std::string file = name + ".gguf";
        made.command.insert(made.command.end(), {"--lora", file});
        const std::string command = "python convert_lora_to_gguf.py " + shellWord(path) + " " +
                                    modelWords(input, "--base ", "--base-model-id ") +
                                    " --outfile " + shellWord(file);
        losses.push_back({say("The adapter %1 is not a GGUF file", name),
                          say("convert to GGUF first: %1", command)});
    }
    return losses;
}

/// The image tower has a file of its own, which the same tool makes.
std::vector<NotExpressed> addImages(const ExportInput& input, EngineExport& made) {
    const auto& workload = input.plan->request.workload;
    if (!workload || workload->images == 0) {
        return {};
    }
    const std::string file =
        "mmproj-" + (input.source.name.empty() ? "model" : input.source.name) + ".gguf";
    made.command.insert(made.command.end(), {"--mmproj", file});
    const std::string command = "python convert_hf_to_gguf.py " + modelWords(input) +
                                " --mmproj --outfile " + shellWord(file);
    return {{say("Images need a GGUF file of the image encoder"),
             say("convert to GGUF first: %1", command)}};
}

/// What both are told of a plan, and what of it comes to.
struct LlamaCppPlan {
    LayerChain chain;
    GgufNames names;
    PipelineSplit split;  ///< no GPUs: the CPU alone
    LlamaCppSettings settings;
    std::string main{};                ///< of a cluster: the host that runs it
    std::vector<ClusterHost> hosts{};  ///< the others are its RPC servers
};

/// GPUs that hold weights beside those with layers come behind them.
void addIdleGpus(const PlacementPlan& plan, PipelineSplit& split) {
    for (const DevicePlacement& placement : plan.placements) {
        const DeviceId device = placement.device.id;
        if (device.isGpu() && placement.weights > 0 &&
            std::ranges::find(split.gpus, device) == split.gpus.end()) {
            split.gpus.push_back(device);
            split.counts.push_back(0);
        }
    }
}

Result<LlamaCppPlan> llamaCppPlan(const ExportInput& input) {
    const PlacementPlan& plan = *input.plan;
    const ModelFacts* const facts = input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr;
    STOWAGE_TRY(plannedPlaces(plan));
    auto chain = layerChain(*plan.request.tree, facts);
    STOWAGE_TRY(chain);
    auto names = ggufNames(*plan.request.tree, *chain, facts);
    STOWAGE_TRY(names);
    LlamaCppPlan made{std::move(*chain), std::move(*names), {}, {}};
    if (auto split = nearestSplit(plan, made.chain)) {
        made.split = std::move(*split);
    }
    addIdleGpus(plan, made.split);
    made.settings.gpus = made.split.gpus;
    made.hosts = clusterHosts(plan, made.split.gpus);
    const auto& devices = plan.request.devices;
    made.main = areSeveralMachines(devices) ? hostName(firstMachine(devices)) : std::string();
    return made;
}

std::string rpcEndpoint(const ClusterHost& host) {
    return host.name + ":50052";
}

/// What a GPU is called on the main host: as a device, or as a buffer of tensors. RPC devices are
/// counted through all servers, their buffers by the server's own devices.
std::string nameOfGpu(const LlamaCppPlan& made, DeviceId gpu, bool isBuffer) {
    std::size_t rpc = 0;
    for (const ClusterHost& host : made.hosts) {
        const auto at =
            static_cast<std::size_t>(std::ranges::find(host.gpus, gpu) - host.gpus.begin());
        const bool isHere = at < host.gpus.size();
        if (host.name == made.main) {
            if (isHere) {
                return "CUDA" + std::to_string(at);
            }
            continue;
        }
        if (isHere) {
            return isBuffer ? "RPC" + std::to_string(at) + "[" + rpcEndpoint(host) + "]"
                            : "RPC" + std::to_string(rpc + at);
        }
        rpc += host.gpus.size();
    }
    const auto found = std::ranges::find(made.settings.gpus, gpu);
    return "CUDA" + std::to_string(found - made.settings.gpus.begin());
}

std::string overrideText(const LlamaCppPlan& made) {
    return joinedText(made.settings.overrides, ",", [&made](const TensorOverride& each) {
        return each.pattern + "=" +
               (each.device.isGpu() ? nameOfGpu(made, each.device, true) : "CPU");
    });
}

/// The RPC servers of the other hosts, and the GPUs in the order of -ts: RPC devices would be the
/// first ones otherwise.
void addServers(const LlamaCppPlan& made, EngineExport& result) {
    result.host = made.main;
    if (made.hosts.empty()) {
        return;
    }
    std::vector<std::string> endpoints;
    for (std::size_t rank = 0; rank < made.hosts.size(); ++rank) {
        const ClusterHost& host = made.hosts[rank];
        if (host.name == made.main) {
            result.environment.merge(host.environment());
            continue;
        }
        const std::string devices = joinedText(
            host.numbers, ",", [](std::size_t number) { return "CUDA" + std::to_string(number); });
        endpoints.push_back(rpcEndpoint(host));
        result.hosts.push_back(
            {host.name,
             rank,
             {},
             {"ggml-rpc-server", "-H", "0.0.0.0", "-p", "50052", "--device", devices}});
    }
    const std::string order = joinedText(
        made.split.gpus, ",", [&made](DeviceId gpu) { return nameOfGpu(made, gpu, false); });
    if (!endpoints.empty()) {
        result.cannotExpress.push_back(
            {say("Access control for the RPC servers"),
             say("the RPC servers require no password; run them only in a private network")});
        result.command.insert(result.command.end(),
                              {"--rpc", joinedText(endpoints, ","), "-dev", order});
    }
}

/// -ts, whole layers by GPU; the output goes with the last of them.
std::vector<std::size_t> slotCounts(const PipelineSplit& split) {
    std::vector<std::size_t> counts = split.counts;
    for (std::size_t i = counts.size(); i-- > 0;) {
        if (counts[i] > 0) {
            ++counts[i];
            break;
        }
    }
    return counts;
}

void addWorkload(const PlacementPlan& plan, EngineExport& made) {
    const auto& workload = plan.request.workload;
    if (!workload) {
        return;
    }
    const auto add = [&made](const char* option, const std::string& value) {
        made.command.emplace_back(option);
        made.command.push_back(value);
    };
    add("-c", std::to_string(workload->tokens() * workload->batch));
    add("-np", std::to_string(workload->batch));
    if (workload->prefillChunk > 0) {
        add("-b", std::to_string(workload->prefillChunk));
        add("-ub", std::to_string(workload->prefillChunk));
    }
    if (!workload->kvType) {
        return;
    }
    const std::string type(llamaCppCacheType(*workload->kvType));
    if (type.empty()) {
        made.cannotExpress.push_back(
            {say("Keys and values are planned in %1", kvTypeName(*workload->kvType)),
             say("llama.cpp has no KV cache of this type and stores keys and values in f16")});
        return;
    }
    add("-ctk", type);
    add("-ctv", type);
    if (type.starts_with('q')) {
        add("-fa", "on");  // quantised values need it
    }
}

/// What of weights off the GPUs llama.cpp does otherwise.
std::vector<NotExpressed> cpuLosses(const PlacementPlan& plan) {
    std::vector<NotExpressed> list = quantizationLoss(plan, "llama.cpp");
    const DevicePlacement* const disk = plan.placement(DeviceId::disk());
    if (disk != nullptr && disk->weights > 0) {
        list.push_back({say("%1 of weights is on disk", formatSize(disk->weights)),
                        say("llama.cpp cannot place weights on disk; it maps the weights into the "
                            "CPU's memory, and the system may drop mapped pages")});
    }
    const DevicePlacement* const cpu = plan.placement(DeviceId::cpu());
    const bool isOff = (cpu != nullptr && cpu->weights > 0) || (disk && disk->weights > 0);
    const auto& rules = plan.request.hooks.offloaded;
    const bool isComputed =
        std::ranges::find(rules, OffloadRule::Mode::Compute, &OffloadRule::mode) != rules.end();
    if (isOff && !isComputed && plan.executionDevice().isGpu()) {
        list.push_back({say("Offloaded weights are copied to a GPU for every forward pass"),
                        say("llama.cpp computes the layers of these weights on the CPU, except for "
                            "long prompts")});
    }
    return list;
}

/// Layers whose keys and values lie on another GPU than their weights.
std::vector<NotExpressed> cacheLoss(const LlamaCppPlan& made, const StoragePlaces& there,
                                    const PlacementPlan& plan) {
    LlamaCppSettings bySplit = made.settings;
    bySplit.overrides.clear();
    const auto places = llamaCppPlaces(*plan.request.tree, made.chain, made.names, bySplit);
    std::size_t apart = 0;
    for (const ModuleId layer : made.chain.layers) {
        const auto tensors = plan.request.tree->subtreeTensors(layer);
        apart += std::ranges::any_of(tensors,
                                     [&](const TensorSpec& tensor) {
                                         const std::size_t i = tensor.storage.index();
                                         return there[i].isGpu() && (*places)[i] != there[i];
                                     })
                     ? 1
                     : 0;
    }
    if (apart == 0) {
        return {};
    }
    return {{apart == 1 ? say("%1 layer is not on the GPU that -ts assigns (-ts assigns "
                              "consecutive layers to a GPU)",
                              apart)
                        : say("%1 layers are not on the GPU that -ts assigns (-ts assigns "
                              "consecutive layers to a GPU)",
                              apart),
             say("keys and values of such a layer remain on the GPU that -ts assigns, and results "
                 "are copied between the GPUs")}};
}

/// With images a file of its own brings what the GGUF file has no place for to the first GPU.
void placeTower(const PlacementPlan& plan, const LlamaCppPlan& made, StoragePlaces& there) {
    const auto& workload = plan.request.workload;
    if (!workload || workload->images == 0 || made.split.gpus.empty()) {
        return;
    }
    for (std::size_t i = 0; i < made.names.size(); ++i) {
        if (made.names[i].empty()) {
            there[plan.request.tree->tensors()[i].storage.index()] = made.settings.gpus.front();
        }
    }
}

/// As setPlaces(); what the CPU has of the file is mapped, and takes memory only while it is used.
void setMappedPlaces(EngineExport& made, const ExportInput& input, const StoragePlaces& there) {
    made.differs = placedDifferently(*input.plan, there);
    const PlacementConstraints& constraints = input.plan->request.constraints;
    // A conversion writes quantised weights as plain numbers.
    auto held =
        heldWeights(*input.plan, there,
                    isGgufFile(input) ? storageBytes(*input.plan)
                                      : storageBytes(*input.plan->request.tree, constraints.dtype));
    held.erase(DeviceId::cpu());
    holdToRoom(made, input, held);
}

/// Tensors that the GGUF file has no place for.
std::vector<NotExpressed> missingNames(const ModuleTree& tree, const GgufNames& names) {
    constexpr std::size_t kMostNames = 3;
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        if (names[i].empty() && tensor.persistent && !isOfAdapter(tensor.name)) {
            missing.push_back(tensor.name);
        }
    }
    if (missing.empty()) {
        return {};
    }
    return {{say("A GGUF file of this model family cannot contain %1",
                 listedNames(missing, kMostNames)),
             say("llama.cpp runs without these tensors, or reads them from a separate file "
                 "(--mmproj)")}};
}

/// A name as Ollama takes it: letters, digits and a few signs, the first of them no sign.
std::string ollamaName(std::string name) {
    for (char& c : name) {
        const bool isTaken =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
        c = isTaken ? c : '-';
    }
    name.erase(0, std::min(name.find_first_not_of("-._"), name.size()));
    return name.empty() ? "model" : name;
}

std::size_t layersOnGpus(const PlacementPlan& plan, const LayerChain& chain) {
    return static_cast<std::size_t>(std::ranges::count_if(chain.layers, [&](ModuleId layer) {
        const auto device = plan.deviceOf(layer);
        return device && device->isGpu();
    }));
}

}  // namespace

Result<EngineExport> exportToLlamaCpp(const ExportInput& input) {
    auto made = llamaCppPlan(input);
    STOWAGE_TRY(made);
    const PlacementPlan& plan = *input.plan;
    EngineExport result;
    result.command = {"llama-server", "-m", ggufFileOf(input)};
    const bool usesGpus = !made->split.gpus.empty();
    result.command.insert(result.command.end(), {"-ngl", usesGpus ? kAllLayers : "0"});
    if (usesGpus) {
        const auto counts = slotCounts(made->split);
        made->settings.gpuLayers = made->chain.layers.size() + 1;
        made->settings.split.assign(counts.begin(), counts.end());
        made->settings.overrides = overridesFor(ggufPlaces(plan, made->names));
        if (counts.size() > 1) {
            result.command.insert(result.command.end(),
                                  {"-sm", "layer", "-ts", joinedText(counts, ",")});
        }
        result.command.insert(result.command.end(), {"-ot", overrideText(*made)});
    }
    addServers(*made, result);
    addWorkload(plan, result);
    result.command.insert(result.command.end(), {"-fit", "off"});
    if (const std::string visible = visibleDevices(made->split.gpus, input.shown);
        made->hosts.empty() && !visible.empty()) {
        result.environment[kCudaVisibleDevices] = visible;
    }
    auto there = llamaCppPlaces(*plan.request.tree, made->chain, made->names, made->settings);
    STOWAGE_TRY(there);
    placeTower(plan, *made, *there);
    result.addLosses(conversionLoss(input));
    result.addLosses(addAdapters(input, result));
    result.addLosses(addImages(input, result));
    result.addLosses(cpuLosses(plan));
    result.addLosses(cacheLoss(*made, *there, plan));
    result.addLosses(missingNames(*plan.request.tree, made->names));
    setMappedPlaces(result, input, *there);
    return result;
}

Result<EngineExport> exportToOllama(const ExportInput& input) {
    auto made = llamaCppPlan(input);
    STOWAGE_TRY(made);
    const PlacementPlan& plan = *input.plan;
    made->settings.gpus = gpusAmong(plan.request.devices);
    made->settings.split = sharesByMemory(plan.request.devices, made->settings.gpus);
    const std::size_t layers = layersOnGpus(plan, made->chain);
    made->settings.gpuLayers = layers > 0 ? layers + 1 : 0;  // the output is the first one there
    EngineExport result;
    std::string text = "FROM " + ggufFileOf(input) + "\nPARAMETER num_gpu " +
                       std::to_string(made->settings.gpuLayers) + "\n";
    const auto& adapters = input.source.adapters;
    if (!adapters.empty()) {
        text += "ADAPTER " + adapters.front().second + "\n";
    }
    if (adapters.size() > 1) {
        result.cannotExpress.push_back(
            {say("%1 adapters are applied to the model", adapters.size()),
             say("Ollama accepts only one adapter; the first adapter is written")});
    }
    const auto& workload = plan.request.workload;
    std::string server = "ollama serve";
    if (const std::string visible = visibleDevices(made->settings.gpus, input.shown);
        !visible.empty()) {
        server = std::string(kCudaVisibleDevices) + "=" + visible + " " + server;
    }
    if (workload) {
        text += "PARAMETER num_ctx " + std::to_string(workload->tokens()) + "\n";
        if (workload->prefillChunk > 0) {
            text += "PARAMETER num_batch " + std::to_string(workload->prefillChunk) + "\n";
        }
        server = "OLLAMA_NUM_PARALLEL=" + std::to_string(workload->batch) + " " + server;
        const bool isQuantised = workload->kvType == KvType::Int8 || workload->kvType == KvType::Q4;
        if (isQuantised) {
            server = "OLLAMA_FLASH_ATTENTION=1 OLLAMA_KV_CACHE_TYPE=" +
                     std::string(llamaCppCacheType(*workload->kvType)) + " " + server;
        }
    }
    result.files["Modelfile"] = text;
    result.command = {"ollama", "create", ollamaName(input.source.name), "-f", "Modelfile"};
    if (server != "ollama serve") {
        result.cannotExpress.push_back({say("Settings for all models of the server"),
                                        say("start the server with: %1", server)});
    }
    result.addLosses(conversionLoss(input));
    result.addLosses(cpuLosses(plan));
    if (made->settings.gpus.size() > 1 && layers > 0) {
        result.cannotExpress.push_back({say("The number of layers on each GPU"),
                                        say("Ollama distributes layers by free memory; only the "
                                            "total number of layers on GPUs can be set")});
    }
    const auto there = llamaCppPlaces(*plan.request.tree, made->chain, made->names, made->settings);
    STOWAGE_TRY(there);
    setMappedPlaces(result, input, *there);
    return result;
}

}  // namespace stowage
