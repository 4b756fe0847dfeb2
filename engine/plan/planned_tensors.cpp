// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/planned_tensors.h"

#include "engine/plan/placement_plan.h"
#include "engine/plan/plan_basis.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stowage {

namespace {

/// A tensor of the tree by the place where it stands in it.
TensorId idOf(const ModuleTree& tree, const TensorSpec& tensor) {
    return TensorId{static_cast<std::uint32_t>(&tensor - tree.tensors().data())};
}

/// What floating tensors that are not quantised are planned in.
std::optional<DType> dtypeBeside(const TensorSpec& tensor, std::optional<DType> planned,
                                 const QuantizedWeights* quantized) {
    const bool isFloat32 = quantized != nullptr &&
                           (quantized->becomesFloat32(tensor.module) ||
                            (planned == DType::Float16 && quantized->staysFloat32(tensor.module)));
    return isFloat32 ? DType::Float32 : planned;
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

DType plannedDtype(const ModuleTree& tree, TensorId tensor, std::optional<DType> planned,
                   const QuantizedWeights* quantized) {
    if (quantized != nullptr && quantized->contains(tensor)) {
        return quantized->partsOf(tree, tensor).front().dtype;
    }
    const TensorSpec& spec = tree.tensor(tensor);
    return plannedDtype(spec, dtypeBeside(spec, planned, quantized));
}

std::uint64_t plannedBytes(const ModuleTree& tree, TensorId tensor, std::optional<DType> planned,
                           const QuantizedWeights* quantized) {
    if (quantized != nullptr && quantized->contains(tensor)) {
        return quantized->bytesOf(tensor);
    }
    const TensorSpec& spec = tree.tensor(tensor);
    return plannedBytes(spec, dtypeBeside(spec, planned, quantized));
}

DType plannedDtype(const PlacementPlan& plan, const TensorSpec& tensor) {
    const ModuleTree& tree = *plan.request.tree;
    return plannedDtype(tree, idOf(tree, tensor), plan.request.constraints.dtype,
                        quantizedWeights(plan));
}

std::uint64_t plannedBytes(const PlacementPlan& plan, const TensorSpec& tensor) {
    const ModuleTree& tree = *plan.request.tree;
    return plannedBytes(tree, idOf(tree, tensor), plan.request.constraints.dtype,
                        quantizedWeights(plan));
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

}  // namespace stowage
