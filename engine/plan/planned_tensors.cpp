// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/planned_tensors.h"

namespace stowage {

DType plannedDtype(const TensorSpec& tensor, std::optional<DType> planned) {
    return planned && isFloatingPoint(tensor.dtype) ? *planned : tensor.dtype;
}

std::uint64_t storedElements(const TensorSpec& tensor) {
    constexpr unsigned kBitsOfByte = 8;
    const unsigned bits = storedBits(tensor.dtype);
    return !elementBlock(tensor.dtype) && bits >= kBitsOfByte && bits % kBitsOfByte == 0
               ? tensor.byteSize / (bits / kBitsOfByte)
               : elementCount(tensor.shape);
}

std::uint64_t plannedBytes(const TensorSpec& tensor, std::optional<DType> planned) {
    const DType dtype = plannedDtype(tensor, planned);
    if (dtype == tensor.dtype) {
        return tensor.byteSize;
    }
    return storedBytes(dtype, storedElements(tensor));
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
