// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/dtype.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stowage {

struct StoredTensor;
struct StridedBox;

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

/// Copies a strided tensor's elements into C order: the one gather of loads and conversions.
/// `source` holds the tensor's location (from its first element on), `target` elements × element
/// size bytes. Also for contiguous tensors.
void gatherTensor(const StoredTensor& tensor, std::span<const std::byte> source,
                  std::span<std::byte> target);

/// Reads pieces of a checkpoint's tensors in C order, whatever their strides, in little memory: a
/// view of a large storage is gathered by reads of at most 4 MiB, 8 MiB of it at a time. One
/// thread.
class TensorReader {
public:
    explicit TensorReader(const Checkpoint& checkpoint) : m_checkpoint(checkpoint) {}

    /// Fills `target` with the tensor's bytes from byte `offset` of its C order on; of strided
    /// tensors both must be whole elements. Pieces are best asked for one after another. `tensor`
    /// is one of the checkpoint's. Errors: Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(const StoredTensor& tensor, std::uint64_t offset,
                                    std::span<std::byte> target);

private:
    /// A run of elements in C order within the dimensions from `dimension` on.
    struct Run {
        std::size_t dimension = 0;
        std::uint64_t first = 0;
        std::uint64_t count = 0;
        std::uint64_t sourceElement = 0;  ///< where the dimensions from there on begin
    };

    [[nodiscard]] Result<void> gather(const StoredTensor& tensor, std::uint64_t offset,
                                      std::span<std::byte> target);
    [[nodiscard]] Result<void> readRun(const Run& run, std::byte*& target);
    [[nodiscard]] Result<void> readRows(const Run& run, std::uint64_t row, std::uint64_t rows,
                                        std::byte*& target);
    [[nodiscard]] Result<void> readBox(StridedBox box);
    [[nodiscard]] Result<void> readHalves(StridedBox box);

    const Checkpoint& m_checkpoint;
    const StoredTensor* m_tensor = nullptr;  ///< the one being read
    std::vector<std::byte> m_window;
    std::vector<std::byte> m_block;   ///< gathered bytes of m_tensor
    std::uint64_t m_blockOffset = 0;  ///< where they begin in its C order
};

}  // namespace stowage
