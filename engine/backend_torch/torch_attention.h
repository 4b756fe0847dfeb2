// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"

#include <cstdint>

namespace at {
class Tensor;
}

namespace stowage {

/// Compute::attention() over tensors. Throws c10::Error.
[[nodiscard]] at::Tensor attend(const AttentionInput& input);

/// Compute::rotate() over tensors. Throws c10::Error.
[[nodiscard]] at::Tensor rotated(const at::Tensor& x, std::int64_t heads, const RotaryTable& table,
                                 std::int64_t firstPosition);

}  // namespace stowage
