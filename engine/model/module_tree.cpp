// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_tree.h"

namespace stowage {

std::span<const TensorSpec> ModuleTree::ownTensors(ModuleId id) const {
    const ModuleNode& module = node(id);
    return tensors().subspan(module.firstTensor.index(), module.ownTensorCount);
}

std::span<const TensorSpec> ModuleTree::subtreeTensors(ModuleId id) const {
    const ModuleNode& module = node(id);
    return tensors().subspan(module.firstTensor.index(), module.subtreeTensorCount);
}

std::vector<ModuleId> ModuleTree::children(ModuleId id) const {
    std::vector<ModuleId> result;
    const ModuleId end = node(id).subtreeEnd;
    for (ModuleId child{id.value + 1}; child < end; child = node(child).subtreeEnd) {
        result.push_back(child);
    }
    return result;
}

std::optional<ModuleId> ModuleTree::findModule(std::string_view path) const {
    const auto found = m_moduleByPath.find(std::string(path));
    return found == m_moduleByPath.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TensorId> ModuleTree::findTensor(std::string_view name) const {
    const auto found = m_tensorByName.find(std::string(name));
    return found == m_tensorByName.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ModuleId> owningModule(const ModuleTree* tree, std::string_view tensor) {
    if (tree == nullptr) {
        return {};
    }
    const std::size_t dot = tensor.rfind('.');
    return tree->findModule(dot == std::string_view::npos ? std::string_view()
                                                          : tensor.substr(0, dot));
}

}  // namespace stowage
