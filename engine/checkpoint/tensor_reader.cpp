// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/tensor_reader.h"

#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace stowage {
namespace {

__extension__ using Wide = unsigned __int128;

Wide wide(std::int64_t value) {
    return static_cast<Wide>(value);
}

Unexpected outOfBounds(Message reason) {
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

/// What is read at once.
constexpr std::uint64_t kWindowBytes = std::uint64_t{4} << 20;

/// Up to this a read costs the same however little of it is wanted.
constexpr std::uint64_t kCheapReadBytes = std::uint64_t{4} << 10;

/// What is gathered at once: a transposed tensor is gone through once a block.
constexpr std::uint64_t kBlockBytes = std::uint64_t{8} << 20;

/// Beyond that, one byte in so many must be wanted.
constexpr std::uint64_t kSparsest = 8;

/// Copied at once where the source's order is another: 64 by 64, or as many.
constexpr std::uint64_t kTileElements = 4096;

std::uint64_t unsignedOf(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

std::uint64_t elementBytesOf(const StoredTensor& tensor) {
    return storedBits(tensor.dtype) / 8;
}

/// What lies `from` bytes apart and goes to places `to` bytes apart.
struct Steps {
    std::uint64_t count = 0;
    std::uint64_t from = 0;
    std::uint64_t to = 0;
};

}  // namespace

/// A part of a tensor whose elements follow from one index a dimension.
struct StridedBox {
    std::uint64_t elementBytes = 0;
    std::vector<Steps> dimensions;
    std::uint64_t first = 0;      ///< byte of the source
    std::byte* target = nullptr;  ///< the first element's place
};

namespace {

/// `rows` of a dimension, which begin at element `first`; they go to `target` in C order.
StridedBox boxOf(const StoredTensor& tensor, std::size_t dimension, std::uint64_t rows,
                 std::uint64_t first, std::byte* target) {
    const std::uint64_t elementBytes = elementBytesOf(tensor);
    StridedBox box{elementBytes, {}, first * elementBytes, target};
    for (std::size_t d = dimension; d < tensor.shape.size(); ++d) {
        box.dimensions.push_back({d == dimension ? rows : unsignedOf(tensor.shape[d]),
                                  unsignedOf(tensor.strides[d]) * elementBytes, 0});
    }
    std::uint64_t bytes = elementBytes;
    for (std::size_t d = box.dimensions.size(); d-- > 0;) {
        box.dimensions[d].to = bytes;
        bytes *= box.dimensions[d].count;
    }
    return box;
}

template <std::size_t ElementBytes>
void copyElements(const Steps& steps, const std::byte* source, std::byte* target) {
    for (std::uint64_t i = 0; i < steps.count; ++i) {
        std::memcpy(target + i * steps.to, source + i * steps.from, ElementBytes);
    }
}

/// The sizes of all dtypes with strides; a constant size makes each copy one instruction.
void copyElements(std::uint64_t elementBytes, const Steps& steps, const std::byte* source,
                  std::byte* target) {
    if (steps.from == elementBytes && steps.to == elementBytes) {
        std::memcpy(target, source, steps.count * elementBytes);
        return;
    }
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

void copyRows(const StridedBox& box, std::size_t dimension, const std::byte* source,
              std::byte* target) {
    const Steps& steps = box.dimensions[dimension];
    if (dimension + 1 == box.dimensions.size()) {
        copyElements(box.elementBytes, steps, source, target);
        return;
    }
    for (std::uint64_t i = 0; i < steps.count; ++i) {
        copyRows(box, dimension + 1, source + i * steps.from, target + i * steps.to);
    }
}

/// Halves the longest dimension until both sides of what is copied fit the processor's caches.
void copyTiles(StridedBox& box, const std::byte* source, std::byte* target) {
    std::uint64_t elements = 1;
    for (const Steps& steps : box.dimensions) {
        elements *= steps.count;
    }
    if (elements <= kTileElements) {
        copyRows(box, 0, source, target);
        return;
    }
    Steps& longest = *std::ranges::max_element(box.dimensions, {}, &Steps::count);
    const std::uint64_t count = longest.count;
    const std::uint64_t half = count / 2;
    longest.count = half;
    copyTiles(box, source, target);
    longest.count = count - half;
    copyTiles(box, source + half * longest.from, target + half * longest.to);
    longest.count = count;
}

/// Copies the box's elements from `source`, where its first one lies.
void copyBox(StridedBox box, const std::byte* source) {
    std::erase_if(box.dimensions, [](const Steps& steps) { return steps.count == 1; });
    if (box.dimensions.empty()) {
        std::memcpy(box.target, source, box.elementBytes);
        return;
    }
    const bool followsSource = std::ranges::none_of(box.dimensions, [&](const Steps& steps) {
        return steps.from != 0 && steps.from < box.dimensions.back().from;
    });
    if (followsSource) {
        copyRows(box, 0, source, box.target);
        return;
    }
    std::ranges::sort(box.dimensions, {}, &Steps::count);  // the innermost loop is the longest
    copyTiles(box, source, box.target);
}

}  // namespace

Result<TensorLayout> layOutTensor(const StridedPlace& place) {
    const Wide itemBytes = storedBits(place.dtype) / 8;
    const Wide unitBytes = place.storageDType ? Wide{storedBits(*place.storageDType) / 8} : Wide{1};
    const Wide storageBytes = wide(place.storageElements) * unitBytes;
    if (storageBytes > place.recordBytes) {
        return outOfBounds(
            place.storageDType
                ? say("has a storage of %1 elements, which do not fit into its record of %2 bytes",
                      place.storageElements, place.recordBytes)
                : say("has a storage of %1 bytes, which do not fit into its record of %2 bytes",
                      place.storageElements, place.recordBytes));
    }
    if (itemBytes == 0 || storedBits(place.dtype) % 8 != 0) {
        return outOfBounds(say("has elements of the dtype %1, which do not fill whole bytes",
                               dtypeName(place.dtype)));
    }
    const auto count = checkedElementCount(place.shape);
    if (!count || !checkedByteSize(place.dtype, place.shape)) {
        return outOfBounds(say("has a shape whose size in bytes does not fit in a 64-bit number"));
    }
    const Wide first = wide(place.offset) * itemBytes;
    if (first > storageBytes) {
        return outOfBounds(
            say("begins at element %1, which is beyond the end of its storage", place.offset));
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
            return outOfBounds(say("extends past the end of its storage in dimension %1", i));
        }
    }
    if ((last + 1) * itemBytes > storageBytes) {
        return outOfBounds(
            say("begins at element %1, which is beyond the end of its storage", place.offset));
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
    copyBox(boxOf(tensor, 0, unsignedOf(tensor.shape[0]), 0, target.data()), source.data());
    const auto begin = static_cast<std::ptrdiff_t>(tensor.firstElement * elementBytesOf(tensor));
    std::rotate(target.begin(), target.begin() + begin, target.end());
}

Result<void> TensorReader::read(const StoredTensor& tensor, std::uint64_t offset,
                                std::span<std::byte> target) {
    if (m_checkpoint.elsewhere) {
        return Unexpected{elsewhereError(m_checkpoint)};
    }
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
    const std::uint64_t elementBytes = elementBytesOf(tensor);
    assert(offset % elementBytes == 0 && target.size() % elementBytes == 0);
    std::byte* at = target.data();
    const std::uint64_t count = target.size() / elementBytes;
    const std::uint64_t first = offset / elementBytes + tensor.firstElement;
    if (tensor.firstElement == 0) {
        return readRun({0, first, count, 0}, at);
    }
    const std::uint64_t elements = checkedElementCount(tensor.shape).value_or(0);
    const std::uint64_t begin = first % elements;
    const std::uint64_t beforeEnd = std::min(count, elements - begin);
    STOWAGE_TRY(readRun({0, begin, beforeEnd, 0}, at));
    return readRun({0, 0, count - beforeEnd, 0}, at);
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
        STOWAGE_TRY(done);
    }
    return {};
}

Result<void> TensorReader::readRows(const Run& run, std::uint64_t row, std::uint64_t rows,
                                    std::byte*& target) {
    std::uint64_t first = run.sourceElement;
    if (run.dimension < m_tensor->shape.size()) {
        first += row * unsignedOf(m_tensor->strides[run.dimension]);
    }
    StridedBox box = boxOf(*m_tensor, run.dimension, rows, first, target);
    target += box.dimensions.empty() ? box.elementBytes
                                     : box.dimensions.front().to * box.dimensions.front().count;
    return readBox(std::move(box));
}

Result<void> TensorReader::readBox(StridedBox box) {
    std::uint64_t bytes = box.elementBytes;
    std::uint64_t wanted = box.elementBytes;
    for (const Steps& steps : box.dimensions) {
        bytes += (steps.count - 1) * steps.from;
        wanted *= steps.from == 0 ? 1 : steps.count;
    }
    const bool isWorthIt = bytes <= kCheapReadBytes || wanted * kSparsest >= bytes;
    if (bytes > box.elementBytes && (bytes > kWindowBytes || !isWorthIt)) {
        return readHalves(std::move(box));
    }
    m_window.resize(std::max<std::size_t>(m_window.size(), bytes));
    const RandomAccessFile& file = *m_checkpoint.shards[m_tensor->location.shard];
    const auto window = std::span(m_window).first(bytes);
    STOWAGE_TRY(file.readAt(m_tensor->location.offset + box.first, window));
    copyBox(std::move(box), window.data());
    return {};
}

Result<void> TensorReader::readHalves(StridedBox box) {
    const auto reach = [](const Steps& steps) { return (steps.count - 1) * steps.from; };
    Steps& longest = *std::ranges::max_element(box.dimensions, {}, reach);
    const std::uint64_t half = longest.count / 2;
    StridedBox rest = box;
    rest.first += half * longest.from;
    rest.target += half * longest.to;
    rest.dimensions[static_cast<std::size_t>(&longest - box.dimensions.data())].count -= half;
    longest.count = half;
    const auto done = readBox(std::move(box));
    return done ? readBox(std::move(rest)) : done;
}

}  // namespace stowage
