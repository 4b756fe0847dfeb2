// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/tied_parameters.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stowage {

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
