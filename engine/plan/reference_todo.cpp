// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/reference_todo.h"

namespace stowage {

ReferenceTodo::ReferenceTodo(const ModuleTree& tree, const std::vector<ReferenceItem>& items)
    : m_tree(tree),
      m_slots(tree),
      m_end(m_slots.count()),
      m_next(m_end + std::size_t{1}, kAbsent),
      m_previous(m_end + std::size_t{1}, kAbsent) {
    m_next[m_end] = m_end;
    m_previous[m_end] = m_end;
    pushFront(items);
}

std::vector<ReferenceItem> ReferenceTodo::items() const {
    std::vector<ReferenceItem> items;
    for (std::uint32_t slot = m_next[m_end]; slot != m_end; slot = m_next[slot]) {
        items.push_back(m_slots.item(slot));
    }
    return items;
}

void ReferenceTodo::insertAfter(std::uint32_t before, std::uint32_t slot) {
    const std::uint32_t after = m_next[before];
    m_next[slot] = after;
    m_previous[slot] = before;
    m_next[before] = slot;
    m_previous[after] = slot;
}

void ReferenceTodo::unlink(std::uint32_t slot) {
    m_next[m_previous[slot]] = m_next[slot];
    m_previous[m_next[slot]] = m_previous[slot];
    m_next[slot] = kAbsent;
}

ReferenceItem ReferenceTodo::popFront() {
    const std::uint32_t slot = m_next[m_end];
    unlink(slot);
    return m_slots.item(slot);
}

void ReferenceTodo::pushFront(const std::vector<ReferenceItem>& items) {
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        pushFront(*item);
    }
}

bool ReferenceTodo::remove(ReferenceItem item) {
    if (!contains(item)) {
        return false;
    }
    unlink(m_slots.of(item));
    return true;
}

void ReferenceTodo::replace(ReferenceItem item, const std::vector<ReferenceItem>& items) {
    const std::uint32_t slot = m_slots.of(item);
    const std::uint32_t before = m_previous[slot];
    unlink(slot);
    for (auto part = items.rbegin(); part != items.rend(); ++part) {
        insertAfter(before, m_slots.of(*part));
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
