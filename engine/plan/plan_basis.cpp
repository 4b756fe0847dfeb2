// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_basis.h"

#include "engine/device/allocator_model.h"
#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/quantized_plan.h"

namespace stowage {
namespace {

std::vector<std::uint64_t> bytesOf(const ModuleTree& tree, const std::vector<TensorId>& owners,
                                   const std::optional<DType>& planned,
                                   const QuantizedWeights* quantized) {
    std::vector<std::uint64_t> bytes;
    bytes.reserve(owners.size());
    for (const TensorId owner : owners) {
        bytes.push_back(plannedBytes(tree, owner, planned, quantized));
    }
    return bytes;
}

std::vector<StorageId> storagesInApplyOrder(const ModuleTree& tree) {
    std::vector<StorageId> order;
    order.reserve(tree.storageCount());
    std::vector<bool> met(tree.storageCount());
    for (const ModuleId module : applyOrder(tree)) {
        for (const TensorSpec& tensor : tree.ownTensors(module)) {
            if (!met[tensor.storage.index()]) {
                met[tensor.storage.index()] = true;
                order.push_back(tensor.storage);
            }
        }
    }
    return order;
}

}  // namespace

PlanFacts::PlanFacts(const PlacementRequest& request)
    : tree(request.tree),
      dtype(request.constraints.dtype),
      quantization(request.constraints.quantization),
      quantized(quantization ? std::make_shared<const QuantizedWeights>(*tree, *quantization)
                             : nullptr),
      rules(request.rules),
      noSplit(noSplitInForce(request)),
      model(*tree, countedDtypes(request, quantized.get()), noSplit),
      storageOwners(std::make_shared<const std::vector<TensorId>>(stowage::storageOwners(*tree))),
      storageBytes(bytesOf(*tree, *storageOwners, dtype, quantized.get())),
      applyOrder(storagesInApplyOrder(*tree)) {
    PythonNumber largest;
    for (const TreeItem item : rootItems(*tree)) {
        const PythonNumber size =
            item.isTensor ? model.sizes().of(item) : model.largestBelow()[item.id];
        if (size.value > largest.value) {
            largest = size;
            largestLayer = item;
        }
    }
    largestLayerBytes = largest.value;
    if (largestLayer && !largestLayer->isTensor) {
        largestLayer = stowage::largestLayer(*tree, {*largestLayer}, model.sizes(), model.whole())
                           .layers.front();
    }
}

bool PlanFacts::holdFor(const PlacementRequest& request) const {
    return tree == request.tree && dtype == request.constraints.dtype &&
           quantization == request.constraints.quantization && rules == request.rules &&
           noSplit == noSplitInForce(request);
}

std::shared_ptr<const PlanFacts> factsFor(const PlacementRequest& request,
                                          const std::shared_ptr<const PlanFacts>& known) {
    return known && known->holdFor(request) ? known : std::make_shared<const PlanFacts>(request);
}

void allocateStorage(const PlanFacts& facts, StorageId storage, AllocatorGrowth& allocator) {
    const TensorId owner = (*facts.storageOwners)[storage.index()];
    if (facts.quantized == nullptr || !facts.quantized->contains(owner)) {
        allocator.allocate(facts.storageBytes[storage.index()]);
        return;
    }
    for (const QuantizedPart& part : facts.quantized->partsOf(*facts.tree, owner)) {
        allocator.allocate(part.bytes);
    }
}

const std::vector<std::string>& noSplitInForce(const PlacementRequest& request) {
    return request.constraints.noSplit ? *request.constraints.noSplit
                                       : request.tree->noSplitClasses();
}

}  // namespace stowage
