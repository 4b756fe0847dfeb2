// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/device_map.h"

#include "engine/base/name_table.h"

#include <algorithm>
#include <cassert>

namespace stowage {

namespace {

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

}  // namespace

struct DeviceMap::Base {
    std::vector<Entry> entries;
    PathIndex index;
};

struct DeviceMap::Overlay {
    DeviceMapChanges changes;
    PathIndex addedIndex;
};

DeviceMap::DeviceMap(std::vector<Entry> entries) {
    if (entries.empty()) {
        return;
    }
    m_base = std::make_shared<Base>();
    m_base->entries.reserve(entries.size());
    for (Entry& entry : entries) {
        if (const auto place = m_base->index.find(m_base->entries, entry.first)) {
            m_base->entries[*place].second = entry.second;
        } else {
            m_base->entries.push_back(std::move(entry));
            m_base->index.addLast(m_base->entries);
        }
    }
}

void DeviceMap::set(const std::string& path, DeviceId device) {
    if (!m_base) {
        m_base = std::make_shared<Base>();
    } else if (m_overlay) {
        *this = flattened();
    } else if (m_base.use_count() > 1) {
        m_base = std::make_shared<Base>(*m_base);
    }
    if (const auto place = m_base->index.find(m_base->entries, path)) {
        m_base->entries[*place].second = device;
        return;
    }
    m_base->entries.emplace_back(path, device);
    m_base->index.addLast(m_base->entries);
}

DeviceMap::Entries DeviceMap::entries() const {
    return Entries(this);
}

std::size_t DeviceMap::size() const {
    const std::size_t base = m_base ? m_base->entries.size() : 0;
    return m_overlay ? base - m_overlay->changes.erased.size() + m_overlay->changes.added.size()
                     : base;
}

const DeviceMap::Entry* DeviceMap::baseEntry(std::size_t place) const {
    if (!m_overlay) {
        return &m_base->entries[place];
    }
    const DeviceMapChanges& changes = m_overlay->changes;
    if (std::binary_search(changes.erased.begin(), changes.erased.end(), place)) {
        return nullptr;
    }
    const auto replaced =
        std::lower_bound(changes.replaced.begin(), changes.replaced.end(), place,
                         [](const auto& change, std::size_t at) { return change.first < at; });
    const bool isReplaced = replaced != changes.replaced.end() && replaced->first == place;
    return isReplaced ? &replaced->second : &m_base->entries[place];
}

std::optional<DeviceId> DeviceMap::exact(std::string_view path) const {
    if (m_overlay) {
        const auto added = m_overlay->addedIndex.find(m_overlay->changes.added, path);
        if (added) {
            return m_overlay->changes.added[*added].second;
        }
    }
    const auto place = m_base ? m_base->index.find(m_base->entries, path) : std::nullopt;
    const Entry* const entry = place ? baseEntry(*place) : nullptr;
    return entry != nullptr ? std::optional(entry->second) : std::nullopt;
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

DeviceMap DeviceMap::changed(DeviceMapChanges changes) const {
    assert(!m_overlay);
    DeviceMap result;
    result.m_base = m_base;
    if (changes.erased.empty() && changes.replaced.empty() && changes.added.empty()) {
        return result;
    }
    auto overlay = std::make_shared<Overlay>();
    overlay->changes.erased = std::move(changes.erased);
    overlay->changes.replaced = std::move(changes.replaced);
    overlay->changes.added.reserve(changes.added.size());
    for (Entry& entry : changes.added) {
        overlay->changes.added.push_back(std::move(entry));
        overlay->addedIndex.addLast(overlay->changes.added);
    }
    result.m_overlay = std::move(overlay);
    return result;
}

DeviceMap DeviceMap::flattened() const {
    return m_overlay ? DeviceMap(entries().toVector()) : *this;
}

const DeviceMap::Entry& DeviceMap::Entries::Iterator::operator*() const {
    const std::size_t base = m_map->m_base ? m_map->m_base->entries.size() : 0;
    const Overlay* const overlay = m_map->m_overlay.get();
    if (m_place >= base) {
        return overlay->changes.added[m_place - base];
    }
    if (overlay != nullptr && m_replaced < overlay->changes.replaced.size() &&
        overlay->changes.replaced[m_replaced].first == m_place) {
        return overlay->changes.replaced[m_replaced].second;
    }
    return m_map->m_base->entries[m_place];
}

DeviceMap::Entries::Iterator& DeviceMap::Entries::Iterator::operator++() {
    ++m_place;
    skipErased();
    return *this;
}

DeviceMap::Entries::Iterator DeviceMap::Entries::Iterator::operator++(int) {
    Iterator before = *this;
    ++*this;
    return before;
}

void DeviceMap::Entries::Iterator::skipErased() {
    if (!m_map->m_overlay) {
        return;
    }
    const auto& [erased, replaced, added] = m_map->m_overlay->changes;
    while (m_erased < erased.size() && erased[m_erased] == m_place) {
        ++m_erased;
        ++m_place;
    }
    while (m_replaced < replaced.size() && replaced[m_replaced].first < m_place) {
        ++m_replaced;
    }
}

DeviceMap::Entries::Iterator DeviceMap::Entries::begin() const {
    Iterator first(m_map, 0);
    first.skipErased();
    return first;
}

DeviceMap::Entries::Iterator DeviceMap::Entries::end() const {
    const std::size_t base = m_map->m_base ? m_map->m_base->entries.size() : 0;
    return {m_map, base + (m_map->m_overlay ? m_map->m_overlay->changes.added.size() : 0)};
}

const DeviceMap::Entry& DeviceMap::Entries::operator[](std::size_t index) const {
    if (m_map->m_overlay) {
        for (const std::uint32_t erased : m_map->m_overlay->changes.erased) {
            index += erased <= index ? 1 : 0;
        }
    }
    const std::size_t base = m_map->m_base ? m_map->m_base->entries.size() : 0;
    return index < base ? *m_map->baseEntry(index) : m_map->m_overlay->changes.added[index - base];
}

bool DeviceMap::Entries::operator==(const Entries& other) const {
    if (m_map->m_base == other.m_map->m_base && m_map->m_overlay == other.m_map->m_overlay) {
        return true;
    }
    return size() == other.size() && std::equal(begin(), end(), other.begin());
}

}  // namespace stowage
