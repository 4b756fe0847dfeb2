// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/dtype.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stowage {

struct StoredTensor;

/// A tensor over a storage as a pickle tells it, and how large the storage's record is.
struct StridedPlace {
    DType dtype = DType::Float32;
    std::optional<DType> storageDType;  ///< none: untyped, its elements are bytes
    std::int64_t storageElements = 0;
    std::int64_t offset = 0;  ///< in the tensor's elements
    std::span<const std::int64_t> shape;
    std::span<const std::int64_t> strides;
    std::uint64_t recordBytes = 0;
};

/// Where the tensor lies in the record: bytes from its first element to past its last.
struct TensorLayout {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::vector<std::int64_t> strides;  ///< empty: contiguous in C order
};

/// Holds a tensor to the bounds of its storage and record, in 128-bit arithmetic.
/// Errors: Malformed, the message being the second half of a sentence ("ends at element 12 …").
[[nodiscard]] Result<TensorLayout> layOutTensor(const StridedPlace& place);

/// Copies a strided tensor's elements into C order. `source` holds the tensor's location (from its
/// first element on), `target` elements × element size bytes. Also for contiguous tensors.
void gatherTensor(const StoredTensor& tensor, std::span<const std::byte> source,
                  std::span<std::byte> target);

}  // namespace stowage
