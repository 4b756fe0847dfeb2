// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <span>

namespace stowage {

/// Product of `shape` as it came from a file: nothing for negative sizes or where it exceeds
/// 2^63 − 1.
[[nodiscard]] std::optional<std::uint64_t> checkedElementCount(std::span<const std::int64_t> shape);

/// Bytes of a dense tensor, rounded up to whole bytes; nothing where it exceeds 2^63 − 1.
[[nodiscard]] std::optional<std::uint64_t> checkedByteSize(DType dtype,
                                                           std::span<const std::int64_t> shape);

}  // namespace stowage
