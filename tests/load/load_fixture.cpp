// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/load/load_fixture.h"

#include "engine/device/allocator_model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <random>

namespace stowage::test {

namespace {

[[noreturn]] void giveUp(const std::string& reason) {
    std::fprintf(stderr, "fixture: %s\n", reason.c_str());
    std::abort();
}

std::uint64_t extentElements(const FixtureTensor& tensor) {
    if (tensor.strides.empty()) {
        return elementCount(tensor.shape);
    }
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        last += static_cast<std::uint64_t>((tensor.shape[i] - 1) * tensor.strides[i]);
    }
    return last + 1;
}

/// Ordinary numbers where they are floats, any bits otherwise.
std::vector<char> content(DType dtype, std::uint64_t bytes, std::mt19937& random) {
    std::vector<char> data(bytes);
    if (dtype == DType::Float32) {
        for (std::uint64_t at = 0; at + 4 <= bytes; at += 4) {
            const float value = static_cast<float>(random() % 2000001U) / 1e6F - 1.0F;
            std::memcpy(data.data() + at, &value, 4);
        }
        return data;
    }
    std::generate(data.begin(), data.end(),
                  [&] { return static_cast<char>(random() % (dtype == DType::Bool ? 2U : 60U)); });
    return data;
}

ModuleDraft& moduleAt(ModuleDraft& root, const std::string& path) {
    ModuleDraft* module = &root;
    std::size_t begin = 0;
    while (begin < path.size()) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string name = path.substr(begin, end - begin);
        auto found = std::find_if(module->children.begin(), module->children.end(),
                                  [&](const ModuleDraft& child) { return child.name == name; });
        if (found == module->children.end()) {
            module->children.push_back(ModuleDraft{name, {}, {}, {}, {}, {}});
            found = module->children.end() - 1;
        }
        module = &*found;
        begin = end + 1;
    }
    return *module;
}

void addToDraft(ModuleDraft& root, const FixtureTensor& tensor) {
    const std::size_t dot = tensor.name.rfind('.');
    const std::string path = dot == std::string::npos ? "" : tensor.name.substr(0, dot);
    const std::string name = dot == std::string::npos ? tensor.name : tensor.name.substr(dot + 1);
    ModuleDraft& module = moduleAt(root, path);
    auto& list = name == "mask" ? module.buffers : module.parameters;
    list.push_back(ModuleDraft::Tensor{name, tensor.dtype, tensor.shape, true});
}

std::shared_ptr<const ModuleTree> built(const ModelDraft& draft) {
    Result<std::shared_ptr<const ModuleTree>> tree = ModuleTreeBuilder::build(draft);
    if (!tree) {
        giveUp(tree.error().message);
    }
    return *tree;
}

}  // namespace

LoadFixture makeFixture(const std::string& folder, const std::vector<FixtureTensor>& tensors,
                        const std::vector<std::vector<std::string>>& tied) {
    const std::string path = folder + "/weights.bin";
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->format = CheckpointFormat::TorchZip;
    ModelDraft draft;
    draft.tied = tied;
    std::ofstream file(path, std::ios::binary);
    std::mt19937 random(7);
    std::uint64_t at = 13;  // no alignment may be assumed
    file.write("header bytes!", 13);
    for (const FixtureTensor& tensor : tensors) {
        const std::uint64_t bytes = extentElements(tensor) * storedBits(tensor.dtype) / 8;
        const std::vector<char> data = content(tensor.dtype, bytes, random);
        file.write(data.data(), static_cast<std::streamsize>(bytes));
        checkpoint->tensors.push_back(StoredTensor{tensor.name, tensor.dtype, tensor.shape,
                                                   tensor.strides, TensorLocation{0, at, bytes},
                                                   0});
        at += bytes;
        addToDraft(draft.root, tensor);
    }
    for (const std::vector<std::string>& group : tied) {
        const auto owner = std::find_if(tensors.begin(), tensors.end(), [&](const auto& tensor) {
            return tensor.name == group.front();
        });
        addToDraft(draft.root, FixtureTensor{group.back(), owner->dtype, owner->shape});
    }
    file.close();
    Result<std::shared_ptr<const RandomAccessFile>> shard = RandomAccessFile::open(path);
    if (!shard) {
        giveUp(shard.error().message);
    }
    checkpoint->path = path;
    checkpoint->shards.push_back(*shard);
    return LoadFixture{checkpoint, built(draft)};
}

LoadFixture smallModel(const std::string& folder, SmallModelRows rows) {
    std::vector<FixtureTensor> tensors{
        {"emb.weight", DType::Float32, {rows.embedding, 500}},
        {"emb.scale", DType::Float32, {}},
        {"emb.nothing", DType::Float32, {0, 4}},
    };
    for (int layer = 0; layer < 4; ++layer) {
        const std::string name = "h." + std::to_string(layer);
        tensors.push_back({name + ".weight", DType::Float32, {rows.layer, 500}});
        tensors.push_back({name + ".bias", DType::Float32, {300}});
        tensors.push_back({name + ".mask", DType::UInt8, {33, 7}});
    }
    tensors.push_back({"view.turned", DType::Float32, {70, 90}, {1, 70}});
    tensors.push_back({"view.expanded", DType::Float32, {5, 40}, {0, 1}});
    tensors.push_back({"norm.steps", DType::Int64, {3}});
    return makeFixture(folder, tensors, {{"emb.weight", "head.weight"}});
}

std::shared_ptr<const ModuleTree> lessonTree(int layers, std::int64_t width) {
    constexpr std::int64_t kVocabulary = 50257;
    constexpr std::int64_t kContext = 1024;
    ModelDraft draft;
    const auto add = [&](const std::string& name, std::vector<std::int64_t> shape) {
        addToDraft(draft.root, FixtureTensor{name, DType::Float32, std::move(shape)});
    };
    add("tok_emb.weight", {kVocabulary, width});
    add("pos_emb.weight", {kContext, width});
    for (int layer = 0; layer < layers; ++layer) {
        const std::string block = "trf_blocks." + std::to_string(layer);
        // The mask belongs to `att` itself, before its children in tree order.
        add(block + ".att.mask", {kContext, kContext});
        for (const char* part : {"W_query", "W_key", "W_value", "out_proj"}) {
            add(block + ".att." + part + ".weight", {width, width});
            add(block + ".att." + part + ".bias", {width});
        }
        add(block + ".ff.layers.0.weight", {4 * width, width});
        add(block + ".ff.layers.0.bias", {4 * width});
        add(block + ".ff.layers.2.weight", {width, 4 * width});
        add(block + ".ff.layers.2.bias", {width});
        for (const char* norm : {"norm1", "norm2"}) {
            add(block + "." + norm + ".scale", {width});
            add(block + "." + norm + ".shift", {width});
        }
    }
    add("final_norm.scale", {width});
    add("final_norm.shift", {width});
    add("out_head.weight", {kVocabulary, width});
    return built(draft);
}

std::shared_ptr<const Checkpoint> unwrittenCheckpoint(const ModuleTree& tree) {
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->format = CheckpointFormat::TorchZip;
    std::uint64_t at = 0;
    for (const TensorSpec& spec : tree.tensors()) {
        checkpoint->tensors.push_back(StoredTensor{
            spec.name, spec.dtype, spec.shape, {}, TensorLocation{0, at, spec.byteSize}, 0});
        at += spec.byteSize;
    }
    return checkpoint;
}

std::shared_ptr<const PlacementPlan> planFor(
    std::shared_ptr<const ModuleTree> tree, const std::vector<DeviceInfo>& devices,
    const std::vector<std::pair<std::string, DeviceId>>& map, std::optional<DType> dtype) {
    auto plan = std::make_shared<PlacementPlan>();
    plan->request.tree = tree;
    plan->request.devices = devices;
    plan->request.strategy = Strategy::Manual;
    plan->request.constraints.dtype = dtype;
    plan->map = DeviceMap(map);
    plan->storageDevices.resize(tree->storageCount());
    for (const TensorSpec& spec : tree->tensors()) {
        if (!plan->storageDevices[spec.storage.index()]) {
            plan->storageDevices.set(spec.storage.index(), plan->map.deviceOf(spec.name));
        }
    }
    for (const DeviceInfo& device : devices) {
        DevicePlacement placement;
        placement.device = device;
        plan->placements.push_back(placement);
    }
    return plan;
}

DeviceInfo gpuInfo(std::uint32_t index, std::uint64_t capacity) {
    DeviceInfo info;
    info.id = DeviceId::gpu(index);
    info.name = "Simulated";
    info.simulated = true;
    info.capacity = capacity;
    return info;
}

DeviceInfo cpuInfo() {
    DeviceInfo info;
    info.id = DeviceId::cpu();
    info.name = "CPU";
    return info;
}

}  // namespace stowage::test
