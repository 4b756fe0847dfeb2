// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/named_parameters.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

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

namespace {

constexpr std::size_t kLengths = 32;  ///< longer components share a row
constexpr std::size_t kLetters = 256;

template <class Visit>
void forEachComponent(std::string_view name, Visit visit) {
    while (true) {
        const std::size_t dot = name.find('.');
        visit(name.substr(0, dot));
        if (dot == std::string_view::npos) {
            return;
        }
        name.remove_prefix(dot + 1);
    }
}

}  // namespace

std::vector<std::vector<TensorId>> findTiedParameters(const ModuleTree& tree) {
    std::vector<std::vector<TensorId>> groups;
    for (const std::vector<TensorId>& names : tree.tiedGroups()) {
        std::vector<TensorId> group;
        std::copy_if(names.begin(), names.end(), std::back_inserter(group), [&tree](TensorId id) {
            return tree.tensor(id).kind == TensorKind::Parameter;
        });
        if (group.size() > 1) {
            groups.push_back(std::move(group));
        }
    }
    std::ranges::sort(groups, [](const auto& a, const auto& b) { return a.front() < b.front(); });
    for (std::vector<TensorId>& group : groups) {
        std::ranges::sort(group, [&tree](TensorId a, TensorId b) {
            return tree.tensor(a).name < tree.tensor(b).name;
        });
    }
    return groups;
}

TieIndex::TieIndex(const ModuleTree& tree, std::vector<std::vector<TensorId>> groups)
    : m_tree(tree), m_groups(std::move(groups)) {
    indexComponents();
    indexSuffixes();
}

void TieIndex::indexComponents() {
    for (std::uint32_t group = 0; group < m_groups.size(); ++group) {
        for (const TensorId member : m_groups[group]) {
            forEachComponent(m_tree.tensor(member).name, [&](std::string_view component) {
                std::vector<std::uint32_t>& found = m_groupsByComponent[component];
                if (found.empty() || found.back() != group) {
                    found.push_back(group);
                }
            });
        }
    }
}

void TieIndex::indexSuffixes() {
    m_shapes.resize(kLengths * kLetters);
    for (const auto& [component, groups] : m_groupsByComponent) {
        for (std::size_t i = 0; i < component.size(); ++i) {
            const std::string_view suffix = component.substr(i);
            std::vector<std::uint32_t>& found = m_groupsBySuffix[suffix];
            found.insert(found.end(), groups.begin(), groups.end());
            m_shapes[shapeOf(suffix)] = true;
        }
    }
    for (auto& [suffix, groups] : m_groupsBySuffix) {
        std::sort(groups.begin(), groups.end());
        groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    }
}

std::size_t TieIndex::shapeOf(std::string_view component) {
    const std::size_t length = std::min(component.size(), kLengths - 1);
    return length * kLetters + static_cast<unsigned char>(component.back());
}

const std::vector<std::uint32_t>* TieIndex::candidates(std::string_view name) const {
    const std::vector<std::uint32_t>* rarest = nullptr;
    bool isFirst = true;
    bool impossible = false;
    forEachComponent(name, [&](std::string_view component) {
        // "fc." is inside "head_fc.", so the first component may be a part of one.
        const GroupsByText& index = isFirst ? m_groupsBySuffix : m_groupsByComponent;
        isFirst = false;
        const auto found = impossible ? index.end() : index.find(component);
        if (found == index.end()) {
            impossible = true;
        } else if (rarest == nullptr || found->second.size() < rarest->size()) {
            rarest = &found->second;
        }
    });
    return impossible ? nullptr : rarest;
}

TieIndex::Relevant TieIndex::relevantTo(std::string_view name) const {
    Relevant relevant;
    const std::string_view last = name.substr(name.rfind('.') + 1);
    if (m_groups.empty() || (!last.empty() && !m_shapes[shapeOf(last)])) {
        return relevant;
    }
    const std::vector<std::uint32_t>* const possible = candidates(name);
    if (possible == nullptr) {
        return relevant;
    }
    const std::string dotted = std::string(name) + ".";
    for (const std::uint32_t group : *possible) {
        std::vector<TensorId> outside;
        for (const TensorId member : m_groups[group]) {
            const std::string& path = m_tree.tensor(member).name;
            if (path.find(dotted) == std::string::npos && !path.ends_with(name)) {
                outside.push_back(member);
            }
        }
        if (outside.empty() || outside.size() == m_groups[group].size()) {
            continue;
        }
        relevant.groups.push_back(group);
        relevant.outside.insert(relevant.outside.end(), outside.begin(), outside.end());
    }
    return relevant;
}

}  // namespace stowage
