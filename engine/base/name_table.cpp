// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/name_table.h"

#include <random>
#include <utility>

namespace stowage {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  ///< 2^64 over the golden ratio

constexpr std::uint64_t kOther = 0xd6e8feb86659fd93;

/// Both halves of a product folded into one: every bit depends on every bit.
std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t drawnSecret() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) ^ device();
}

constexpr std::size_t kFirstSlots = 16;

}  // namespace

std::uint64_t processSecret() {
    // Once: asking the system takes longer than reading a small header.
    static const std::uint64_t kSecret = drawnSecret();
    return kSecret;
}

std::uint64_t mixedName(std::string_view name, std::uint64_t secret) {
    constexpr std::size_t kStep = sizeof(std::uint64_t);
    std::uint64_t hash = secret ^ (name.size() * kOdd);
    const auto mix = [&](std::size_t offset, std::size_t count) {
        std::uint64_t part = 0;
        std::memcpy(&part, name.data() + offset, count);
        hash = folded(hash ^ part ^ kOther, kOdd ^ secret);
    };
    std::size_t at = 0;
    for (; at + kStep <= name.size(); at += kStep) {
        mix(at, kStep);
    }
    if (at < name.size()) {
        mix(at, name.size() - at);
    }
    return folded(hash, kOther);
}

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
