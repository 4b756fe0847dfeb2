// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace stowage {

/// a + b, or nothing where the type cannot hold it. For numbers that come from files.
template <class Integer>
[[nodiscard]] constexpr std::optional<Integer> checkedAdd(Integer a, Integer b) {
    Integer result{};
    if (__builtin_add_overflow(a, b, &result)) {
        return std::nullopt;
    }
    return result;
}

/// a × b, or nothing where the type cannot hold it.
template <class Integer>
[[nodiscard]] constexpr std::optional<Integer> checkedMultiply(Integer a, Integer b) {
    Integer result{};
    if (__builtin_mul_overflow(a, b, &result)) {
        return std::nullopt;
    }
    return result;
}

/// `value` rounded up to a multiple of `step` (> 0), or nothing where the type cannot hold it.
template <class Integer>
[[nodiscard]] constexpr std::optional<Integer> checkedRoundUp(Integer value, Integer step) {
    const Integer remainder = static_cast<Integer>(value % step);
    return remainder == 0 ? std::optional<Integer>(value)
                          : checkedAdd<Integer>(value, static_cast<Integer>(step - remainder));
}

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
