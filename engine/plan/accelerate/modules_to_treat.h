// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/accelerate/types.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// A number below `itemCount` for every module and tensor of a tree: an index into arrays.
class ItemSlots {
public:
    explicit ItemSlots(const ModuleTree& tree)
        : m_modules(static_cast<std::uint32_t>(tree.nodes().size())),
          m_count(m_modules + static_cast<std::uint32_t>(tree.tensors().size())) {}
    [[nodiscard]] std::uint32_t of(TreeItem item) const {
        return item.isTensor ? m_modules + item.id : item.id;
    }
    [[nodiscard]] TreeItem item(std::uint32_t slot) const {
        return slot < m_modules ? TreeItem{false, slot} : TreeItem{true, slot - m_modules};
    }
    [[nodiscard]] std::uint32_t count() const { return m_count; }

private:
    std::uint32_t m_modules;
    std::uint32_t m_count;
};

/// Accelerate's modules_to_treat: a list whose links lie in arrays, one place for every module and
/// tensor, so that finding and replacing an entry neither scans nor allocates.
class ModulesToTreat {
public:
    ModulesToTreat(const ModuleTree& tree, const std::vector<TreeItem>& items);

    [[nodiscard]] bool empty() const { return m_next[m_end] == m_end; }
    /// All entries in order, copied.
    [[nodiscard]] std::vector<TreeItem> items() const;
    /// The first module on the list that `wanted` accepts.
    template <class Wanted>
    [[nodiscard]] std::optional<ModuleId> findModule(Wanted wanted) const {
        for (std::uint32_t slot = m_next[m_end]; slot != m_end; slot = m_next[slot]) {
            const TreeItem item = m_slots.item(slot);
            if (!item.isTensor && wanted(item.module())) {
                return item.module();
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] bool contains(TreeItem item) const { return m_next[m_slots.of(item)] != kAbsent; }
    TreeItem popFront();
    void pushFront(TreeItem item) { insertAfter(m_end, m_slots.of(item)); }
    void pushFront(const std::vector<TreeItem>& items);
    /// Takes an entry out; false where it is not on the list.
    bool remove(TreeItem item);
    /// Puts `items` in the place of an entry that is on the list.
    void replace(TreeItem item, const std::vector<TreeItem>& items);
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

/// The largest layer at or below every module (docs/spec/placement.md §4), by ModuleId: int or
/// float as the first layer of that size.
[[nodiscard]] std::vector<PythonNumber> largestLayerBelow(const ModuleTree& tree,
                                                          const ModuleSizes& sizes,
                                                          const WholeModules& whole);

class LargestLayerReserve;

/// The modules to treat with the reserve for the largest layer among them, which hears of whatever
/// comes and goes.
class ReservingList {
public:
    /// How a module gives way to its parts. A split of Accelerate's drops its own buffers; around
    /// what was pinned they must not lose their device.
    enum class Opening { AsSplit, WithBuffers };

    /// `best` is largestLayerBelow. All but the items must outlive the list.
    ReservingList(const ModuleTree& tree, const std::vector<TreeItem>& items, TiedTensors tied,
                  const ModuleSizes& sizes, const WholeModules& whole,
                  const std::vector<PythonNumber>& best);
    ~ReservingList();

    [[nodiscard]] const ModulesToTreat& list() const { return m_list; }
    [[nodiscard]] PythonNumber reserve() const;
    /// The first value of the reserve: over the list as it is now.
    void startReserve();
    void refreshReserve();

    /// The next entry; the reserve is refreshed where the last of its layers went with it.
    TreeItem popFront();
    void pushFront(const std::vector<TreeItem>& items);
    void remove(TreeItem item);
    /// Puts the module's parts in its place.
    void split(TreeItem item);
    /// Opens the modules around an entry until it is on the list itself.
    void openDownTo(TreeItem item, Opening opening);

private:
    void replace(TreeItem item, const std::vector<TreeItem>& parts);
    void tellReserve(const std::vector<TreeItem>& added);

    const ModuleTree& m_tree;
    TiedTensors m_tied;
    ModulesToTreat m_list;
    std::unique_ptr<LargestLayerReserve> m_reserve;
};

}  // namespace stowage
