// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>

namespace stowage {

/// The little-endian integer at `offset` of `bytes`, which must reach that far.
template <std::unsigned_integral Integer>
[[nodiscard]] Integer readLittleEndian(std::span<const std::byte> bytes, std::size_t offset) {
    assert(offset <= bytes.size() && bytes.size() - offset >= sizeof(Integer));
    Integer value = 0;
    for (std::size_t i = sizeof(Integer); i-- > 0;) {
        value = static_cast<Integer>((static_cast<unsigned long long>(value) << 8) |
                                     std::to_integer<unsigned long long>(bytes[offset + i]));
    }
    return value;
}

/// Appends an integer in little-endian order.
template <std::unsigned_integral Integer>
void appendLittleEndian(std::string& bytes, Integer value) {
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
        bytes.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
    }
}

}  // namespace stowage
