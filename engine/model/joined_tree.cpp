// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <utility>

namespace stowage {

ModuleId modelOf(const ModuleTree& tree, ModuleId module) {
    if (!isOfSeveralModels(tree) || module == ModuleTree::root()) {
        return ModuleTree::root();
    }
    while (tree.node(module).parent != ModuleTree::root()) {
        module = tree.node(module).parent;
    }
    return module;
}

std::optional<std::size_t> modelNumber(const ModuleTree& tree, ModuleId module) {
    const ModuleId model = modelOf(tree, module);
    if (model == ModuleTree::root()) {
        return std::nullopt;
    }
    const auto models = tree.children(ModuleTree::root());
    return static_cast<std::size_t>(std::ranges::find(models, model) - models.begin());
}

Result<std::shared_ptr<const ModuleTree>> joinTrees(std::span<const NamedTree> models,
                                                    const std::string& className,
                                                    const std::string& architecture) {
    ModelDraft draft;
    draft.root.className = className;
    draft.architecture = architecture;
    for (const NamedTree& model : models) {
        ModuleDraft child = moduleDraft(*model.tree, ModuleTree::root(), model.name);
        child.name = model.name;
        draft.root.children.push_back(std::move(child));
        addRelations(*model.tree, model.name, draft);
    }
    return ModuleTreeBuilder::build(std::move(draft));
}

}  // namespace stowage
