// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_types.h"

#include <cstdint>
#include <list>
#include <optional>
#include <unordered_map>
#include <vector>

namespace stowage {

/// Accelerate's modules_to_treat: an ordered list with an index, so that finding and replacing an
/// entry does not scan it.
class ReferenceTodo {
public:
    ReferenceTodo(const ModuleTree& tree, const std::vector<ReferenceItem>& items);
    ReferenceTodo(const ReferenceTodo& other);
    ReferenceTodo& operator=(const ReferenceTodo&) = delete;

    [[nodiscard]] bool empty() const { return m_items.empty(); }
    [[nodiscard]] const std::list<ReferenceItem>& items() const { return m_items; }
    [[nodiscard]] bool contains(ReferenceItem item) const { return m_index.contains(item.key()); }
    ReferenceItem popFront();
    void pushFront(ReferenceItem item);
    void pushFront(const std::vector<ReferenceItem>& items);
    /// Takes an entry out; false where it is not on the list.
    bool remove(ReferenceItem item);
    /// Puts `items` in the place of an entry that is on the list.
    void replace(ReferenceItem item, const std::vector<ReferenceItem>& items);
    /// The entry "n" for which the tensor's name starts with "n."; nothing where there is none.
    [[nodiscard]] std::optional<ModuleId> entryAround(TensorId tensor) const;

private:
    void reindex();

    const ModuleTree& m_tree;
    std::list<ReferenceItem> m_items;
    std::unordered_map<std::uint64_t, std::list<ReferenceItem>::iterator> m_index;
};

}  // namespace stowage
