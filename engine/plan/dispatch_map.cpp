// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/dispatch_map.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

namespace {

std::string_view parentOf(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    return path.substr(0, dot == std::string_view::npos ? 0 : dot);
}

class Flattener {
public:
    Flattener(const ModuleTree& tree, const DeviceMap& map)
        : m_tree(tree), m_map(map), m_isCut(tree.nodes().size()) {}

    DeviceMap flattened() {
        if (!markCutModules()) {
            return m_map;
        }
        for (const auto& [path, device] : m_map.entries()) {
            const auto module = m_tree.findModule(path);
            if ((module || m_tree.findTensor(path)) && liesInCutEntry(path)) {
                continue;  // the outermost entry lists it
            }
            if (module && m_isCut[module->index()]) {
                list(*module);
            } else {
                m_entries.emplace_back(path, device);
            }
        }
        return DeviceMap(std::move(m_entries));
    }

private:
    /// The modules that hold an entry with another device than they have themselves.
    bool markCutModules() {
        bool any = false;
        for (const auto& [path, device] : m_map.entries()) {
            const auto module = m_tree.findModule(path);
            if (path.empty() || !module) {
                continue;  // hooks never see a tensor's own entry, so it cuts nothing
            }
            const auto outer = m_map.deviceOf(parentOf(path));
            if (!outer || *outer == device) {
                continue;
            }
            any = true;
            for (ModuleId above = m_tree.node(*module).parent; above.isValid();
                 above = m_tree.node(above).parent) {
                if (m_isCut[above.index()]) {
                    break;  // and so are all above it
                }
                m_isCut[above.index()] = true;
            }
        }
        return any;
    }

    [[nodiscard]] bool liesInCutEntry(std::string_view path) const {
        while (!path.empty()) {
            path = parentOf(path);
            const auto module = m_map.exact(path) ? m_tree.findModule(path) : std::nullopt;
            if (module && m_isCut[module->index()]) {
                return true;
            }
        }
        return false;
    }

    /// Entries for everything in a cut module; nodes stand in preorder, so this is one pass.
    void list(ModuleId top) {
        const std::size_t first = m_entries.size();
        std::vector<std::size_t> withoutTensors;
        for (ModuleId id = top; id < m_tree.node(top).subtreeEnd;) {
            const ModuleNode& node = m_tree.node(id);
            if (!m_isCut[id.index()]) {
                addModule(node, withoutTensors);
                id = node.subtreeEnd;
                continue;
            }
            for (const TensorSpec& tensor : m_tree.ownTensors(id)) {
                m_entries.emplace_back(tensor.name, *m_map.deviceOf(tensor.name));
            }
            ++id.value;
        }
        // A Dropout behind layers that all went elsewhere must not ask for the old device.
        std::size_t leading = 0;
        while (leading < withoutTensors.size() && withoutTensors[leading] == first + leading) {
            ++leading;
        }
        for (const std::size_t place : withoutTensors) {
            const std::size_t neighbour = place < first + leading ? first + leading : place - 1;
            if (neighbour < m_entries.size()) {
                m_entries[place].second = m_entries[neighbour].second;
            }
        }
    }

    void addModule(const ModuleNode& node, std::vector<std::size_t>& withoutTensors) {
        const std::string& path = m_tree.path(node.id);
        if (node.subtreeTensorCount == 0 && !m_map.exact(path)) {
            withoutTensors.push_back(m_entries.size());
        }
        m_entries.emplace_back(path, *m_map.deviceOf(path));
        // A tensor's own entry inside stays, so that nothing is lost on the way.
        for (const TensorSpec& tensor : m_tree.subtreeTensors(node.id)) {
            if (const auto own = m_map.exact(tensor.name)) {
                m_entries.emplace_back(tensor.name, *own);
            }
        }
    }

    const ModuleTree& m_tree;
    const DeviceMap& m_map;
    std::vector<bool> m_isCut;
    std::vector<DeviceMap::Entry> m_entries;
};

}  // namespace

DeviceMap flatMap(const ModuleTree& tree, const DeviceMap& map) {
    return Flattener(tree, map).flattened();
}

DeviceId mainDeviceOf(const DeviceMap& map) {
    std::optional<DeviceId> lowest;
    for (const auto& [path, device] : map.entries()) {
        if (device.isGpu() && (!lowest || device < *lowest)) {
            lowest = device;
            if (device == DeviceId::gpu(0)) {
                break;
            }
        }
    }
    return lowest.value_or(DeviceId::cpu());
}

}  // namespace stowage
