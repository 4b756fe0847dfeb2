// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tree_draft.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {
namespace {

void addNew(std::vector<std::string>& names, const std::vector<std::string>& more) {
    for (const std::string& name : more) {
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
}

/// `prefix` and a name below it; a root's own name is "".
std::string under(const std::string& prefix, std::string_view name) {
    if (prefix.empty() || name.empty()) {
        return prefix + std::string(name);
    }
    return prefix + "." + std::string(name);
}

}  // namespace

ModuleDraft moduleDraft(const ModuleTree& tree, ModuleId id, const std::string& prefix) {
    const ModuleNode& node = tree.node(id);
    ModuleDraft draft;
    draft.name = node.name;
    if (node.sameAs.isValid()) {
        draft.sameAs = under(prefix, tree.path(node.sameAs));
        return draft;
    }
    draft.className = node.className;
    const std::size_t cut = tree.path(id).empty() ? 0 : tree.path(id).size() + 1;
    for (const TensorSpec& spec : tree.ownTensors(id)) {
        auto& tensors = spec.kind == TensorKind::Parameter ? draft.parameters : draft.buffers;
        tensors.push_back({spec.name.substr(cut), spec.dtype, spec.shape, spec.persistent});
    }
    for (const ModuleId child : tree.children(id)) {
        draft.children.push_back(moduleDraft(tree, child, prefix));
    }
    return draft;
}

void addRelations(const ModuleTree& tree, const std::string& prefix, ModelDraft& draft) {
    for (const auto& group : tree.tiedGroups()) {
        auto& names = draft.tied.emplace_back();
        for (const TensorId tensor : group) {
            names.push_back(under(prefix, tree.tensor(tensor).name));
        }
    }
    for (const auto& group : tree.weldedGroups()) {
        auto& paths = draft.welded.emplace_back();
        for (const ModuleId module : group) {
            paths.push_back(under(prefix, tree.path(module)));
        }
    }
    addNew(draft.noSplitClasses, tree.noSplitClasses());
    addNew(draft.guessedClasses, tree.guessedClasses());
}

ModelDraft draftOf(const ModuleTree& tree) {
    ModelDraft draft;
    draft.root = moduleDraft(tree, ModuleTree::root(), "");
    draft.architecture = tree.architecture();
    addRelations(tree, "", draft);
    return draft;
}

}  // namespace stowage
