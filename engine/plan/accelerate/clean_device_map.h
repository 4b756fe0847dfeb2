// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// clean_device_map (docs/spec/placement.md §6) over any kind of device, in one pass over a tree of
/// the keys' components instead of a scan of all keys at every level. A folded entry stands where
/// the first of its parts stood (Accelerate's own order is random).
template <class Device>
class EntryCleaner {
public:
    using Entries = std::vector<std::pair<std::string, Device>>;

    explicit EntryCleaner(const Entries& entries) : m_entries(entries) {
        m_nodes.emplace_back();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            m_nodes[nodeFor(entries[i].first)].own = i;
        }
        countBelow();
    }

    [[nodiscard]] Entries clean(const std::string& name) {
        const std::size_t top = nodeFor(name);
        std::vector<Placed> result;
        fold(top, result);
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            const std::string& key = m_entries[i].first;
            if (!name.empty() && key != name && !key.starts_with(name + ".")) {
                result.push_back({i, m_entries[i]});
            }
        }
        std::ranges::sort(result, {}, &Placed::place);
        Entries cleaned;
        cleaned.reserve(result.size());
        for (Placed& entry : result) {
            cleaned.push_back(std::move(entry.entry));
        }
        return cleaned;
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    struct Node {
        std::string path;
        std::size_t parent = kNone;
        std::size_t own = kNone;    ///< the entry of exactly this path
        std::size_t below = 0;      ///< entries strictly below
        std::size_t first = kNone;  ///< the earliest entry below
        bool sameDevice = true;     ///< of all entries below
        std::vector<std::size_t> children;
    };
    struct Placed {
        std::size_t place;
        std::pair<std::string, Device> entry;
    };

    std::size_t nodeFor(const std::string& path) {
        if (path.empty()) {
            return 0;
        }
        std::size_t node = 0;
        for (std::size_t dot = path.find('.');; dot = path.find('.', dot + 1)) {
            std::string prefix = path.substr(0, dot);
            const auto [found, isNew] = m_byPath.try_emplace(prefix, m_nodes.size());
            if (isNew) {
                Node& added = m_nodes.emplace_back();
                added.path = std::move(prefix);
                added.parent = node;
                m_nodes[node].children.push_back(found->second);
            }
            node = found->second;
            if (dot == std::string::npos) {
                return node;
            }
        }
    }

    void include(Node& into, std::size_t count, std::size_t first, bool same) {
        if (count == 0) {
            return;
        }
        const bool equal =
            into.below == 0 || m_entries[into.first].second == m_entries[first].second;
        into.sameDevice = into.sameDevice && same && equal;
        into.below += count;
        into.first = std::min(into.first, first);
    }

    void countBelow() {
        for (std::size_t i = m_nodes.size(); i-- > 1;) {
            const Node& node = m_nodes[i];
            Node& parent = m_nodes[node.parent];
            include(parent, node.below, node.first, node.sameDevice);
            include(parent, node.own == kNone ? 0 : 1, node.own, true);
        }
        // The key "" starts with the prefix "" itself.
        Node& root = m_nodes.front();
        include(root, root.own == kNone ? 0 : 1, root.own, true);
    }

    void fold(std::size_t index, std::vector<Placed>& result) const {
        std::vector<std::size_t> stack{index};
        while (!stack.empty()) {
            const Node& node = m_nodes[stack.back()];
            stack.pop_back();
            if (node.below > 1 && node.sameDevice) {
                const std::size_t place = node.own != kNone ? node.own : node.first;
                result.push_back({place, {node.path, m_entries[node.first].second}});
                continue;
            }
            if (node.own != kNone) {
                result.push_back({node.own, m_entries[node.own]});
            }
            stack.insert(stack.end(), node.children.begin(), node.children.end());
        }
    }

    const Entries& m_entries;
    std::vector<Node> m_nodes;
    std::unordered_map<std::string, std::size_t> m_byPath;
};

template <class Device>
[[nodiscard]] std::vector<std::pair<std::string, Device>> cleanEntries(
    const std::vector<std::pair<std::string, Device>>& entries, const std::string& name) {
    return EntryCleaner<Device>(entries).clean(name);
}

/// An entry of a map while it is planned: the device is an index into the planner's devices.
struct PlacedItem {
    TreeItem item;
    std::uint32_t device = 0;
    friend bool operator==(const PlacedItem&, const PlacedItem&) = default;
};

/// clean_device_map (docs/spec/placement.md §6) of a map all of whose keys are modules and tensors
/// of the tree, each at most once: folds along the tree, without a text. A folded entry stands
/// where the first of its parts stood, or the module's own entry. Gives what cleanEntries gives.
[[nodiscard]] std::vector<PlacedItem> cleanPlacedItems(const ModuleTree& tree,
                                                       const std::vector<PlacedItem>& placed);

}  // namespace stowage
