// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_ties.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

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
    std::vector<std::vector<TensorId>> byStorage(tree.storageCount());
    std::vector<StorageId> order;
    for (std::uint32_t i = 0; i < tree.tensors().size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        if (tensor.kind != TensorKind::Parameter) {
            continue;
        }
        std::vector<TensorId>& names = byStorage[tensor.storage.index()];
        if (names.empty()) {
            order.push_back(tensor.storage);
        }
        names.push_back(TensorId{i});
    }
    std::vector<std::vector<TensorId>> groups;
    for (const StorageId storage : order) {
        std::vector<TensorId>& names = byStorage[storage.index()];
        if (names.size() > 1) {
            std::sort(names.begin(), names.end(), [&tree](TensorId a, TensorId b) {
                return tree.tensor(a).name < tree.tensor(b).name;
            });
            groups.push_back(std::move(names));
        }
    }
    return groups;
}

TieIndex::TieIndex(const ModuleTree& tree, std::vector<std::vector<TensorId>> groups)
    : m_tree(tree), m_groups(std::move(groups)) {
    for (std::uint32_t group = 0; group < m_groups.size(); ++group) {
        for (const TensorId member : m_groups[group]) {
            forEachComponent(tree.tensor(member).name, [&](std::string_view component) {
                for (std::size_t i = 0; i < component.size(); ++i) {
                    auto& found = m_groupsBySuffix[std::string(component.substr(i))];
                    if (found.empty() || found.back() != group) {
                        found.push_back(group);
                    }
                }
            });
        }
    }
}

const std::vector<std::uint32_t>* TieIndex::candidates(std::string_view name) const {
    const std::vector<std::uint32_t>* rarest = nullptr;
    bool impossible = false;
    forEachComponent(name, [&](std::string_view component) {
        const auto found = m_groupsBySuffix.find(std::string(component));
        if (found == m_groupsBySuffix.end()) {
            impossible = true;
        } else if (rarest == nullptr || found->second.size() < rarest->size()) {
            rarest = &found->second;
        }
    });
    return impossible ? nullptr : rarest;
}

TieIndex::Relevant TieIndex::relevantTo(std::string_view name) const {
    Relevant relevant;
    if (m_groups.empty()) {
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
            if ((m_tree.tensor(member).name + ".").find(dotted) == std::string::npos) {
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
