// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"

#include <cstddef>
#include <span>

namespace stowage {

/// Whether `castFloats` can: from float16, bfloat16, float32, float64 and the four float8 kinds
/// with a mantissa, to float16, bfloat16, float32 and float64.
[[nodiscard]] bool isFloatCast(DType from, DType to);

/// Casts elements as torch's `Tensor.to` does on a CPU, to the bit but for the payload of a NaN:
/// rounded to nearest even, beyond the largest number infinite, float64 by way of float32. Both
/// spans have the same number of elements; isFloatCast must hold.
void castFloats(DType from, std::span<const std::byte> source, DType to,
                std::span<std::byte> target);

}  // namespace stowage
