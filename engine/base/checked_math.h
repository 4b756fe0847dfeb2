// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

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

}  // namespace stowage
