// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace c10 {
enum class ScalarType : std::int8_t;
}

namespace stowage {

/// ATen's dtype for ours; nothing for those that the oldest supported LibTorch (1.13) lacks.
[[nodiscard]] std::optional<c10::ScalarType> scalarTypeOf(DType dtype);

/// The inverse; nothing for dtypes that scalarTypeOf never gives.
[[nodiscard]] std::optional<DType> dtypeOf(c10::ScalarType scalar);

/// How a tensor is held in ATen.
struct TensorLayout {
    c10::ScalarType scalar{};  ///< uint8 unless ATen has the dtype
    std::vector<std::int64_t> shape;
    std::uint64_t byteSize = 0;
};

/// The layout of a tensor: its own where ATen has the dtype. Otherwise raw bytes: the same shape
/// for one-byte types, one more dimension (the bytes of an element) for wider ones, and one flat
/// row for types below a byte.
[[nodiscard]] TensorLayout layoutOf(DType dtype, std::span<const std::int64_t> shape);

}  // namespace stowage
