// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/device_map.h"

#include "engine/plan/clean_entries.h"

namespace stowage {

DeviceMap::DeviceMap(std::vector<Entry> entries) {
    for (Entry& entry : entries) {
        set(entry.first, entry.second);
    }
}

void DeviceMap::set(const std::string& path, DeviceId device) {
    const auto [place, isNew] = m_index.try_emplace(path, m_entries.size());
    if (isNew) {
        m_entries.emplace_back(path, device);
    } else {
        m_entries[place->second].second = device;
    }
}

std::optional<DeviceId> DeviceMap::exact(std::string_view path) const {
    const auto found = m_index.find(std::string(path));
    if (found == m_index.end()) {
        return std::nullopt;
    }
    return m_entries[found->second].second;
}

std::optional<DeviceId> DeviceMap::deviceOf(std::string_view name) const {
    while (true) {
        if (const auto device = exact(name)) {
            return device;
        }
        if (name.empty()) {
            return std::nullopt;
        }
        const std::size_t dot = name.rfind('.');
        name = name.substr(0, dot == std::string_view::npos ? 0 : dot);
    }
}

DeviceMap cleanDeviceMap(const DeviceMap& map, const std::string& name) {
    return DeviceMap(cleanEntries(map.entries(), name));
}

}  // namespace stowage
