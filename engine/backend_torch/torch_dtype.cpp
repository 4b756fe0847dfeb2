// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_dtype.h"

#include <c10/core/ScalarType.h>

#include <array>

namespace stowage {

namespace {

struct DTypePair {
    DType ours;
    at::ScalarType theirs;
};
constexpr std::array kPairs{
    DTypePair{DType::Bool, at::kBool},
    DTypePair{DType::UInt8, at::kByte},
    DTypePair{DType::Int8, at::kChar},
    DTypePair{DType::Int16, at::kShort},
    DTypePair{DType::Int32, at::kInt},
    DTypePair{DType::Int64, at::kLong},
    DTypePair{DType::Float16, at::kHalf},
    DTypePair{DType::BFloat16, at::kBFloat16},
    DTypePair{DType::Float32, at::kFloat},
    DTypePair{DType::Float64, at::kDouble},
    DTypePair{DType::Complex32, at::kComplexHalf},
    DTypePair{DType::Complex64, at::kComplexFloat},
    DTypePair{DType::Complex128, at::kComplexDouble},
};

}  // namespace

std::optional<at::ScalarType> scalarTypeOf(DType dtype) {
    for (const DTypePair& pair : kPairs) {
        if (pair.ours == dtype) {
            return pair.theirs;
        }
    }
    return std::nullopt;
}

std::optional<DType> dtypeOf(at::ScalarType scalar) {
    for (const DTypePair& pair : kPairs) {
        if (pair.theirs == scalar) {
            return pair.ours;
        }
    }
    return std::nullopt;
}

TensorLayout layoutOf(DType dtype, std::span<const std::int64_t> shape) {
    TensorLayout layout;
    layout.scalar = at::kByte;
    layout.shape.assign(shape.begin(), shape.end());
    std::uint64_t elements = 1;
    for (const std::int64_t dimension : shape) {
        elements *= static_cast<std::uint64_t>(dimension);
    }
    const std::uint64_t bits = storedBits(dtype);
    layout.byteSize = (elements * bits + 7) / 8;
    if (const std::optional<at::ScalarType> scalar = scalarTypeOf(dtype)) {
        layout.scalar = *scalar;
    } else if (bits < 8) {
        layout.shape = {static_cast<std::int64_t>(layout.byteSize)};
    } else if (bits > 8) {
        layout.shape.push_back(static_cast<std::int64_t>(bits / 8));
    }
    return layout;
}

}  // namespace stowage
