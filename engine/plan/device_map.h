// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_table.h"
#include "engine/base/result.h"
#include "engine/device/device_info.h"

#include <algorithm>
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

/// Finds entries of a vector of (path, …) pairs by their path: a hash table of indices, so that no
/// path is kept twice. The caller passes the vector along with each call.
class PathIndex {
public:
    /// The index of the entry with this path; nothing where there is none.
    template <class Entries>
    [[nodiscard]] std::optional<std::size_t> find(const Entries& entries,
                                                  std::string_view path) const {
        if (m_slots.empty()) {
            return std::nullopt;
        }
        for (std::size_t slot = firstSlot(path); m_slots[slot] != kFree; slot = next(slot)) {
            if (entries[m_slots[slot]].first == path) {
                return m_slots[slot];
            }
        }
        return std::nullopt;
    }

    /// Takes up the last entry, whose path must be new.
    template <class Entries>
    void addLast(const Entries& entries) {
        if (2 * entries.size() > m_slots.size()) {
            constexpr std::size_t kFewestSlots = 16;
            m_slots.assign(std::max(kFewestSlots, 4 * m_slots.size()), kFree);
            for (std::size_t i = 0; i < entries.size(); ++i) {
                insert(entries[i].first, i);
            }
            return;
        }
        insert(entries.back().first, entries.size() - 1);
    }

private:
    static constexpr std::uint32_t kFree = static_cast<std::uint32_t>(-1);

    // The number of slots is a power of two.
    [[nodiscard]] std::size_t firstSlot(std::string_view path) const {
        return NameHash()(path) & (m_slots.size() - 1);
    }
    [[nodiscard]] std::size_t next(std::size_t slot) const {
        return (slot + 1) & (m_slots.size() - 1);
    }
    void insert(std::string_view path, std::size_t index) {
        std::size_t slot = firstSlot(path);
        while (m_slots[slot] != kFree) {
            slot = next(slot);
        }
        m_slots[slot] = static_cast<std::uint32_t>(index);
    }

    std::vector<std::uint32_t> m_slots;  ///< at most half of them taken
};

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
    struct Base {
        std::vector<Entry> entries;
        PathIndex index;
    };
    struct Overlay {
        DeviceMapChanges changes;
        PathIndex addedIndex;
    };

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

/// A key that a device map's text gives twice: Python and JSON keep the last value silently.
struct DoubledKey {
    std::string path;
    DeviceId dropped;
    DeviceId kept;
    friend bool operator==(const DoubledKey&, const DoubledKey&) = default;
};

}  // namespace stowage
