// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/tensor_spec.h"

#include "engine/base/integers.h"

namespace stowage {
namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();

}  // namespace

std::optional<std::uint64_t> checkedElementCount(std::span<const std::int64_t> shape) {
    std::uint64_t count = 1;
    bool isEmpty = false;
    for (const std::int64_t size : shape) {
        if (size < 0) {
            return std::nullopt;
        }
        // A zero makes the whole product zero, however large the others are.
        isEmpty = isEmpty || size == 0;
    }
    if (isEmpty) {
        return 0;
    }
    for (const std::int64_t size : shape) {
        const auto product =
            checkedMultiply<std::uint64_t>(count, static_cast<std::uint64_t>(size));
        if (!product || *product > kLargest) {
            return std::nullopt;
        }
        count = *product;
    }
    return count;
}

std::optional<std::uint64_t> checkedByteSize(DType dtype, std::span<const std::int64_t> shape) {
    const auto count = checkedElementCount(shape);
    if (!count) {
        return std::nullopt;
    }
    if (const auto block = elementBlock(dtype)) {
        const std::uint64_t blocks = *count / block->elements + (*count % block->elements != 0);
        const auto bytes = checkedMultiply<std::uint64_t>(blocks, block->bytes);
        return bytes && *bytes <= kLargest ? bytes : std::nullopt;
    }
    const auto bits = checkedMultiply<std::uint64_t>(*count, storedBits(dtype));
    if (!bits) {
        // Eight times the largest size does not fit 64 bits although the bytes may.
        const auto bytes = checkedMultiply<std::uint64_t>(*count, storedBits(dtype) / 8);
        const bool fits = storedBits(dtype) % 8 == 0 && bytes && *bytes <= kLargest;
        return fits ? bytes : std::nullopt;
    }
    return *bits / 8 + (*bits % 8 == 0 ? 0 : 1);
}

std::uint64_t elementCount(std::span<const std::int64_t> shape) {
    return checkedElementCount(shape).value_or(0);
}

Message torchRefusal(DType dtype, std::span<const std::int64_t> shape) {
    if (dtype == DType::Float6E2M3 || dtype == DType::Float6E3M2) {
        return say("is %1, but torch has no 6-bit numbers", dtypeName(dtype));
    }
    if (dtype == DType::Float4E2M1 && (shape.empty() || shape.back() % 2 != 0)) {
        return say(
            "is %1 with an odd last dimension, but torch stores two numbers of this dimension in "
            "each byte",
            dtypeName(dtype));
    }
    return {};
}

bool staysFloat32(KeptFloat32 kept, DType model) {
    return kept != KeptFloat32::Never &&
           (model == DType::Float16 ||
            (model == DType::BFloat16 && kept == KeptFloat32::InBothHalves));
}

const std::vector<std::int64_t>& unpackedShape(const TensorSpec& tensor) {
    return tensor.packed ? *tensor.packed : tensor.shape;
}

std::uint64_t parameterCount(const TensorSpec& tensor) {
    return tensor.kind == TensorKind::Parameter ? elementCount(unpackedShape(tensor)) : 0;
}

std::uint64_t storedElements(const TensorSpec& tensor) {
    constexpr unsigned kBitsOfByte = 8;
    const unsigned bits = storedBits(tensor.dtype);
    return !elementBlock(tensor.dtype) && bits >= kBitsOfByte && bits % kBitsOfByte == 0
               ? tensor.byteSize / (bits / kBitsOfByte)
               : elementCount(tensor.shape);
}

}  // namespace stowage
