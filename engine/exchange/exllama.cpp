// SPDX-License-Identifier: GPL-3.0-or-later
// ExLlamaV3, as TabbyAPI serves it: config_sample.yml of tabbyAPI, and the loader of exllamav3
// (exllamav3/model/model.py: modules in their order, each on the first GPU whose limit has room for
// it; the embedding stays in the CPU's memory).
#include "engine/base/strings.h"
#include "engine/exchange/cluster_hosts.h"
#include "engine/exchange/engine_targets.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/exchange/settings_text.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace stowage {
namespace {

constexpr std::uint64_t kCacheMultiple = 256;  ///< tokens
constexpr unsigned kFullCacheBits = 16;

/// What decides where a layer lies.
struct ExllamaSettings {
    std::vector<DeviceId> gpus;
    std::vector<double> limits;     ///< bytes
    std::uint64_t cacheTokens = 0;  ///< of all sequences
    unsigned cacheBits = kFullCacheBits;
};

/// Bytes of keys and values that come with each layer.
double cacheBytesOfLayer(const ModelFacts* facts, const ExllamaSettings& settings) {
    constexpr double kBitsOfByte = 8;
    return facts == nullptr || !facts->cache
               ? 0
               : static_cast<double>(facts->cache->elements) *
                     static_cast<double>(settings.cacheTokens) * settings.cacheBits / kBitsOfByte;
}

/// Bytes of what is placed as one: each layer with its keys and values, then all that follows.
std::vector<double> unitBytes(const ModuleTree& tree, const LayerChain& chain,
                              const std::vector<std::uint64_t>& bytes, double cacheBytes) {
    std::vector<double> units(chain.layers.size() + 1);
    for (const TensorId owner : storageOwners(tree)) {
        const std::size_t place = chain.places[owner.index()];
        if (place != LayerChain::kBefore && tree.tensor(owner).kind == TensorKind::Parameter) {
            units[std::min(place, chain.layers.size())] +=
                static_cast<double>(bytes[tree.tensor(owner).storage.index()]);
        }
    }
    for (std::size_t layer = 0; layer < chain.layers.size(); ++layer) {
        units[layer] += cacheBytes;
    }
    return units;
}

/// The GPU of each unit. Error: InvalidArgument, where the limits do not hold them all.
Result<std::vector<DeviceId>> unitGpus(const std::vector<double>& units,
                                       const ExllamaSettings& settings) {
    std::vector<DeviceId> gpus;
    std::size_t gpu = 0;
    double used = 0;
    for (const double unit : units) {
        while (gpu < settings.limits.size() && used + unit > settings.limits[gpu]) {
            ++gpu;
            used = 0;
        }
        if (gpu == settings.limits.size()) {
            return fail(ErrorCode::InvalidArgument,
                        say("The limits of gpu_split are too low: %1 of %2 layers fit, without the "
                            "modules after the last layer. Raise the limits.",
                            gpus.size(), units.size() - 1),
                        {}, "gpu_split");
        }
        used += unit;
        gpus.push_back(settings.gpus[gpu]);
    }
    return gpus;
}

StoragePlaces placesOfUnits(const ModuleTree& tree, const LayerChain& chain,
                            const std::vector<DeviceId>& gpus) {
    return placesBy(tree, [&](TensorId tensor) {
        const std::size_t place = chain.places[tensor.index()];
        return place == LayerChain::kBefore ? DeviceId::cpu()
                                            : gpus[std::min(place, chain.layers.size())];
    });
}

/// With vision the image tower, and what leads from it to the layers, is loaded first.
void placeVision(const PlacementPlan& plan, const LayerChain& chain, const ModelFacts* facts,
                 DeviceId first, StoragePlaces& there) {
    const auto& workload = plan.request.workload;
    const bool hasTower = facts != nullptr && facts->images && workload && workload->images > 0;
    const ModuleTree& tree = *plan.request.tree;
    for (std::size_t i = 0; hasTower && i < tree.tensors().size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        const bool isTable =
            tree.node(tensor.module).className.find("Embedding") != std::string::npos &&
            tensor.name.find(facts->images->tower) == std::string::npos;
        if (chain.places[i] == LayerChain::kBefore && !isTable) {
            there[tensor.storage.index()] = first;
        }
    }
}

/// Bytes that a GPU has for weights, keys and values; nothing where that is not known.
std::optional<double> roomOf(const PlacementPlan& plan, DeviceId gpu) {
    const DevicePlacement* const placement = plan.placement(gpu);
    if (placement == nullptr) {
        return std::nullopt;
    }
    std::optional<double> room = placement->budget;
    if (const auto free = placement->device.freeBytes()) {
        room = std::min(room.value_or(static_cast<double>(*free)), static_cast<double>(*free));
    }
    return room;
}

/// Layers that are planned off the GPUs count with their neighbours: a stage that has no room for
/// them leaves its first ones to the stage before, or else its last ones to the next.
void leaveWhatHasNoRoom(const PlacementPlan& plan, const std::vector<double>& units,
                        PipelineSplit& split) {
    const std::size_t stages = split.gpus.size();
    // What follows the last layer is on the last stage; half a layer stays for activations.
    const auto isOver = [&](std::size_t stage) {
        const auto room = roomOf(plan, split.gpus[stage]);
        double sum = units.front() / 2 + (stage + 1 == stages ? units.back() : 0);
        for (std::size_t unit = 0; unit + 1 < units.size(); ++unit) {
            sum += split.stageOf(unit) == stage ? units[unit] : 0;
        }
        return room && sum > *room;
    };
    for (std::size_t stage = stages; stage-- > 1;) {
        for (; split.counts[stage] > 1 && isOver(stage); --split.counts[stage]) {
            ++split.counts[stage - 1];
        }
    }
    for (std::size_t stage = 0; stage + 1 < stages; ++stage) {
        for (; split.counts[stage] > 1 && isOver(stage); --split.counts[stage]) {
            ++split.counts[stage + 1];
        }
    }
}

/// Limits that hold what each stage has and half of what comes next beside it, for activations, in
/// hundredths of a GiB upwards.
void setLimits(const std::vector<double>& units, const PipelineSplit& split,
               ExllamaSettings& settings) {
    constexpr double kStep = static_cast<double>(kGiB) / 100;
    std::vector<double> sums(split.gpus.size());
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        const bool isLast = unit + 1 == units.size();
        const std::size_t stage = isLast ? sums.size() - 1 : split.stageOf(unit);
        sums[stage] += units[unit];
        if (!isLast && stage > 0 && split.stageOf(unit - 1) != stage) {
            sums[stage - 1] += units[unit] / 2;
        }
    }
    sums.back() += units.front() / 2;
    settings.gpus = split.gpus;
    for (const double sum : sums) {
        settings.limits.push_back(std::ceil(sum / kStep) * kStep);
    }
}

std::string limitsText(const ExllamaSettings& settings) {
    return joinedText(settings.limits, ", ", [](double limit) {
        const auto hundredths =
            static_cast<std::uint64_t>(std::llround(100 * limit / static_cast<double>(kGiB)));
        const std::string rest = std::to_string(hundredths % 100);
        return std::to_string(hundredths / 100) + "." + (rest.size() == 1 ? "0" : "") + rest;
    });
}

/// Of the cache's type the nearest that exllamav3 has; what is lost goes into `lost`.
void setCache(const PlacementPlan& plan, ExllamaSettings& settings,
              std::vector<NotExpressed>& lost) {
    const auto& workload = plan.request.workload;
    if (!workload) {
        return;
    }
    const std::uint64_t tokens = workload->tokens() * workload->batch;
    settings.cacheTokens = (tokens + kCacheMultiple - 1) / kCacheMultiple * kCacheMultiple;
    const auto type = workload->kvType;
    if (type == KvType::Int8 || type == KvType::Fp8) {
        settings.cacheBits = 8;
    } else if (type == KvType::Q4) {
        settings.cacheBits = 4;
    }
    if (type == KvType::Fp8 || type == KvType::Float32) {
        lost.push_back({say("Keys and values are planned in %1", kvTypeName(*type)),
                        say("ExLlama stores keys and values in %1 bits", settings.cacheBits)});
    }
}

std::string configText(const ExportInput& input, const ExllamaSettings& settings) {
    const PretrainedSource& source = input.source;
    const std::filesystem::path path =  // a folder: TabbyAPI fetches nothing when it starts
        source.location.empty()      ? "models/" + source.locationOrPlaceholder()
        : source.cacheFolder.empty() ? source.location
                                     : source.cacheFolder;
    const std::string bits = std::to_string(settings.cacheBits);
    std::string text = "# exllamav3's own programs take the same as: -gs ";
    std::string limits = limitsText(settings);
    std::erase(limits, ' ');
    text += limits + "\nmodel:\n  backend: exllamav3\n  model_dir: " +
            quotedLiteral(path.parent_path().string()) +
            "\n  model_name: " + quotedLiteral(path.filename().string()) +
            "\n  gpu_split_auto: false\n  gpu_split: [" + limitsText(settings) + "]\n";
    const auto& workload = input.plan->request.workload;
    if (workload) {
        text += "  max_seq_len: " + std::to_string(workload->tokens()) +
                "\n  cache_size: " + std::to_string(settings.cacheTokens) + "\n  cache_mode: " +
                (settings.cacheBits == kFullCacheBits ? "FP16" : bits + "," + bits) +
                "\n  max_batch_size: " + std::to_string(workload->batch) + "\n" +
                (workload->images > 0 ? "  vision: true\n" : "");
    }
    return text;
}

}  // namespace

Result<EngineExport> exportToExllama(const ExportInput& input) {
    const PlacementPlan& plan = *input.plan;
    const ModuleTree& tree = *plan.request.tree;
    const ModelFacts* const facts = input.checkpoint ? input.checkpoint->modelFacts.get() : nullptr;
    STOWAGE_TRY(plannedPlaces(plan));
    const auto chain = layerChain(tree, facts);
    STOWAGE_TRY(chain);
    auto split = nearestSplit(plan, *chain);
    STOWAGE_TRY(split);
    EngineExport made;
    ExllamaSettings settings;
    made.cannotExpress = quantizationLoss(plan, "ExLlama");
    made.addLosses(pipelineLosses(plan, *chain, *split, "ExLlama"));
    made.addLosses(adapterLoss(input.source, "ExLlama"));
    setCache(plan, settings, made.cannotExpress);
    const auto units =
        unitBytes(tree, *chain, storageBytes(plan), cacheBytesOfLayer(facts, settings));
    const bool hasOffloaded = std::ranges::any_of(chain->layers, [&plan](ModuleId layer) {
        const auto device = plan.deviceOf(layer);
        return !device || !device->isGpu();
    });
    if (hasOffloaded) {
        leaveWhatHasNoRoom(plan, units, *split);
    }
    setLimits(units, *split, settings);
    const auto gpus = unitGpus(units, settings);
    STOWAGE_TRY(gpus);
    StoragePlaces there = placesOfUnits(tree, *chain, *gpus);
    placeVision(plan, *chain, facts, split->gpus.front(), there);
    made.differs = placedDifferently(plan, there);
    auto held = heldWeights(plan, there, loadedBytes(plan));
    for (std::size_t layer = 0; layer < chain->layers.size() && input.estimate == nullptr;
         ++layer) {
        held[(*gpus)[layer]] += cacheBytesOfLayer(facts, settings);
    }
    holdToRoom(made, input, held);
    const bool isOffloaded = std::ranges::any_of(made.differs, [](const PlacedElsewhere& place) {
        return !place.planned.isGpu() && place.there.isGpu();
    });
    if (isOffloaded) {
        made.cannotExpress.push_back({say("Weights are planned outside the GPUs"),
                                      say("ExLlama keeps every layer on a GPU, so the limits are "
                                          "set high enough for all layers")});
    }
    made.files["config.yml"] = configText(input, settings);
    made.command = {"python", "main.py", "--config", "config.yml"};
    if (const std::string visible = visibleDevices(split->gpus, input.shown); !visible.empty()) {
        made.environment["CUDA_VISIBLE_DEVICES"] = visible;
    }
    return made;
}

Result<ImportedPlan> importFromExllama(const ImportInput& input) {
    SettingsText text(input.text);
    const auto chain = layerChain(*input.tree, input.facts.get());
    STOWAGE_TRY(chain);
    const auto limits = readNumbers(text.find({"gpu_split", "gs"}).value_or(""), "gpu_split");
    STOWAGE_TRY(limits);
    const auto visible = text.find({"CUDA_VISIBLE_DEVICES"});
    const auto order =
        visible ? readCounts(*visible, "CUDA_VISIBLE_DEVICES") : Result(std::vector<std::size_t>());
    STOWAGE_TRY(order);
    const auto tokens = readCounts(text.find({"cache_size", "cs"}).value_or("0"), "cache_size");
    STOWAGE_TRY(tokens);
    const std::string mode = text.find({"cache_mode", "cq"}).value_or("FP16");
    const auto bits = mode == "FP16" ? Result(std::vector<std::size_t>{kFullCacheBits})
                                     : readCounts(mode, "cache_mode");
    STOWAGE_TRY(bits);
    ExllamaSettings settings;
    settings.cacheTokens = tokens->front();
    settings.cacheBits =
        static_cast<unsigned>(std::min<std::size_t>(bits->front(), kFullCacheBits));
    for (std::size_t i = 0; i < limits->size(); ++i) {
        settings.gpus.push_back(
            DeviceId::gpu(static_cast<std::uint32_t>(i < order->size() ? (*order)[i] : i)));
        settings.limits.push_back(std::round((*limits)[i] * 100) *
                                  (static_cast<double>(kGiB) / 100));
    }
    const auto units = unitBytes(*input.tree, *chain, storageBytes(*input.tree, input.dtype),
                                 cacheBytesOfLayer(input.facts.get(), settings));
    const auto gpus = unitGpus(units, settings);
    STOWAGE_TRY(gpus);
    ImportedPlan plan;
    plan.from = "exllama";
    plan.map.map = mapOfPlaces(*input.tree, placesOfUnits(*input.tree, *chain, *gpus));
    text.skip({"gpu_split_auto", "backend", "model_dir"});
    STOWAGE_TRY(finishImport(text, input, {}, plan));
    plan.notes.push_back(
        say("The layers are assigned to the GPUs by the planned sizes of the weights. If the files "
            "are quantised, more layers fit on the first GPUs."));
    return plan;
}

}  // namespace stowage
