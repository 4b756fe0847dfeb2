// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/joined_tree.h"

#include "engine/model/tree_draft.h"

#include <string>
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
