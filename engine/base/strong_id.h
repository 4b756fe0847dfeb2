// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace stowage {

/// An index into one particular vector; ids of different vectors do not mix.
/// A default-made id is "none" and indexes nothing.
template <class Tag>
struct StrongId {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t value = kNone;

    [[nodiscard]] constexpr bool isValid() const { return value != kNone; }
    [[nodiscard]] constexpr std::size_t index() const { return value; }
    friend constexpr auto operator<=>(StrongId, StrongId) = default;
};

}  // namespace stowage

template <class Tag>
struct std::hash<stowage::StrongId<Tag>> {
    std::size_t operator()(stowage::StrongId<Tag> id) const noexcept { return id.value; }
};
