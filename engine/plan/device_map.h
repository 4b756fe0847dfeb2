// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_id.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// An ordered device map, as Accelerate's dict: module or tensor path → device.
/// The longest dotted prefix of a name wins; "" covers everything.
class DeviceMap {
public:
    using Entry = std::pair<std::string, DeviceId>;

    DeviceMap() = default;
    explicit DeviceMap(std::vector<Entry> entries);

    /// Adds an entry, or gives an existing path another device (its place stays).
    void set(const std::string& path, DeviceId device);
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    [[nodiscard]] bool empty() const { return m_entries.empty(); }
    [[nodiscard]] std::optional<DeviceId> exact(std::string_view path) const;
    /// Device of the longest dotted prefix of `name`, "" last; nothing where none covers it.
    [[nodiscard]] std::optional<DeviceId> deviceOf(std::string_view name) const;

private:
    std::vector<Entry> m_entries;
    std::unordered_map<std::string, std::size_t> m_index;
};

/// A key that a device map's text gives twice: Python and JSON keep the last value silently.
struct DoubledKey {
    std::string path;
    DeviceId dropped;
    DeviceId kept;
    friend bool operator==(const DoubledKey&, const DoubledKey&) = default;
};

/// Accelerate's clean_device_map (placement.md §6) under `name`.
[[nodiscard]] DeviceMap cleanDeviceMap(const DeviceMap& map, const std::string& name = {});

}  // namespace stowage
