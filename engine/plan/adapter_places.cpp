// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/adapter_places.h"

#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace stowage {
namespace {

/// What holds an adapter's tensors inside a LoRA layer, or a module that it saved whole.
constexpr std::array<std::string_view, 6> kHolders = {"lora_A",           "lora_B",
                                                      "lora_embedding_A", "lora_embedding_B",
                                                      "modules_to_save",  "lora_magnitude_vector"};

PlacedAdapter& adapterNamed(std::vector<PlacedAdapter>& adapters, const std::string& name) {
    const auto found = std::ranges::find(adapters, name, &PlacedAdapter::name);
    return found == adapters.end() ? adapters.emplace_back(PlacedAdapter{name, 0, {}, {}}) : *found;
}

/// Adds the tensors at and below a module, each where it lies.
void addBytes(const PlacementPlan& plan, ModuleId module, PlacedAdapter& adapter) {
    const ModuleTree& tree = *plan.request.tree;
    for (const TensorSpec& tensor : tree.ownTensors(module)) {
        if (const auto device = plan.storageDevices[tensor.storage.index()]) {
            adapter.bytes[*device] += plannedBytes(plan, tensor);
        }
    }
    for (const ModuleId child : tree.children(module)) {
        addBytes(plan, child, adapter);
    }
}

/// The adapter changes the layer around `holder`: its base's weight is what merging computes.
void addLayer(const PlacementPlan& plan, ModuleId holder, PlacedAdapter& adapter) {
    const ModuleTree& tree = *plan.request.tree;
    ++adapter.modules;
    const ModuleId layer = tree.node(holder).parent;
    const auto weight = tree.findTensor(tree.path(layer) + ".base_layer.weight");
    if (!weight) {
        return;
    }
    const TensorSpec& spec = tree.tensor(*weight);
    if (const auto device = plan.storageDevices[spec.storage.index()]) {
        std::uint64_t& most = adapter.merging[*device];
        most = std::max(most, plannedBytes(plan, spec));
    }
}

}  // namespace

std::uint64_t PlacedAdapter::total() const {
    std::uint64_t sum = 0;
    for (const auto& [device, own] : bytes) {
        sum += own;
    }
    return sum;
}

bool isOfAdapter(std::string_view tensor) {
    return std::ranges::any_of(kHolders, [tensor](std::string_view holder) {
        return tensor.find("." + std::string(holder) + ".") != std::string_view::npos;
    });
}

std::vector<PlacedAdapter> adapterPlaces(const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    std::vector<PlacedAdapter> adapters;
    for (const ModuleNode& node : tree.nodes()) {
        if (std::ranges::find(kHolders, node.name) == kHolders.end()) {
            continue;
        }
        const bool isDict = node.className == "ModuleDict";
        if (isDict) {
            for (const ModuleId child : tree.children(node.id)) {
                PlacedAdapter& adapter = adapterNamed(adapters, tree.node(child).name);
                addBytes(plan, child, adapter);
                if (node.name == "lora_A" || node.name == "modules_to_save") {
                    addLayer(plan, node.id, adapter);
                }
            }
        }
        if (node.className != "ParameterDict") {
            continue;
        }
        for (const TensorSpec& tensor : tree.ownTensors(node.id)) {
            PlacedAdapter& adapter =
                adapterNamed(adapters, tensor.name.substr(tree.path(node.id).size() + 1));
            if (const auto device = plan.storageDevices[tensor.storage.index()]) {
                adapter.bytes[*device] += plannedBytes(plan, tensor);
            }
            if (node.name == "lora_embedding_A") {
                addLayer(plan, node.id, adapter);
            }
        }
    }
    return adapters;
}

}  // namespace stowage
