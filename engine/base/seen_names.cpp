// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/seen_names.h"

#include "engine/base/name_hash.h"

#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kFirstSlots = 16;

}  // namespace

SeenNames::SeenNames() : m_secret(processSecret()) {}

std::uint64_t SeenNames::mixed(std::string_view name) const {
    const std::uint64_t hash = mixedName(name, m_secret);
    return hash == 0 ? 1 : hash;
}

bool SeenNames::insert(std::string_view name) {
    // Three quarters full at most: probes stay short.
    if (4 * (m_size + 1) > 3 * m_slotCount) {
        grow();
    }
    const std::uint64_t hash = mixed(name);
    for (std::size_t at = hash & (m_slotCount - 1);; at = (at + 1) & (m_slotCount - 1)) {
        if (m_slots[at] == hash) {
            return false;
        }
        if (m_slots[at] == 0) {
            m_slots[at] = hash;
            ++m_size;
            return true;
        }
    }
}

void SeenNames::grow() {
    const std::size_t oldCount = m_slotCount;
    const auto old = std::exchange(m_slots, nullptr);
    m_slotCount = oldCount == 0 ? kFirstSlots : 2 * oldCount;
    m_slots = std::make_unique<std::uint64_t[]>(m_slotCount);
    for (std::size_t i = 0; i < oldCount; ++i) {
        if (old[i] == 0) {
            continue;
        }
        std::size_t at = old[i] & (m_slotCount - 1);
        while (m_slots[at] != 0) {
            at = (at + 1) & (m_slotCount - 1);
        }
        m_slots[at] = old[i];
    }
}

}  // namespace stowage
