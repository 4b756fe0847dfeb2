// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/resolved_map.h"

#include "engine/plan/accelerate/named_parameters.h"

#include <algorithm>
#include <unordered_map>

namespace stowage {

std::uint32_t TensorPlaces::indexOf(DeviceId device) {
    const auto found = std::find(devices.begin(), devices.end(), device);
    if (found == devices.end()) {
        devices.push_back(device);
        return static_cast<std::uint32_t>(devices.size() - 1);
    }
    return static_cast<std::uint32_t>(found - devices.begin());
}

ResolvedMap::ResolvedMap(const ModuleTree& tree, const DeviceMap& map,
                         std::span<const TreeItem> items)
    : m_map(map.flattened()), m_modules(tree.nodes().size(), kNone) {
    findItems(tree, items);
    placeTensors(tree);
}

void ResolvedMap::findItems(const ModuleTree& tree, std::span<const TreeItem> items) {
    const auto take = [&](TreeItem item, std::uint32_t place) {
        if (!item.isTensor) {
            m_modules[item.id] = place;
            return;
        }
        if (m_tensors.empty()) {
            m_tensors.resize(tree.tensors().size(), kNone);
        }
        m_tensors[item.id] = place;
    };
    const bool areKnown = items.size() == m_map.size();
    std::uint32_t place = 0;
    for (const auto& [path, device] : m_map.entries()) {
        if (areKnown) {
            take(items[place], place);
            ++place;
            continue;
        }
        const auto module = tree.findModule(path);
        const auto tensor = tree.findTensor(path);
        if (module) {
            take(TreeItem::of(*module), place);
        }
        if (tensor) {
            take(TreeItem::of(*tensor), place);
        }
        if (!module && !tensor) {
            m_unknown.push_back(place);
        }
        ++place;
    }
}

void ResolvedMap::placeTensors(const ModuleTree& tree) {
    // A map from a file may name any number of devices.
    std::unordered_map<DeviceId, std::uint32_t> indices;
    std::vector<std::uint32_t> entryDevices;
    entryDevices.reserve(m_map.size());
    for (const auto& [path, device] : m_map.entries()) {
        const auto [index, isNew] =
            indices.try_emplace(device, static_cast<std::uint32_t>(m_places.devices.size()));
        if (isNew) {
            m_places.devices.push_back(device);
        }
        entryDevices.push_back(index->second);
    }
    std::vector<std::uint32_t> modules(tree.nodes().size(), TensorPlaces::kNowhere);
    m_places.tensors.resize(tree.tensors().size(), TensorPlaces::kNowhere);
    for (const ModuleNode& node : tree.nodes()) {
        std::uint32_t& device = modules[node.id.index()];
        if (const std::uint32_t own = m_modules[node.id.index()]; own != kNone) {
            device = entryDevices[own];
        } else if (node.parent.isValid()) {
            device = modules[node.parent.index()];
        }
        const auto first =
            m_places.tensors.begin() + static_cast<std::ptrdiff_t>(node.firstTensor.index());
        std::fill(first, first + node.ownTensorCount, device);
    }
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        if (m_tensors[i] != kNone) {
            m_places.tensors[i] = entryDevices[m_tensors[i]];
        }
    }
    // Only where keys are no part of the tree can one of them be a prefix of a tensor's name.
    for (std::uint32_t i = 0; !m_unknown.empty() && i < m_places.tensors.size(); ++i) {
        if (hasDottedName(tree, TensorId{i})) {
            const auto device = m_map.deviceOf(tree.tensor(TensorId{i}).name);
            m_places.tensors[i] = device ? indices.at(*device) : TensorPlaces::kNowhere;
        }
    }
}

std::vector<std::string> ResolvedMap::unknownKeys() const {
    std::vector<std::string> keys;
    for (const std::uint32_t place : m_unknown) {
        keys.push_back(m_map.entries()[place].first);
    }
    return keys;
}

std::optional<std::uint32_t> ResolvedMap::entryOf(TreeItem item) const {
    const std::vector<std::uint32_t>& entries = item.isTensor ? m_tensors : m_modules;
    const std::uint32_t place = entries.empty() ? kNone : entries[item.id];
    return place == kNone ? std::nullopt : std::optional(place);
}

std::vector<TakenTensor> tensorsTakenByHooks(const ModuleTree& tree, const DeviceMap& map) {
    std::vector<TakenTensor> taken;
    for (const auto& [path, device] : map.entries()) {
        const auto tensor = tree.findModule(path) ? std::nullopt : tree.findTensor(path);
        if (!tensor || device == DeviceId::disk()) {
            continue;
        }
        const auto module = map.deviceOf(tree.path(tree.tensor(*tensor).module));
        if (module && *module != device) {
            taken.push_back({*tensor, *module});
        }
    }
    return taken;
}

}  // namespace stowage
