// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_reserve.h"

#include "engine/plan/reference_walk.h"

#include <algorithm>

namespace stowage {

ReferenceReserve::ReferenceReserve(const ModuleTree& tree, const ReferenceSizes& sizes,
                                   const NoSplitClasses& noSplit)
    : m_tree(tree), m_sizes(sizes), m_noSplit(noSplit) {
    computeBest();
}

void ReferenceReserve::computeBest() {
    const auto nodes = m_tree.nodes();
    m_best.resize(nodes.size());
    // Preorder backwards: children are done before their parent.
    for (std::size_t i = nodes.size(); i-- > 0;) {
        const ModuleId id{static_cast<std::uint32_t>(i)};
        if (isLayer(m_tree, ReferenceItem::of(id), m_noSplit)) {
            m_best[i] = m_sizes.of(id).value;
            continue;
        }
        for (const ModuleId child : visibleChildren(m_tree, id)) {
            m_best[i] = std::max(m_best[i], m_best[child.index()]);
        }
    }
}

void ReferenceReserve::moduleAdded(ModuleId module) {
    m_modulesByBest[m_best[module.index()]].insert(module.value);
}

void ReferenceReserve::moduleRemoved(ModuleId module) {
    const auto bucket = m_modulesByBest.find(m_best[module.index()]);
    if (bucket == m_modulesByBest.end()) {
        return;
    }
    bucket->second.erase(module.value);
    if (bucket->second.empty()) {
        m_modulesByBest.erase(bucket);
    }
}

void ReferenceReserve::startWith(const std::vector<ReferenceItem>& items) {
    const LargestLayer largest = largestLayer(m_tree, items, m_sizes, m_noSplit);
    m_value = largest.size;
    for (const ReferenceItem layer : largest.layers) {
        (layer.isTensor ? m_tensorNames : m_names).insert(layer.id);
    }
}

bool ReferenceReserve::popNames(ReferenceItem popped) {
    if (popped.isTensor) {
        m_tensorNames.erase(popped.id);
    } else {
        openAncestorOf(popped.module());
        const std::uint32_t end = m_tree.node(popped.module()).subtreeEnd.value;
        m_names.erase(m_names.lower_bound(popped.id), m_names.lower_bound(end));
    }
    return m_names.empty() && m_tensorNames.empty();
}

void ReferenceReserve::openAncestorOf(ModuleId popped) {
    // Only fallback allocation opens entries without refreshing the value.
    for (ModuleId above = m_tree.node(popped).parent; above.isValid();
         above = m_tree.node(above).parent) {
        if (m_names.erase(above.value) == 0) {
            continue;
        }
        const LargestLayer inside =
            largestLayer(m_tree, {ReferenceItem::of(above)}, m_sizes, m_noSplit);
        for (const ReferenceItem layer : inside.layers) {
            m_names.insert(layer.id);
        }
        // The names are disjoint subtrees, so no other ancestor can be among them.
        return;
    }
}

void ReferenceReserve::refresh(const std::list<ReferenceItem>& todo) {
    m_tensorNames.clear();
    if (m_modulesByBest.empty()) {
        m_value = {};
        m_names.clear();
        return;
    }
    const auto& [best, modules] = *m_modulesByBest.rbegin();
    m_names = modules;
    m_value = {best, false};
    if (m_sizes.anyFloat() && best > 0) {
        m_value = firstOfValue(todo, best);
    }
}

ReferenceNumber ReferenceReserve::firstOfValue(const std::list<ReferenceItem>& todo,
                                               double value) const {
    for (const ReferenceItem item : todo) {
        if (!item.isTensor && m_best[item.id] == value) {
            return largestLayer(m_tree, {item}, m_sizes, m_noSplit).size;
        }
    }
    return {value, false};
}

}  // namespace stowage
