// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// What an edit changes of a large map, so that the maps of hundreds of edits share all the rest.
struct DeviceMapChanges {
    using Entry = std::pair<std::string, DeviceId>;
    std::vector<std::uint32_t> erased;  ///< places of entries that go, ascending
    /// Entries with another device than before, at their places, ascending.
    std::vector<std::pair<std::uint32_t, Entry>> replaced;
    std::vector<Entry> added;  ///< new paths, after all others
};

/// An ordered device map, as Accelerate's dict: module or tensor path → device.
/// The longest dotted prefix of a name wins; "" covers everything. Copies share their entries.
class DeviceMap {
public:
    using Entry = std::pair<std::string, DeviceId>;
    class Entries;

    DeviceMap() = default;
    explicit DeviceMap(std::vector<Entry> entries);

    /// Adds an entry, or gives an existing path another device (its place stays).
    void set(const std::string& path, DeviceId device);
    /// All entries in order: a view, valid as long as this map is not changed.
    [[nodiscard]] Entries entries() const;
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::optional<DeviceId> exact(std::string_view path) const;
    /// Device of the longest dotted prefix of `name`, "" last; nothing where none covers it.
    [[nodiscard]] std::optional<DeviceId> deviceOf(std::string_view name) const;

    /// This map with changes laid over it, sharing the entries. It must hold no changes itself
    /// (see flattened()); the places are those of its entries.
    [[nodiscard]] DeviceMap changed(DeviceMapChanges changes) const;
    /// The same entries without changes laid over them.
    [[nodiscard]] DeviceMap flattened() const;

private:
    struct Base;
    struct Overlay;

    [[nodiscard]] const Entry* baseEntry(std::size_t place) const;

    std::shared_ptr<Base> m_base;              ///< null: no entries; changed only while unshared
    std::shared_ptr<const Overlay> m_overlay;  ///< null: no changes
};

/// The entries of a map in order; reads like a const vector of them.
class DeviceMap::Entries {
public:
    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Entry;
        using difference_type = std::ptrdiff_t;
        using pointer = const Entry*;
        using reference = const Entry&;

        Iterator() = default;
        [[nodiscard]] reference operator*() const;
        [[nodiscard]] pointer operator->() const { return &**this; }
        Iterator& operator++();
        Iterator operator++(int);
        friend bool operator==(const Iterator& a, const Iterator& b) {
            return a.m_place == b.m_place;
        }

    private:
        friend class Entries;
        Iterator(const DeviceMap* map, std::size_t place) : m_map(map), m_place(place) {}
        void skipErased();

        const DeviceMap* m_map = nullptr;
        std::size_t m_place = 0;     ///< among all of the base, then those that were added
        std::size_t m_erased = 0;    ///< how many erased places lie before
        std::size_t m_replaced = 0;  ///< how many replaced ones
    };
    using value_type = Entry;
    using const_iterator = Iterator;
    using iterator = Iterator;

    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;
    [[nodiscard]] std::size_t size() const { return m_map->size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] const Entry& front() const { return *begin(); }
    [[nodiscard]] const Entry& back() const { return (*this)[size() - 1]; }
    /// Takes as many steps as there are erased entries before it.
    [[nodiscard]] const Entry& operator[](std::size_t index) const;
    /// A copy.
    [[nodiscard]] std::vector<Entry> toVector() const { return {begin(), end()}; }
    [[nodiscard]] bool operator==(const Entries& other) const;

private:
    friend class DeviceMap;
    explicit Entries(const DeviceMap* map) : m_map(map) {}
    const DeviceMap* m_map;
};

/// A key that a device map's text gives twice: Python keeps the last value silently.
struct DoubledKey {
    std::string path;
    DeviceId dropped;
    DeviceId kept;
    friend bool operator==(const DoubledKey&, const DoubledKey&) = default;
};

}  // namespace stowage
