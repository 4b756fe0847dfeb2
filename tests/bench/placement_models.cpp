// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/placement_models.h"

#include "engine/model/module_tree.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace stowage::bench {

namespace {

using Json = nlohmann::ordered_json;

ModuleDraft leaf(const std::string& name, const std::string& className, std::int64_t rows,
                 std::int64_t columns) {
    ModuleDraft module;
    module.name = name;
    module.className = className;
    if (rows > 0) {
        module.parameters.push_back({"weight", DType::Float32, {rows, columns}});
        module.parameters.push_back({"bias", DType::Float32, {rows}});
    }
    return module;
}

ModuleDraft container(const std::string& name, const std::string& className,
                      std::vector<ModuleDraft> children) {
    ModuleDraft module;
    module.name = name;
    module.className = className;
    module.children = std::move(children);
    return module;
}

/// 16 modules: a transformer's block with a buffer and two that hold nothing.
ModuleDraft block(const std::string& name) {
    constexpr std::int64_t kWidth = 64;
    ModuleDraft rotary = leaf("rotary", "Rotary", 0, 0);
    rotary.buffers.push_back({"inv_freq", DType::Float32, {kWidth / 2}, false});
    return container(
        name, "Block",
        {leaf("ln_1", "LayerNorm", kWidth, 1),
         container("attn", "Attention",
                   {leaf("q", "Linear", kWidth, kWidth), leaf("k", "Linear", kWidth, kWidth),
                    leaf("v", "Linear", kWidth, kWidth), leaf("o", "Linear", kWidth, kWidth),
                    leaf("dropout", "Dropout", 0, 0), std::move(rotary)}),
         leaf("ln_2", "LayerNorm", kWidth, 1),
         container(
             "mlp", "MLP",
             {leaf("gate", "Linear", 4 * kWidth, kWidth), leaf("up", "Linear", 4 * kWidth, kWidth),
              leaf("act", "SiLU", 0, 0), leaf("down", "Linear", kWidth, 4 * kWidth),
              leaf("norm", "LayerNorm", kWidth, 1)})});
}

BenchModel built(ModelDraft draft) {
    draft.root.className = "Model";
    auto tree = ModuleTreeBuilder::build(draft);
    if (!tree) {
        std::fprintf(stderr, "%s\n", tree.error().message.english().c_str());
        std::exit(1);
    }
    BenchModel model;
    model.tree = *tree;
    model.noSplit = draft.noSplitClasses;
    return model;
}

/// `gpus` of equal size and a CPU; shares of the model's bytes.
void setBudgets(BenchModel& model, unsigned gpus, double gpuShare, double cpuShare) {
    const auto total = static_cast<double>(model.tree->totalBytes());
    for (unsigned i = 0; i < gpus; ++i) {
        model.budgets.emplace_back(DeviceKey::gpu(i),
                                   PythonNumber{std::floor(total * gpuShare), false});
    }
    model.budgets.emplace_back(DeviceKey::fromText("cpu"),
                               PythonNumber{std::floor(total * cpuShare), false});
}

ModuleDraft levels(const std::string& name, unsigned depth) {
    if (depth == 0) {
        return leaf(name, "Linear", 24, 24);
    }
    std::vector<ModuleDraft> children;
    if (depth > 1) {
        children.push_back(leaf("norm", "LayerNorm", 24, 1));
    }
    for (const char* const child : {"a", "b", "c"}) {
        children.push_back(levels(child, depth - 1));
    }
    return container(name, "Level", std::move(children));
}

}  // namespace

BenchModel modelOfBlocks() {
    constexpr unsigned kBlocks = 6250;
    ModelDraft draft;
    draft.noSplitClasses = {"Block"};
    std::vector<ModuleDraft> blocks;
    for (unsigned i = 0; i < kBlocks; ++i) {
        blocks.push_back(block(std::to_string(i)));
    }
    draft.root.children.push_back(leaf("embed", "Embedding", 1000, 64));
    draft.root.children.push_back(container("layers", "ModuleList", std::move(blocks)));
    draft.root.children.push_back(leaf("head", "Linear", 1000, 64));
    BenchModel model = built(std::move(draft));
    setBudgets(model, 8, 0.1, 0.1);
    for (unsigned i = 0; i < kBlocks; ++i) {
        model.blocks.push_back("layers." + std::to_string(i));
    }
    return model;
}

BenchModel deepModel() {
    constexpr unsigned kDepth = 10;  // 3^10 leaves with the modules around them
    ModelDraft draft;
    draft.root.children.push_back(levels("tree", kDepth));
    draft.root.children.push_back(levels("rest", kDepth - 3));
    draft.root.children.push_back(leaf("head", "Linear", 1000, 24));
    BenchModel model = built(std::move(draft));
    constexpr unsigned kGpus = 64;
    setBudgets(model, kGpus, 0.9 / kGpus, 0.05);
    return model;
}

BenchModel flatModel(unsigned leaves) {
    ModelDraft draft;
    for (unsigned i = 0; i < leaves; ++i) {
        draft.root.children.push_back(
            leaf("layer_" + std::to_string(i), "Linear", 32 + i % 1009, 32));
    }
    BenchModel model = built(std::move(draft));
    setBudgets(model, 8, 0.1, 0.1);
    return model;
}

PlacementRequest requestFor(const BenchModel& model) {
    PlacementRequest request;
    request.tree = model.tree;
    for (const auto& [key, bytes] : model.budgets) {
        const DeviceId id = key.device().value_or(DeviceId::disk());
        DeviceInfo device;
        device.id = id;
        device.name = "bench";
        device.simulated = id.isGpu();
        device.capacity = static_cast<std::uint64_t>(2 * bytes.value);
        request.devices.push_back(device);
        request.budgets.push_back({id, bytes.value, {}, bytes.isFloat});
    }
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    request.devices.push_back(disk);
    request.budgetsAreDefaults = false;
    request.constraints.noSplit = model.noSplit;
    return request;
}

std::string describe(const BenchModel& model) {
    Json modules = Json::array();
    for (const ModuleNode& node : model.tree->nodes()) {
        Json tensors = Json::array();
        for (const TensorSpec& tensor : model.tree->ownTensors(node.id)) {
            const std::string own = tensor.name.substr(tensor.name.rfind('.') + 1);
            tensors.push_back({own, tensor.shape, tensor.kind == TensorKind::Buffer});
        }
        const std::int64_t parent = node.parent.isValid() ? std::int64_t{node.parent.value} : -1;
        modules.push_back({parent, node.name, node.className, std::move(tensors)});
    }
    Json budgets = Json::array();
    for (const auto& [key, bytes] : model.budgets) {
        const auto whole = static_cast<std::int64_t>(bytes.value);
        budgets.push_back({key.isIndex() ? Json(key.index) : Json(key.text()), whole});
    }
    return Json{{"modules", std::move(modules)},
                {"max_memory", std::move(budgets)},
                {"no_split", model.noSplit}}
        .dump();
}

}  // namespace stowage::bench
