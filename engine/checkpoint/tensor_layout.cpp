// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/tensor_layout.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/tensor_size.h"

#include <cassert>
#include <cstring>
#include <string>

namespace stowage {
namespace {

__extension__ using Wide = unsigned __int128;

Wide wide(std::int64_t value) {
    return static_cast<Wide>(value);
}

Unexpected outOfBounds(std::string reason) {
    return fail(ErrorCode::Malformed, std::move(reason));
}

bool isContiguous(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides) {
    Wide expected = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (shape[i] == 1) {
            continue;
        }
        if (wide(strides[i]) != expected) {
            return false;
        }
        expected *= wide(shape[i]);
    }
    return true;
}

void gatherDimension(const StoredTensor& tensor, std::size_t dimension, std::size_t elementBytes,
                     const std::byte* source, std::byte*& target) {
    if (dimension == tensor.shape.size()) {
        std::memcpy(target, source, elementBytes);
        target += elementBytes;
        return;
    }
    const auto step = static_cast<std::size_t>(tensor.strides[dimension]) * elementBytes;
    const bool isLast = dimension + 1 == tensor.shape.size();
    const auto count = static_cast<std::size_t>(tensor.shape[dimension]);
    if (isLast && tensor.strides[dimension] == 1) {
        std::memcpy(target, source, count * elementBytes);
        target += count * elementBytes;
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        gatherDimension(tensor, dimension + 1, elementBytes, source + i * step, target);
    }
}

}  // namespace

Result<TensorLayout> layOutTensor(const StridedPlace& place) {
    const Wide itemBytes = storedBits(place.dtype) / 8;
    const Wide unitBytes = place.storageDType ? Wide{storedBits(*place.storageDType) / 8} : Wide{1};
    const Wide storageBytes = wide(place.storageElements) * unitBytes;
    if (storageBytes > place.recordBytes) {
        return outOfBounds("has a storage of " + std::to_string(place.storageElements) +
                           (place.storageDType ? " elements" : " bytes") +
                           ", more than its record of " + std::to_string(place.recordBytes) +
                           " bytes holds");
    }
    if (itemBytes == 0 || storedBits(place.dtype) % 8 != 0) {
        return outOfBounds("has elements of " + std::string(dtypeName(place.dtype)) +
                           ", which do not fill whole bytes");
    }
    const auto count = checkedElementCount(place.shape);
    if (!count || !checkedByteSize(place.dtype, place.shape)) {
        return outOfBounds("has a shape whose size exceeds 64 bits");
    }
    const Wide first = wide(place.offset) * itemBytes;
    if (first > storageBytes) {
        return outOfBounds("begins at element " + std::to_string(place.offset) +
                           ", beyond its storage");
    }
    TensorLayout layout;
    layout.offset = static_cast<std::uint64_t>(first);
    if (*count == 0) {
        return layout;
    }
    // A product of two 63-bit numbers fits, 64 of them or a multiple do not: stop on the way.
    Wide last = wide(place.offset);
    for (std::size_t i = 0; i < place.shape.size(); ++i) {
        last += wide(place.shape[i] - 1) * wide(place.strides[i]);
        if (last > (Wide{1} << 100) || (last + 1) * itemBytes > storageBytes) {
            return outOfBounds("reaches past the end of its storage in dimension " +
                               std::to_string(i));
        }
    }
    if ((last + 1) * itemBytes > storageBytes) {
        return outOfBounds("begins at element " + std::to_string(place.offset) +
                           ", beyond its storage");
    }
    layout.length = static_cast<std::uint64_t>((last - wide(place.offset) + 1) * itemBytes);
    if (!isContiguous(place.shape, place.strides)) {
        layout.strides.assign(place.strides.begin(), place.strides.end());
    }
    return layout;
}

void gatherTensor(const StoredTensor& tensor, std::span<const std::byte> source,
                  std::span<std::byte> target) {
    if (target.empty()) {
        return;
    }
    if (tensor.strides.empty()) {
        assert(source.size() >= target.size());
        std::memcpy(target.data(), source.data(), target.size());
        return;
    }
    std::byte* out = target.data();
    gatherDimension(tensor, 0, storedBits(tensor.dtype) / 8, source.data(), out);
}

}  // namespace stowage
