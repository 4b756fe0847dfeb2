// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/planned_tensors.h"

#include "engine/plan/placement_plan.h"
#include "engine/plan/plan_basis.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {

namespace {

/// A tensor of the tree by the place where it stands in it.
TensorId idOf(const ModuleTree& tree, const TensorSpec& tensor) {
    return TensorId{static_cast<std::uint32_t>(&tensor - tree.tensors().data())};
}

/// What floating tensors that are not quantised are planned in.
std::optional<DType> dtypeBeside(const TensorSpec& tensor, const PlannedDtypes& planned) {
    const bool isQuantized = planned.quantized != nullptr;
    const bool isByTransformers = planned.rules == PlacementRules::Transformers;
    if (isQuantized && planned.quantized->becomesFloat32(tensor.module)) {
        return DType::Float32;
    }
    if (!planned.dtype || !(isQuantized || isByTransformers)) {
        return planned.dtype;
    }
    if (staysFloat32(tensor.keptFloat32, *planned.dtype)) {
        return DType::Float32;
    }
    return isByTransformers && tensor.ownDtype ? tensor.ownDtype : planned.dtype;
}

PlannedDtypes dtypesOf(const PlacementPlan& plan) {
    const PlacementRequest& request = plan.request;
    return {request.constraints.dtype, quantizedWeights(plan), request.rules};
}

/// Of what `counts` takes, the dtype of most of the plan's bytes; nothing: there is none.
std::optional<DType> mostOf(const PlacementPlan& plan, bool (*counts)(DType)) {
    std::map<DType, std::uint64_t> bytes;
    for (const TensorSpec& tensor : plan.request.tree->tensors()) {
        const DType dtype = plannedDtype(plan, tensor);
        if (counts(dtype)) {
            bytes[dtype] += plannedBytes(plan, tensor);
        }
    }
    const auto most =
        std::ranges::max_element(bytes, {}, &std::pair<const DType, std::uint64_t>::second);
    return most == bytes.end() ? std::nullopt : std::optional(most->first);
}

/// Whether sums are made in it, and not only weights kept.
bool isComputable(DType dtype) {
    return isFloatingPoint(dtype) && storedBits(dtype) >= 16;
}

}  // namespace

DType plannedDtype(const TensorSpec& tensor, std::optional<DType> planned) {
    return planned && isFloatingPoint(tensor.dtype) ? *planned : tensor.dtype;
}

std::uint64_t plannedBytes(const TensorSpec& tensor, std::optional<DType> planned) {
    const DType dtype = plannedDtype(tensor, planned);
    if (dtype == tensor.dtype) {
        return tensor.byteSize;
    }
    return storedBytes(dtype, storedElements(tensor));
}

DType plannedDtype(const ModuleTree& tree, TensorId tensor, const PlannedDtypes& planned) {
    if (planned.quantized != nullptr && planned.quantized->contains(tensor)) {
        return planned.quantized->partsOf(tree, tensor).front().dtype;
    }
    const TensorSpec& spec = tree.tensor(tensor);
    return plannedDtype(spec, dtypeBeside(spec, planned));
}

std::uint64_t plannedBytes(const ModuleTree& tree, TensorId tensor, const PlannedDtypes& planned) {
    if (planned.quantized != nullptr && planned.quantized->contains(tensor)) {
        return planned.quantized->bytesOf(tensor);
    }
    const TensorSpec& spec = tree.tensor(tensor);
    return plannedBytes(spec, dtypeBeside(spec, planned));
}

DType plannedDtype(const PlacementPlan& plan, const TensorSpec& tensor) {
    const ModuleTree& tree = *plan.request.tree;
    return plannedDtype(tree, idOf(tree, tensor), dtypesOf(plan));
}

std::uint64_t plannedBytes(const PlacementPlan& plan, const TensorSpec& tensor) {
    const ModuleTree& tree = *plan.request.tree;
    return plannedBytes(tree, idOf(tree, tensor), dtypesOf(plan));
}

DType mostCommonDtype(const PlacementPlan& plan) {
    return mostOf(plan, isFloatingPoint).value_or(DType::Float32);
}

DType computedDtype(const PlacementPlan& plan, std::optional<DType> declared) {
    const DType most = mostCommonDtype(plan);
    if (isComputable(most) && quantizedWeights(plan) == nullptr) {
        return most;
    }
    const auto& asked = plan.request.constraints.dtype;
    for (const std::optional<DType>& dtype : {asked, declared, mostOf(plan, isComputable)}) {
        if (dtype && isComputable(*dtype)) {
            return *dtype;
        }
    }
    return DType::BFloat16;
}

const QuantizedWeights* quantizedWeights(const PlacementPlan& plan) {
    return plan.strategyResult != nullptr ? plan.strategyResult->facts->quantized.get() : nullptr;
}

std::vector<TensorId> storageOwners(const ModuleTree& tree) {
    std::vector<TensorId> owners(tree.storageCount());
    for (std::uint32_t i = 0; i < tree.tensors().size(); ++i) {
        TensorId& owner = owners[tree.tensors()[i].storage.index()];
        if (!owner.isValid()) {
            owner = TensorId{i};
        }
    }
    return owners;
}

std::vector<ModuleId> applyOrder(const ModuleTree& tree) {
    std::vector<ModuleId> order;
    order.reserve(tree.nodes().size());
    std::vector<ModuleId> open;
    for (const ModuleNode& node : tree.nodes()) {
        while (!open.empty() && tree.node(open.back()).subtreeEnd <= node.id) {
            order.push_back(open.back());
            open.pop_back();
        }
        open.push_back(node.id);
    }
    order.insert(order.end(), open.rbegin(), open.rend());
    return order;
}

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
