// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/clean_device_map.h"

namespace stowage {

namespace {

constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

/// What the entries strictly below a module say.
struct Below {
    std::uint32_t count = 0;
    std::uint32_t first = kNone;  ///< the earliest entry
    std::uint32_t device = kNone;
    bool isOneDevice = true;

    void add(const Below& other) {
        if (other.count == 0) {
            return;
        }
        isOneDevice = other.isOneDevice && isOneDevice && (count == 0 || device == other.device);
        device = other.device;
        count += other.count;
        first = std::min(first, other.first);
    }
};

/// One object folds one map.
class PlacedItemCleaner {
public:
    PlacedItemCleaner(const ModuleTree& tree, const std::vector<PlacedItem>& placed)
        : m_tree(tree),
          m_placed(placed),
          m_own(tree.nodes().size(), kNone),
          m_below(tree.nodes().size()) {}

    std::vector<PlacedItem> clean() {
        gather();
        // Every entry that stays, or what folds into it, at the place of one of the old ones.
        std::vector<PlacedItem> kept = m_placed;
        std::vector<bool> isFolded(m_placed.size());
        fold(kept, isFolded);
        std::size_t count = 0;
        for (std::size_t i = 0; i < kept.size(); ++i) {
            if (!isFolded[i]) {
                kept[count++] = kept[i];
            }
        }
        kept.resize(count);
        return kept;
    }

private:
    void gather() {
        for (std::uint32_t i = 0; i < m_placed.size(); ++i) {
            const TreeItem item = m_placed[i].item;
            if (item.isTensor) {
                const ModuleId module = m_tree.tensor(item.tensor()).module;
                m_below[module.index()].add({1, i, m_placed[i].device});
            } else {
                m_own[item.id] = i;
            }
        }
        const auto nodes = m_tree.nodes();
        for (std::size_t i = nodes.size(); i-- > 1;) {
            Below& parent = m_below[nodes[i].parent.index()];
            parent.add(m_below[i]);
            if (m_own[i] != kNone) {
                parent.add({1, m_own[i], m_placed[m_own[i]].device});
            }
        }
        // The key "" starts with the prefix "" itself.
        if (m_own.front() != kNone) {
            m_below.front().add({1, m_own.front(), m_placed[m_own.front()].device});
        }
    }

    void fold(std::vector<PlacedItem>& kept, std::vector<bool>& isFolded) const {
        // By ModuleId: the entry that it folds into with all around it.
        std::vector<std::uint32_t> top(m_tree.nodes().size(), kNone);
        const auto nodes = m_tree.nodes();
        for (std::size_t i = 0; i < nodes.size();) {
            const Below& below = m_below[i];
            if (below.count < 2 || !below.isOneDevice) {
                ++i;
                continue;
            }
            const std::uint32_t place = m_own[i] != kNone ? m_own[i] : below.first;
            kept[place] = {TreeItem::of(nodes[i].id), below.device};
            const std::size_t end = nodes[i].subtreeEnd.index();
            std::fill(top.begin() + static_cast<std::ptrdiff_t>(i),
                      top.begin() + static_cast<std::ptrdiff_t>(end), place);
            i = end;
        }
        for (std::uint32_t i = 0; i < m_placed.size(); ++i) {
            const TreeItem item = m_placed[i].item;
            const ModuleId module =
                item.isTensor ? m_tree.tensor(item.tensor()).module : item.module();
            const std::uint32_t place = top[module.index()];
            isFolded[i] = place != kNone && place != i;
        }
    }

    const ModuleTree& m_tree;
    const std::vector<PlacedItem>& m_placed;
    std::vector<std::uint32_t> m_own;  ///< by ModuleId: the entry of exactly this module
    std::vector<Below> m_below;        ///< by ModuleId
};

}  // namespace

std::vector<PlacedItem> cleanPlacedItems(const ModuleTree& tree,
                                         const std::vector<PlacedItem>& placed) {
    return PlacedItemCleaner(tree, placed).clean();
}

}  // namespace stowage
