// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_todo.h"

namespace stowage {

ReferenceTodo::ReferenceTodo(const ModuleTree& tree, const std::vector<ReferenceItem>& items)
    : m_tree(tree), m_items(items.begin(), items.end()) {
    reindex();
}

ReferenceTodo::ReferenceTodo(const ReferenceTodo& other)
    : m_tree(other.m_tree), m_items(other.m_items) {
    reindex();
}

void ReferenceTodo::reindex() {
    m_index.clear();
    for (auto item = m_items.begin(); item != m_items.end(); ++item) {
        m_index[item->key()] = item;
    }
}

ReferenceItem ReferenceTodo::popFront() {
    const ReferenceItem item = m_items.front();
    m_index.erase(item.key());
    m_items.pop_front();
    return item;
}

void ReferenceTodo::pushFront(ReferenceItem item) {
    m_items.push_front(item);
    m_index[item.key()] = m_items.begin();
}

void ReferenceTodo::pushFront(const std::vector<ReferenceItem>& items) {
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        pushFront(*item);
    }
}

bool ReferenceTodo::remove(ReferenceItem item) {
    const auto found = m_index.find(item.key());
    if (found == m_index.end()) {
        return false;
    }
    m_items.erase(found->second);
    m_index.erase(found);
    return true;
}

void ReferenceTodo::replace(ReferenceItem item, const std::vector<ReferenceItem>& items) {
    const auto found = m_index.find(item.key());
    auto place = m_items.erase(found->second);
    m_index.erase(found);
    for (const ReferenceItem part : items) {
        m_index[part.key()] = m_items.insert(place, part);
    }
}

std::optional<ModuleId> ReferenceTodo::entryAround(TensorId tensor) const {
    for (ModuleId module = m_tree.tensor(tensor).module; module.isValid();
         module = m_tree.node(module).parent) {
        if (contains(ReferenceItem::of(module))) {
            return module;
        }
    }
    return std::nullopt;
}

}  // namespace stowage
