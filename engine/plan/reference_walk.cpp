// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_walk.h"

#include <algorithm>
#include <unordered_set>

namespace stowage {

ModuleId moduleObject(const ModuleTree& tree, ModuleId module) {
    while (tree.node(module).sameAs.isValid()) {
        module = tree.node(module).sameAs;
    }
    return module;
}

std::vector<ModuleId> visibleChildren(const ModuleTree& tree, ModuleId module) {
    std::vector<ModuleId> children = tree.children(module);
    const bool anyShared = std::any_of(children.begin(), children.end(), [&tree](ModuleId child) {
        return tree.node(child).sameAs.isValid();
    });
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
    for (std::uint32_t i = 0; i < node.ownTensorCount; ++i) {
        const TensorId id{node.firstTensor.value + i};
        const TensorSpec& tensor = tree.tensor(id);
        const bool seen = tied == TiedTensors::OneObject &&
                          std::any_of(result.begin(), result.end(), [&](TensorId other) {
                              return tree.tensor(other).storage == tensor.storage;
                          });
        if (tensor.kind == kind && !seen) {
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

std::vector<ReferenceItem> splitItems(const ModuleTree& tree, ModuleId module, TiedTensors tied) {
    std::vector<ReferenceItem> items;
    for (const TensorId tensor : directTensors(tree, module, TensorKind::Parameter, tied)) {
        items.push_back(ReferenceItem::of(tensor));
    }
    for (const ModuleId child : visibleChildren(tree, module)) {
        items.push_back(ReferenceItem::of(child));
    }
    return items;
}

std::vector<ReferenceItem> rootItems(const ModuleTree& tree, TiedTensors tied) {
    std::vector<ReferenceItem> items = splitItems(tree, ModuleTree::root(), tied);
    for (const TensorId buffer :
         directTensors(tree, ModuleTree::root(), TensorKind::Buffer, tied)) {
        items.push_back(ReferenceItem::of(buffer));
    }
    return items;
}

}  // namespace stowage
