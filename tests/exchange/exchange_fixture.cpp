// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/exchange/exchange_fixture.h"

#include "engine/base/byte_size.h"
#include "engine/capacity/block_shapes.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/place/place.h"

#include <cstdio>
#include <cstdlib>

namespace stowage::test {
namespace {

/// The list of layers, by the most bytes; the fixture's own, so that the product's is checked.
std::vector<ModuleId> layersOf(const ModuleTree& tree) {
    std::vector<ModuleId> layers;
    for (const char* path : {"model.layers", "transformer.h", "gpt_neox.layers", "layers"}) {
        const auto list = tree.findModule(path);
        if (list) {
            layers = tree.children(*list);
        }
    }
    return layers;
}

DeviceId anyDevice(std::size_t gpus, std::mt19937& random) {
    const std::size_t number = random() % (gpus + 2);
    return number < gpus    ? DeviceId::gpu(static_cast<std::uint32_t>(number))
           : number == gpus ? DeviceId::cpu()
                            : DeviceId::disk();
}

std::vector<DeviceId> layerDevices(std::size_t layers, std::size_t gpus, unsigned kind,
                                   std::mt19937& random) {
    std::vector<DeviceId> devices;
    const std::size_t offloaded = kind == 1 ? random() % (layers - gpus) : 0;
    const std::size_t period = 2 + random() % 4;
    std::uint32_t gpu = 0;
    for (std::size_t i = 0; i < layers; ++i) {
        const std::size_t left = layers - i;
        const bool goesOn =
            gpu + 1 < gpus && i > 0 && (random() % 3 == 0 || left <= gpus - gpu - 1);
        gpu += goesOn ? 1 : 0;
        const bool isOff = left <= offloaded || (kind == 2 && i % period + 1 == period);
        devices.push_back(kind >= 3 ? anyDevice(gpus, random)
                          : isOff   ? DeviceId::cpu()
                                    : DeviceId::gpu(gpu));
    }
    return devices;
}

}  // namespace

DescribedModel describedModel(const std::string& name, const std::string& config) {
    auto checkpoint = configCheckpoint(config, name + "/config.json");
    if (!checkpoint) {
        std::fprintf(stderr, "%s\n", checkpoint.error().message.english().c_str());
        std::abort();
    }
    return {name, std::make_shared<const Checkpoint>(std::move(*checkpoint))};
}

std::vector<DescribedModel> smallModels() {
    const std::string sizes =
        "\"hidden_size\": 512, \"intermediate_size\": 2048, \"num_hidden_layers\": 10, "
        "\"num_attention_heads\": 8, \"num_key_value_heads\": 4, \"vocab_size\": 4000, "
        "\"max_position_embeddings\": 4096, \"torch_dtype\": \"bfloat16\"";
    const auto config = [&sizes](const char* family, const char* className, const char* more) {
        return std::string("{\"model_type\": \"") + family + "\", \"architectures\": [\"" +
               className + "\"], " + sizes + more + "}";
    };
    return {
        describedModel("llama", config("llama", "LlamaForCausalLM", "")),
        describedModel("qwen2",
                       config("qwen2", "Qwen2ForCausalLM", ", \"tie_word_embeddings\": true")),
        describedModel("mixtral",
                       config("mixtral", "MixtralForCausalLM", ", \"num_local_experts\": 4")),
        describedModel("gemma2", config("gemma2", "Gemma2ForCausalLM", ", \"head_dim\": 64")),
        describedModel("gpt2",
                       "{\"model_type\": \"gpt2\", \"architectures\": [\"GPT2LMHeadModel\"], "
                       "\"n_embd\": 256, \"n_head\": 4, \"n_layer\": 8, \"n_positions\": 1024, "
                       "\"vocab_size\": 5000}"),
    };
}

std::vector<DeviceInfo> machineWithGpus(std::size_t gpus) {
    std::vector<DeviceInfo> devices;
    for (std::uint32_t i = 0; i < gpus; ++i) {
        DeviceInfo gpu;
        gpu.id = DeviceId::gpu(i);
        gpu.simulated = true;
        gpu.capacity = 8 * kGiB;
        devices.push_back(gpu);
    }
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.capacity = 64 * kGiB;
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    devices.push_back(cpu);
    devices.push_back(disk);
    return devices;
}

std::shared_ptr<const PlacementPlan> plannedMap(const DescribedModel& model, const DeviceMap& map,
                                                std::size_t gpus) {
    PlacementRequest request;
    request.tree = model.tree();
    request.devices = machineWithGpus(gpus);
    request.budgets = defaultBudgets(request.devices, static_cast<double>(64 * kGiB));
    request.strategy = Strategy::Manual;
    request.givenMap = map;
    const auto plan = place(request);
    return plan ? *plan : nullptr;
}

DeviceMap randomMap(const ModuleTree& tree, std::size_t gpus, std::mt19937& random) {
    const auto kind = static_cast<unsigned>(random() % 5);
    const std::vector<ModuleId> layers = layersOf(tree);
    const auto devices = layerDevices(layers.size(), gpus, kind, random);
    // Everything outside of layers: with the first layer, but often anywhere.
    const bool isStraight = random() % 2 == 0;
    DeviceMap map({{"", isStraight ? devices.front() : anyDevice(gpus, random)}});
    for (const char* name : {"lm_head", "model.norm", "transformer.ln_f"}) {
        if (tree.findModule(name)) {
            map.set(name, isStraight ? devices.back() : anyDevice(gpus, random));
        }
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        map.set(tree.path(layers[i]), devices[i]);
        for (const ModuleId part : tree.children(layers[i])) {
            if (kind == 4 && random() % 3 == 0) {
                map.set(tree.path(part), anyDevice(gpus, random));
            }
        }
    }
    return map;
}

ExportInput exportInput(const DescribedModel& model, std::shared_ptr<const PlacementPlan> plan) {
    ExportInput input;
    input.plan = std::move(plan);
    input.checkpoint = model.checkpoint;
    input.source.name = model.name;
    input.source.className = model.checkpoint->modelFacts->className;
    input.source.location = "/models/" + model.name;
    return input;
}

std::vector<std::pair<std::string, std::string>> placesOf(
    const PlacementPlan& plan, const std::vector<PlacedElsewhere>& differs) {
    const ModuleTree& tree = *plan.request.tree;
    std::vector<std::pair<std::string, std::string>> places;
    for (std::size_t storage = 0; storage < plan.storageDevices.size(); ++storage) {
        const TensorSpec& tensor = tree.tensor(plan.storageOwners[storage]);
        if (tensor.kind == TensorKind::Buffer && !tensor.persistent) {
            continue;
        }
        const auto device = plan.storageDevices[storage];
        std::string name = device ? deviceName(*device) : "nowhere";
        for (const PlacedElsewhere& differing : differs) {
            const std::string& path = differing.module;
            if (path.empty() || tensor.name == path || tensor.name.starts_with(path + ".")) {
                name = deviceName(differing.there);
            }
        }
        places.emplace_back(tensor.name, name);
    }
    return places;
}

}  // namespace stowage::test
