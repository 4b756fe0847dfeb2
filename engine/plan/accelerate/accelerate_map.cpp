// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/accelerate/accelerate_map.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <unordered_set>

namespace stowage {

namespace {

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

template <class Device>
std::vector<std::pair<std::string, Device>> cleanEntries(
    const std::vector<std::pair<std::string, Device>>& entries, const std::string& name) {
    return EntryCleaner<Device>(entries).clean(name);
}

template std::vector<std::pair<std::string, DeviceKey>> cleanEntries(
    const std::vector<std::pair<std::string, DeviceKey>>& entries, const std::string& name);
template std::vector<std::pair<std::string, DeviceId>> cleanEntries(
    const std::vector<std::pair<std::string, DeviceId>>& entries, const std::string& name);

namespace {

using KeySet = std::unordered_set<std::string>;

/// True where the name or a dotted prefix of it is a key.
bool isCovered(const KeySet& keys, const std::string& name) {
    for (std::size_t dot = name.find('.'); dot != std::string::npos;
         dot = name.find('.', dot + 1)) {
        if (keys.contains(name.substr(0, dot))) {
            return true;
        }
    }
    return keys.contains(name);
}

const DeviceKey* longestPrefix(const std::unordered_map<std::string, DeviceKey>& map,
                               std::string name) {
    while (true) {
        if (const auto found = map.find(name); found != map.end()) {
            return &found->second;
        }
        if (name.empty()) {
            return nullptr;
        }
        const std::size_t dot = name.rfind('.');
        name.resize(dot == std::string::npos ? 0 : dot);
    }
}

struct DeviceMapFindings {
    std::vector<std::string> unknownKeys;  ///< match no module of the deduplicated walk
    std::vector<TensorId> uncovered;       ///< state dict tensors without a device, in order
};

/// What check_device_map looks for (docs/spec/placement.md §8); `keys` in map order.
DeviceMapFindings findMapFaults(const ModuleTree& tree, const std::vector<std::string>& keys) {
    DeviceMapFindings findings;
    for (const std::string& key : keys) {
        const auto module = tree.findModule(key);
        if (!key.empty() && (!module || tree.node(*module).sameAs.isValid())) {
            findings.unknownKeys.push_back(key);
        }
    }
    const KeySet keySet(keys.begin(), keys.end());
    if (keySet.contains("")) {
        return findings;
    }
    for (std::uint32_t i = 0; i < tree.tensors().size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        if (tensor.persistent && !isCovered(keySet, tensor.name)) {
            findings.uncovered.push_back(TensorId{i});
        }
    }
    return findings;
}

}  // namespace

std::optional<PythonException> checkDeviceMap(const ModuleTree& tree, const AccelerateMap& map,
                                              AccelerateNotes& notes) {
    std::vector<std::string> keys;
    for (const auto& [key, device] : map) {
        keys.push_back(key);
    }
    const DeviceMapFindings findings = findMapFaults(tree, keys);
    if (!findings.unknownKeys.empty()) {
        std::string list;
        for (const std::string& key : findings.unknownKeys) {
            list += (list.empty() ? "'" : ", '") + key + "'";
        }
        notes.warnings.push_back(
            "The following device_map keys do not match any submodules in the model: [" + list +
            "]");
    }
    if (findings.uncovered.empty()) {
        return std::nullopt;
    }
    std::string list;
    for (const TensorId tensor : findings.uncovered) {
        list += (list.empty() ? "" : ", ") + tree.tensor(tensor).name;
    }
    return PythonException{
        "ValueError",
        "The device_map provided does not give any device for the following parameters: " + list};
}

std::optional<PythonException> checkTiedOnSameDevice(
    const ModuleTree& tree, const std::vector<std::vector<TensorId>>& groups,
    const AccelerateMap& map, AccelerateNotes& notes) {
    const std::unordered_map<std::string, DeviceKey> byName(map.begin(), map.end());
    for (const std::vector<TensorId>& group : groups) {
        std::string list;
        const DeviceKey* first = nullptr;
        bool different = false;
        for (const TensorId member : group) {
            const std::string& name = tree.tensor(member).name;
            const DeviceKey* const device = longestPrefix(byName, name);
            if (device == nullptr) {
                return PythonException{"ValueError",
                                       "The `device_map` does not contain the module .", name};
            }
            different = different || (first != nullptr && !(*first == *device));
            first = first == nullptr ? device : first;
            list += (list.empty() ? "'" : ", '") + name + "': " + device->representation();
        }
        if (different) {
            notes.warning("Tied parameters are on different devices: {" + list +
                          "}. Please modify your custom device map or set `device_map='auto'`. ");
        }
    }
    return std::nullopt;
}

}  // namespace stowage
