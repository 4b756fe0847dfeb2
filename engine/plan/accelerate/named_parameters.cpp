// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/named_parameters.h"

#include <algorithm>
#include <unordered_set>

namespace stowage {

ModuleId moduleObject(const ModuleTree& tree, ModuleId module) {
    while (tree.node(module).sameAs.isValid()) {
        module = tree.node(module).sameAs;
    }
    return module;
}

bool hasDottedName(const ModuleTree& tree, TensorId tensor) {
    const TensorSpec& spec = tree.tensor(tensor);
    const std::size_t path = tree.path(spec.module).size();
    return spec.name.find('.', path == 0 ? 0 : path + 1) != std::string::npos;
}

std::vector<ModuleId> visibleChildren(const ModuleTree& tree, ModuleId module) {
    std::vector<ModuleId> children = tree.children(module);
    const bool anyShared = std::ranges::any_of(
        children, [&tree](ModuleId child) { return tree.node(child).sameAs.isValid(); });
    if (!anyShared) {
        return children;
    }
    std::unordered_set<ModuleId> seen;
    std::erase_if(children,
                  [&](ModuleId child) { return !seen.insert(moduleObject(tree, child)).second; });
    return children;
}

std::vector<TensorId> directTensors(const ModuleTree& tree, ModuleId module, TensorKind kind,
                                    TiedTensors tied) {
    std::vector<TensorId> result;
    const ModuleNode& node = tree.node(module);
    constexpr std::uint32_t kFewTensors = 16;  // comparing so few beats a set
    std::unordered_set<StorageId> seenStorages;
    for (std::uint32_t i = 0; i < node.ownTensorCount; ++i) {
        const TensorId id{node.firstTensor.value + i};
        const TensorSpec& tensor = tree.tensor(id);
        if (tensor.kind != kind) {
            continue;
        }
        const auto isSame = [&](TensorId other) {
            return tree.tensor(other).storage == tensor.storage;
        };
        const bool isNew =
            tied == TiedTensors::Separate ||
            (node.ownTensorCount > kFewTensors ? seenStorages.insert(tensor.storage).second
                                               : std::ranges::none_of(result, isSame));
        if (isNew) {
            result.push_back(id);
        }
    }
    return result;
}

std::vector<TensorId> uniqueTensorsBelow(const ModuleTree& tree, ModuleId top, TensorKind kind,
                                         TiedTensors tied) {
    std::vector<TensorId> result;
    std::unordered_set<StorageId> seenTensors;
    std::unordered_set<ModuleId> seenModules;
    const ModuleId end = tree.node(top).subtreeEnd;
    for (ModuleId module = top; module < end; ++module.value) {
        if (!seenModules.insert(moduleObject(tree, module)).second) {
            continue;
        }
        const ModuleNode& node = tree.node(module);
        for (std::uint32_t i = 0; i < node.ownTensorCount; ++i) {
            const TensorId id{node.firstTensor.value + i};
            const TensorSpec& tensor = tree.tensor(id);
            if (tensor.kind != kind) {
                continue;
            }
            if (tied == TiedTensors::Separate || seenTensors.insert(tensor.storage).second) {
                result.push_back(id);
            }
        }
    }
    return result;
}

std::vector<TreeItem> splitItems(const ModuleTree& tree, ModuleId module, TiedTensors tied) {
    std::vector<TreeItem> items;
    for (const TensorId tensor : directTensors(tree, module, TensorKind::Parameter, tied)) {
        items.push_back(TreeItem::of(tensor));
    }
    for (const ModuleId child : visibleChildren(tree, module)) {
        items.push_back(TreeItem::of(child));
    }
    return items;
}

std::vector<TreeItem> rootItems(const ModuleTree& tree, TiedTensors tied) {
    std::vector<TreeItem> items = splitItems(tree, ModuleTree::root(), tied);
    for (const TensorId buffer :
         directTensors(tree, ModuleTree::root(), TensorKind::Buffer, tied)) {
        items.push_back(TreeItem::of(buffer));
    }
    return items;
}

}  // namespace stowage
