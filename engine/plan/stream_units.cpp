// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/stream_units.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace stowage {

namespace {

bool isNumber(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Cuts a tree into its units; one object serves one tree.
class UnitCutter {
public:
    explicit UnitCutter(const ModuleTree& tree)
        : m_tree(tree), m_layersBefore(tree.nodes().size() + 1) {
        const auto& classes = tree.noSplitClasses();
        m_classes.insert(classes.begin(), classes.end());
        for (const ModuleNode& node : tree.nodes()) {
            const std::size_t i = node.id.index();
            m_layersBefore[i + 1] = m_layersBefore[i] + (isLayer(node) ? 1U : 0U);
        }
    }

    std::vector<StreamUnit> cut() {
        if (m_layersBefore.back() == 0) {
            for (const ModuleNode& node : m_tree.nodes()) {
                addOwn(node);
            }
            return std::move(m_units);
        }
        std::vector<ModuleId> stack{ModuleTree::root()};
        while (!stack.empty()) {
            const ModuleNode& node = m_tree.node(stack.back());
            stack.pop_back();
            m_isLeading = m_isLeading && !isLayer(node);
            if (isLayer(node) || !holdsLayers(node)) {
                addWhole(node);
            } else {
                addOwn(node);
                const std::vector<ModuleId> children = m_tree.children(node.id);
                stack.insert(stack.end(), children.rbegin(), children.rend());
            }
        }
        return std::move(m_units);
    }

private:
    bool isLayer(const ModuleNode& node) const {
        return node.id != ModuleTree::root() &&
               (m_classes.contains(node.className) || isNumber(node.name));
    }

    bool holdsLayers(const ModuleNode& node) const {
        return m_layersBefore[node.subtreeEnd.index()] != m_layersBefore[node.id.index() + 1];
    }

    void addOwn(const ModuleNode& node) {
        if (node.ownTensorCount > 0) {
            add({node.id, ModuleId{node.id.value + 1}});
        }
    }

    void addWhole(const ModuleNode& node) {
        if (node.subtreeTensorCount > 0) {
            add({node.id, node.subtreeEnd});
        }
    }

    /// All that runs before the first layer is one unit.
    void add(StreamUnit::Range range) {
        const bool joins = m_isLeading && m_layersBefore.back() > 0 && !m_units.empty();
        if (!joins) {
            m_units.emplace_back();
        }
        m_units.back().ranges.push_back(range);
    }

    const ModuleTree& m_tree;
    std::unordered_set<std::string> m_classes;
    std::vector<std::uint32_t> m_layersBefore;  ///< in preorder
    std::vector<StreamUnit> m_units;
    bool m_isLeading = true;
};

}  // namespace

std::vector<StreamUnit> streamUnits(const ModuleTree& tree) {
    return UnitCutter(tree).cut();
}

std::string unitName(const ModuleTree& tree, const StreamUnit& unit) {
    std::string name;
    for (std::size_t i = 0; i < unit.ranges.size(); ++i) {
        const std::string& path = tree.path(unit.ranges[i].first);
        name += i == 0 ? "" : i + 1 == unit.ranges.size() ? " and " : ", ";
        name += path.empty() ? "the model's own weights" : path;
    }
    return name;
}

bool isSingleExpert(const std::string& path) {
    constexpr std::string_view kExperts = ".experts.";
    const std::size_t found = path.find(kExperts);
    if (found == std::string::npos) {
        return false;
    }
    const std::string_view rest = std::string_view(path).substr(found + kExperts.size());
    return isNumber(rest.substr(0, rest.find('.')));
}

}  // namespace stowage
