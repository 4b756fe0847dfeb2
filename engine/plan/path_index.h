// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_hash.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
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

}  // namespace stowage
