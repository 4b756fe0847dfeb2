// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace stowage {

/// Normally distributed numbers by index: value i depends on the key and i alone, so that any
/// piece of a tensor can be made at any time. A 64-bit mixer (splitmix64) gives the bits of two
/// values, a table of the inverse distribution function turns them into numbers; they stay within
/// about ±4.2 standard deviations. Some 10^9 numbers take a few seconds.
class NormalNumbers {
public:
    NormalNumbers();

    /// Writes values [first, first + values.size()) of the sequence `key`; `first` must be even.
    void fill(std::uint64_t key, std::uint64_t first, float mean, float deviation,
              std::span<float> values) const;

    /// A sequence's key from a seed and a name.
    [[nodiscard]] static std::uint64_t keyFor(std::uint64_t seed, std::string_view name);

private:
    std::vector<float> m_quantiles;
};

/// Writes floats as elements of a floating-point dtype (float16, bfloat16, float32, float64),
/// rounded to nearest even. `target` has values.size() elements.
void storeFloats(std::span<const float> values, DType dtype, std::span<std::byte> target);

/// Whether `castFloats` can: from float16, bfloat16, float32, float64 and the four float8 kinds
/// with a mantissa, to float16, bfloat16, float32 and float64.
[[nodiscard]] bool isFloatCast(DType from, DType to);

/// Whether any of the elements is NaN; false for dtypes that `castFloats` cannot read.
[[nodiscard]] bool holdsNan(DType dtype, std::span<const std::byte> elements);

/// Casts elements as torch's `Tensor.to` does on a CPU, to the bit but for the payload of a NaN:
/// rounded to nearest even, beyond the largest number infinite, float64 by way of float32. Both
/// spans have the same number of elements; isFloatCast must hold.
void castFloats(DType from, std::span<const std::byte> source, DType to,
                std::span<std::byte> target);

}  // namespace stowage
