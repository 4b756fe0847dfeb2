// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"

#include <string>

namespace stowage {

/// A number as Accelerate's Python holds it: an int, or a float once a bool tensor (1/8 byte),
/// a sub-byte dtype or the 90 % rule is involved. The difference shows in texts and in one crash
/// (placement.md §0, §7.4). All values are multiples of 1/8 below 2^50, so a double is exact.
struct ReferenceNumber {
    double value = 0;
    bool isFloat = false;

    [[nodiscard]] std::string text() const { return formatPythonNumber(value, isFloat); }

    ReferenceNumber& operator+=(ReferenceNumber other) {
        value += other.value;
        isFloat = isFloat || other.isFloat;
        return *this;
    }
    ReferenceNumber& operator-=(ReferenceNumber other) {
        value -= other.value;
        isFloat = isFloat || other.isFloat;
        return *this;
    }
    friend ReferenceNumber operator+(ReferenceNumber a, ReferenceNumber b) { return a += b; }
    friend ReferenceNumber operator-(ReferenceNumber a, ReferenceNumber b) { return a -= b; }
    friend ReferenceNumber operator*(ReferenceNumber a, ReferenceNumber b) {
        return {a.value * b.value, a.isFloat || b.isFloat};
    }
};

/// Python's min(a, b) and max(a, b): the first of two equal ones.
[[nodiscard]] inline ReferenceNumber pythonMin(ReferenceNumber a, ReferenceNumber b) {
    return b.value < a.value ? b : a;
}
[[nodiscard]] inline ReferenceNumber pythonMax(ReferenceNumber a, ReferenceNumber b) {
    return b.value > a.value ? b : a;
}

}  // namespace stowage
