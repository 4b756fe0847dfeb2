// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_types.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// A number below `itemCount` for every module and tensor of a tree: an index into arrays.
class ItemSlots {
public:
    explicit ItemSlots(const ModuleTree& tree)
        : m_modules(static_cast<std::uint32_t>(tree.nodes().size())),
          m_count(m_modules + static_cast<std::uint32_t>(tree.tensors().size())) {}
    [[nodiscard]] std::uint32_t of(ReferenceItem item) const {
        return item.isTensor ? m_modules + item.id : item.id;
    }
    [[nodiscard]] ReferenceItem item(std::uint32_t slot) const {
        return slot < m_modules ? ReferenceItem{false, slot}
                                : ReferenceItem{true, slot - m_modules};
    }
    [[nodiscard]] std::uint32_t count() const { return m_count; }

private:
    std::uint32_t m_modules;
    std::uint32_t m_count;
};

/// Accelerate's modules_to_treat: a list whose links lie in arrays, one place for every module and
/// tensor, so that finding and replacing an entry neither scans nor allocates.
class ReferenceTodo {
public:
    ReferenceTodo(const ModuleTree& tree, const std::vector<ReferenceItem>& items);

    [[nodiscard]] bool empty() const { return m_next[m_end] == m_end; }
    /// All entries in order, copied.
    [[nodiscard]] std::vector<ReferenceItem> items() const;
    /// The first module on the list that `wanted` accepts.
    template <class Wanted>
    [[nodiscard]] std::optional<ModuleId> findModule(Wanted wanted) const {
        for (std::uint32_t slot = m_next[m_end]; slot != m_end; slot = m_next[slot]) {
            const ReferenceItem item = m_slots.item(slot);
            if (!item.isTensor && wanted(item.module())) {
                return item.module();
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] bool contains(ReferenceItem item) const {
        return m_next[m_slots.of(item)] != kAbsent;
    }
    ReferenceItem popFront();
    void pushFront(ReferenceItem item) { insertAfter(m_end, m_slots.of(item)); }
    void pushFront(const std::vector<ReferenceItem>& items);
    /// Takes an entry out; false where it is not on the list.
    bool remove(ReferenceItem item);
    /// Puts `items` in the place of an entry that is on the list.
    void replace(ReferenceItem item, const std::vector<ReferenceItem>& items);
    /// The entry "n" for which the tensor's name starts with "n."; nothing where there is none.
    [[nodiscard]] std::optional<ModuleId> entryAround(TensorId tensor) const;

private:
    static constexpr std::uint32_t kAbsent = static_cast<std::uint32_t>(-1);

    void insertAfter(std::uint32_t before, std::uint32_t slot);
    void unlink(std::uint32_t slot);

    const ModuleTree& m_tree;
    ItemSlots m_slots;
    std::uint32_t m_end;  ///< stands before the first and after the last entry
    std::vector<std::uint32_t> m_next;
    std::vector<std::uint32_t> m_previous;
};

}  // namespace stowage
