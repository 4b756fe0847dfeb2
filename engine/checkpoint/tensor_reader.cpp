// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/tensor_reader.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <string>
#include <utility>

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

/// What is read at once.
constexpr std::uint64_t kWindowBytes = std::uint64_t{4} << 20;

/// Up to this a read costs the same however little of it is wanted.
constexpr std::uint64_t kCheapReadBytes = std::uint64_t{4} << 10;

/// What is gathered at once: a transposed tensor is gone through once a block.
constexpr std::uint64_t kBlockBytes = std::uint64_t{8} << 20;

/// Beyond that, one byte in so many must be wanted.
constexpr std::uint64_t kSparsest = 8;

std::uint64_t unsignedOf(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

/// Elements that lie `from` bytes apart to places `to` bytes apart.
struct Steps {
    std::uint64_t count = 0;
    std::uint64_t from = 0;
    std::uint64_t to = 0;
};

template <std::size_t ElementBytes>
void copyElements(const Steps& steps, const std::byte* source, std::byte* target) {
    for (std::uint64_t i = 0; i < steps.count; ++i) {
        std::memcpy(target + i * steps.to, source + i * steps.from, ElementBytes);
    }
}

/// The sizes of all dtypes with strides; a constant size makes each copy one instruction.
void copyElements(std::size_t elementBytes, const Steps& steps, const std::byte* source,
                  std::byte* target) {
    switch (elementBytes) {
        case 1:
            return copyElements<1>(steps, source, target);
        case 2:
            return copyElements<2>(steps, source, target);
        case 4:
            return copyElements<4>(steps, source, target);
        case 8:
            return copyElements<8>(steps, source, target);
        default:
            return copyElements<16>(steps, source, target);
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

Result<void> TensorReader::read(const StoredTensor& tensor, std::uint64_t offset,
                                std::span<std::byte> target) {
    const RandomAccessFile& file = *m_checkpoint.shards[tensor.location.shard];
    if (target.empty()) {
        return {};
    }
    if (tensor.strides.empty()) {
        return file.readAt(tensor.location.offset + offset, target);
    }
    if (target.size() >= kBlockBytes) {
        m_block.clear();
        return gather(tensor, offset, target);
    }
    const bool isThere = m_tensor == &tensor && offset >= m_blockOffset &&
                         offset + target.size() <= m_blockOffset + m_block.size();
    if (!isThere) {
        const std::uint64_t size = checkedByteSize(tensor.dtype, tensor.shape).value_or(0);
        m_block.resize(std::min(kBlockBytes, size - offset));
        m_blockOffset = offset;
        if (const auto gathered = gather(tensor, offset, m_block); !gathered) {
            m_block.clear();
            return gathered;
        }
    }
    std::memcpy(target.data(), m_block.data() + (offset - m_blockOffset), target.size());
    return {};
}

Result<void> TensorReader::gather(const StoredTensor& tensor, std::uint64_t offset,
                                  std::span<std::byte> target) {
    m_tensor = &tensor;
    m_elementBytes = storedBits(tensor.dtype) / 8;
    assert(offset % m_elementBytes == 0 && target.size() % m_elementBytes == 0);
    std::byte* at = target.data();
    return readRun({0, offset / m_elementBytes, target.size() / m_elementBytes, 0}, at);
}

/// Whole rows of the dimension become a box; what begins or ends within a row is a run of the next.
Result<void> TensorReader::readRun(const Run& run, std::byte*& target) {
    const auto& shape = m_tensor->shape;
    if (run.dimension == shape.size()) {
        return run.count == 0 ? Result<void>() : readRows(run, 0, 1, target);
    }
    std::uint64_t rowElements = 1;
    for (std::size_t d = run.dimension + 1; d < shape.size(); ++d) {
        rowElements *= unsignedOf(shape[d]);
    }
    const std::uint64_t stride = unsignedOf(m_tensor->strides[run.dimension]);
    std::uint64_t at = run.first;
    const std::uint64_t end = run.first + run.count;
    while (at < end) {
        const std::uint64_t row = at / rowElements;
        const std::uint64_t within = at % rowElements;
        const std::uint64_t rows = (end - at) / rowElements;
        Result<void> done;
        if (within == 0 && rows > 0) {
            done = readRows(run, row, rows, target);
            at += rows * rowElements;
        } else {
            const std::uint64_t part = std::min(end - at, rowElements - within);
            done = readRun({run.dimension + 1, within, part, run.sourceElement + row * stride},
                           target);
            at += part;
        }
        if (!done) {
            return done;
        }
    }
    return {};
}

Result<void> TensorReader::readRows(const Run& run, std::uint64_t row, std::uint64_t rows,
                                    std::byte*& target) {
    const auto& shape = m_tensor->shape;
    Box box;
    box.first = run.sourceElement;
    box.target = target;
    if (run.dimension < shape.size()) {
        box.first += row * unsignedOf(m_tensor->strides[run.dimension]);
    }
    for (std::size_t d = run.dimension; d < shape.size(); ++d) {
        box.extents.push_back(d == run.dimension ? rows : unsignedOf(shape[d]));
        box.sourceStrides.push_back(unsignedOf(m_tensor->strides[d]));
    }
    box.targetStrides.resize(box.extents.size());
    std::uint64_t elements = 1;
    for (std::size_t d = box.extents.size(); d-- > 0;) {
        box.targetStrides[d] = elements;
        elements *= box.extents[d];
    }
    target += elements * m_elementBytes;
    return readBox(std::move(box));
}

Result<void> TensorReader::readBox(Box box) {
    for (std::size_t d = box.extents.size(); d-- > 0;) {
        if (box.extents[d] == 1) {
            const auto place = static_cast<std::ptrdiff_t>(d);
            box.extents.erase(box.extents.begin() + place);
            box.sourceStrides.erase(box.sourceStrides.begin() + place);
            box.targetStrides.erase(box.targetStrides.begin() + place);
        }
    }
    std::uint64_t span = 1;
    std::uint64_t wanted = 1;
    for (std::size_t d = 0; d < box.extents.size(); ++d) {
        span += (box.extents[d] - 1) * box.sourceStrides[d];
        wanted *= box.sourceStrides[d] == 0 ? 1 : box.extents[d];
    }
    const std::uint64_t bytes = span * m_elementBytes;
    const bool isWorthIt = bytes <= kCheapReadBytes || wanted * kSparsest >= span;
    if (span > 1 && (bytes > kWindowBytes || !isWorthIt)) {
        return readHalves(std::move(box));
    }
    m_window.resize(std::max<std::size_t>(m_window.size(), bytes));
    const RandomAccessFile& file = *m_checkpoint.shards[m_tensor->location.shard];
    const auto window = std::span(m_window).first(bytes);
    if (const auto read =
            file.readAt(m_tensor->location.offset + box.first * m_elementBytes, window);
        !read) {
        return read;
    }
    copyBox(box, 0, window.data(), box.target);
    return {};
}

Result<void> TensorReader::readHalves(Box box) {
    std::size_t longest = 0;
    const auto reach = [&](std::size_t d) { return (box.extents[d] - 1) * box.sourceStrides[d]; };
    for (std::size_t d = 1; d < box.extents.size(); ++d) {
        longest = reach(d) > reach(longest) ? d : longest;
    }
    const std::uint64_t half = box.extents[longest] / 2;
    Box rest = box;
    rest.first += half * box.sourceStrides[longest];
    rest.target += half * box.targetStrides[longest] * m_elementBytes;
    rest.extents[longest] -= half;
    box.extents[longest] = half;
    const auto done = readBox(std::move(box));
    return done ? readBox(std::move(rest)) : done;
}

void TensorReader::copyBox(const Box& box, std::size_t dimension, const std::byte* source,
                           std::byte* target) const {
    if (dimension == box.extents.size()) {
        std::memcpy(target, source, m_elementBytes);
        return;
    }
    const std::uint64_t extent = box.extents[dimension];
    const std::uint64_t from = box.sourceStrides[dimension] * m_elementBytes;
    const std::uint64_t to = box.targetStrides[dimension] * m_elementBytes;
    if (dimension + 1 == box.extents.size()) {
        if (from == m_elementBytes && to == m_elementBytes) {
            std::memcpy(target, source, extent * m_elementBytes);
        } else {
            copyElements(m_elementBytes, {extent, from, to}, source, target);
        }
        return;
    }
    for (std::uint64_t i = 0; i < extent; ++i) {
        copyBox(box, dimension + 1, source + i * from, target + i * to);
    }
}

}  // namespace stowage
