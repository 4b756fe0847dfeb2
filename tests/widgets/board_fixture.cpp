// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/board_fixture.h"

#include "engine/base/byte_size.h"
#include "engine/plan/place/place.h"

#include <cstdio>
#include <cstdlib>

namespace stowage::test {

namespace {

/// A fixture that cannot be made is a defect of the test: say so and stop.
template <class T>
T must(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "fixture: %s\n", result.error().message.english().c_str());
        std::abort();
    }
    return std::move(result).value();
}

ModuleDraft leaf(const std::string& name, const std::string& className,
                 std::vector<std::int64_t> weight, std::vector<std::int64_t> bias = {}) {
    ModuleDraft draft;
    draft.name = name;
    draft.className = className;
    draft.parameters.push_back({"weight", DType::Float32, std::move(weight), true});
    if (!bias.empty()) {
        draft.parameters.push_back({"bias", DType::Float32, std::move(bias), true});
    }
    return draft;
}

ModuleDraft makeBlock(int number, std::int64_t width) {
    ModuleDraft attention;
    attention.name = "attn";
    attention.className = "GPT2Attention";
    attention.children = {leaf("c_attn", "Conv1D", {width, 3 * width}, {3 * width}),
                          leaf("c_proj", "Conv1D", {width, width}, {width})};
    ModuleDraft mlp;
    mlp.name = "mlp";
    mlp.className = "GPT2MLP";
    mlp.children = {leaf("c_fc", "Conv1D", {width, 4 * width}, {4 * width}),
                    leaf("c_proj", "Conv1D", {4 * width, width}, {width})};
    ModuleDraft block;
    block.name = std::to_string(number);
    block.className = "GPT2Block";
    block.children = {leaf("ln_1", "LayerNorm", {width}, {width}), attention,
                      leaf("ln_2", "LayerNorm", {width}, {width}), mlp};
    return block;
}

}  // namespace

std::shared_ptr<const ModuleTree> makeGpt2Tree(const Gpt2Shape& shape) {
    ModuleDraft list;
    list.name = "h";
    list.className = "ModuleList";
    for (int i = 0; i < shape.blocks; ++i) {
        list.children.push_back(makeBlock(i, shape.width));
    }
    ModuleDraft transformer;
    transformer.name = "transformer";
    transformer.className = "GPT2Model";
    transformer.children = {leaf("wte", "Embedding", {shape.vocabulary, shape.width}),
                            leaf("wpe", "Embedding", {shape.context, shape.width}), list,
                            leaf("ln_f", "LayerNorm", {shape.width}, {shape.width})};
    ModelDraft model;
    model.root.className = "GPT2LMHeadModel";
    model.root.children = {transformer, leaf("lm_head", "Linear", {shape.vocabulary, shape.width})};
    model.tied = {{"transformer.wte.weight", "lm_head.weight"}};
    model.noSplitClasses = {"GPT2Block"};
    model.architecture = "gpt2";
    return must(ModuleTreeBuilder::build(model));
}

std::vector<DeviceInfo> makeDevices(const std::string& gpus) {
    std::vector<DeviceInfo> devices = must(parseSimulatedGpus(gpus));
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.name = "24 GiB RAM";
    cpu.capacity = 24 * kGiB;
    cpu.usedByOthers = 5 * kGiB;
    devices.push_back(cpu);
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Offload folder";
    devices.push_back(disk);
    return devices;
}

std::shared_ptr<const PlacementPlan> makePlan(const Gpt2Shape& shape, const std::string& gpus,
                                              const std::string& budgets) {
    PlacementRequest request;
    request.tree = makeGpt2Tree(shape);
    request.devices = makeDevices(gpus);
    request.budgets = defaultBudgets(request.devices, static_cast<double>(16 * kGiB));
    if (!budgets.empty()) {
        std::vector<Message> warnings;
        request.budgets = must(parseMaxMemory(budgets, warnings));
        request.budgetsAreDefaults = false;
    }
    return must(place(request));
}

}  // namespace stowage::test
