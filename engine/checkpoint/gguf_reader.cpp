// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/gguf_reader.h"

#include "engine/base/checked_math.h"
#include "engine/base/seen_names.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/file_cursor.h"
#include "engine/checkpoint/gguf_metadata.h"
#include "engine/checkpoint/gguf_types.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// The largest real files have a few thousand tensors and a hundred key-values.
constexpr std::uint64_t kMaxTensors = 250'000;
constexpr std::uint64_t kMaxKeyValues = 65'536;
/// ggml itself takes 64. Of all names together a tenth of what a hostile file may cost.
constexpr std::uint64_t kMaxNameBytes = 4096;
constexpr std::uint64_t kMaxNamesBytes = std::uint64_t{8} << 20;
constexpr std::uint32_t kMaxDimensions = 4;
/// The shortest key-value and tensor info: an empty text, a type and a byte; no dimensions.
constexpr std::uint64_t kLeastKeyValue = 13;
constexpr std::uint64_t kLeastTensorInfo = 24;
/// Between two looks at the stop token.
constexpr std::uint64_t kStopStride = 4096;

class GgufReader {
public:
    GgufReader(std::shared_ptr<const RandomAccessFile> file, const std::stop_token& stop)
        : m_file(std::move(file)), m_cursor(m_file), m_stop(stop) {}

    Result<GgufContents> read() {
        m_checkpoint.path = path();
        m_checkpoint.format = CheckpointFormat::Gguf;
        m_checkpoint.shards = {m_file};
        using Step = Result<void> (GgufReader::*)();
        constexpr Step kSteps[] = {&GgufReader::readCounts, &GgufReader::readKeyValues,
                                   &GgufReader::readTensors, &GgufReader::placeTensors,
                                   &GgufReader::checkOverlaps};
        for (const Step step : kSteps) {
            if (const auto done = (this->*step)(); !done) {
                return done.unexpected();
            }
        }
        return GgufContents{std::move(m_checkpoint), m_metadata.splitFiles};
    }

private:
    const std::string& path() const { return m_file->path(); }

    Unexpected fault(ErrorCode code, const std::string& reason) const {
        return fail(
            code, path() + " " + reason + " (at byte " + std::to_string(m_cursor.position()) + ").",
            path(), {}, m_cursor.position());
    }

    Unexpected tensorFault(ErrorCode code, std::string_view name, const std::string& reason) const {
        return fail(code,
                    "The tensor " + quotedForMessage(name) + " of " + path() + " " + reason + ".",
                    path(), std::string(name), m_cursor.position());
    }

    Result<void> readCounts() {
        constexpr std::uint64_t kMagicBytes = 4;
        if (const auto skipped = m_cursor.skip(kMagicBytes); !skipped) {
            return skipped;
        }
        const auto version = m_cursor.number<std::uint32_t>();
        if (!version) {
            return version.unexpected();
        }
        if (*version != 2 && *version != 3) {
            const bool isSwapped = (*version & 0xffffU) == 0 && *version != 0;
            return fault(ErrorCode::Unsupported,
                         isSwapped ? std::string("is a big-endian GGUF file; only little-endian "
                                                 "ones are read")
                                   : "is a GGUF file of version " + std::to_string(*version) +
                                         "; versions 2 and 3 are read, so convert it anew");
        }
        const auto tensors = m_cursor.number<std::uint64_t>();
        const auto keyValues = tensors ? m_cursor.number<std::uint64_t>() : tensors;
        if (!keyValues) {
            return keyValues.unexpected();
        }
        const std::string counts = "counts " + std::to_string(*tensors) + " tensors and " +
                                   std::to_string(*keyValues) + " key-values, ";
        if (*tensors > kMaxTensors || *keyValues > kMaxKeyValues) {
            return fault(ErrorCode::LimitExceeded,
                         counts + "more than the 250000 and 65536 that are read");
        }
        if (*tensors * kLeastTensorInfo + *keyValues * kLeastKeyValue > m_cursor.left()) {
            return fault(ErrorCode::Truncated, counts + "more than its " +
                                                   std::to_string(m_file->size()) +
                                                   " bytes can hold; fetch it again");
        }
        m_tensorCount = *tensors;
        m_keyValueCount = *keyValues;
        return {};
    }

    Result<void> readKeyValues() {
        auto metadata = readGgufMetadata(m_cursor, path(), m_keyValueCount, m_stop);
        if (!metadata) {
            return metadata.unexpected();
        }
        m_metadata = *metadata;
        return {};
    }

    Unexpected cancelled() const {
        return fail(ErrorCode::Cancelled, "Opening " + path() + " was stopped.");
    }

    Result<void> readTensors() {
        SeenNames names;
        std::uint64_t namesBytes = 0;
        for (std::uint64_t i = 0; i < m_tensorCount; ++i) {
            if (i % kStopStride == 0 && m_stop.stop_requested()) {
                return cancelled();
            }
            auto tensor = readTensor();
            if (!tensor) {
                return tensor.unexpected();
            }
            namesBytes += tensor->name.size();
            if (namesBytes > kMaxNamesBytes) {
                return fault(ErrorCode::LimitExceeded,
                             "has tensors whose names take more than 8 MiB together");
            }
            if (!names.insert(tensor->name)) {
                return tensorFault(ErrorCode::Malformed, tensor->name, "is there twice");
            }
            m_checkpoint.tensors.push_back(std::move(*tensor));
        }
        return {};
    }

    Result<StoredTensor> readTensor() {
        auto name = readGgufText(m_cursor, path(), kMaxNameBytes, "tensor's name");
        if (!name) {
            return name.unexpected();
        }
        if (!isValidUtf8(*name) || name->find('\0') != std::string::npos) {
            return tensorFault(ErrorCode::Malformed, *name, "has a NUL or no UTF-8 in its name");
        }
        StoredTensor tensor;
        tensor.name = std::move(*name);
        if (const auto read = readShape(tensor); !read) {
            return read.unexpected();
        }
        const auto type = m_cursor.number<std::uint32_t>();
        const auto offset =
            type ? m_cursor.number<std::uint64_t>() : Result<std::uint64_t>(type.unexpected());
        if (!offset) {
            return offset.unexpected();
        }
        const auto dtype = dtypeFromGgml(*type);
        if (!dtype) {
            return tensorFault(
                ErrorCode::Unsupported, tensor.name,
                "is of ggml's type " + std::to_string(*type) + ", which Stowage does not know");
        }
        tensor.dtype = *dtype;
        tensor.location.offset = *offset;
        return checkedSize(std::move(tensor));
    }

    Result<void> readShape(StoredTensor& tensor) {
        const auto dimensions = m_cursor.number<std::uint32_t>();
        if (!dimensions) {
            return dimensions.unexpected();
        }
        if (*dimensions > kMaxDimensions) {
            return tensorFault(
                ErrorCode::Malformed, tensor.name,
                "has " + std::to_string(*dimensions) + " dimensions; GGUF has at most 4");
        }
        for (std::uint32_t i = 0; i < *dimensions; ++i) {
            const auto size = m_cursor.number<std::uint64_t>();
            if (!size) {
                return size.unexpected();
            }
            if (!std::in_range<std::int64_t>(*size)) {
                return tensorFault(ErrorCode::Malformed, tensor.name,
                                   "has a dimension of " + std::to_string(*size));
            }
            // From the fastest to the slowest there, the other way round in PyTorch.
            tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(*size));
        }
        return {};
    }

    Result<StoredTensor> checkedSize(StoredTensor tensor) const {
        const auto bytes = checkedByteSize(tensor.dtype, tensor.shape);
        if (!bytes) {
            return tensorFault(ErrorCode::Malformed, tensor.name,
                               "has a shape whose size exceeds 64 bits");
        }
        const auto block = elementBlock(tensor.dtype);
        const std::int64_t row = tensor.shape.empty() ? 1 : tensor.shape.back();
        if (block && static_cast<std::uint64_t>(row) % block->elements != 0) {
            return tensorFault(ErrorCode::Malformed, tensor.name,
                               "has rows of " + std::to_string(row) + " elements, which " +
                                   std::string(dtypeName(tensor.dtype)) + " stores in blocks of " +
                                   std::to_string(block->elements));
        }
        tensor.location.length = *bytes;
        return tensor;
    }

    /// Offsets count from the end of the header, rounded up to the alignment.
    Result<void> placeTensors() {
        const auto begin = checkedRoundUp(m_cursor.position(), m_metadata.alignment);
        const std::uint64_t size = m_file->size();
        const std::uint64_t room = begin && *begin < size ? size - *begin : 0;
        // Behind the last bytes an empty tensor may stand where padding should be.
        const std::uint64_t padded = checkedRoundUp(room, m_metadata.alignment).value_or(room);
        for (StoredTensor& tensor : m_checkpoint.tensors) {
            TensorLocation& location = tensor.location;
            if (location.offset % m_metadata.alignment != 0) {
                return tensorFault(ErrorCode::Malformed, tensor.name,
                                   "lies at the offset " + std::to_string(location.offset) +
                                       ", no multiple of the alignment " +
                                       std::to_string(m_metadata.alignment));
            }
            const bool isInside =
                location.length == 0
                    ? location.offset <= padded
                    : location.offset <= room && location.length <= room - location.offset;
            if (!isInside) {
                return tensorFault(ErrorCode::Truncated, tensor.name,
                                   "has " + std::to_string(location.length) +
                                       " bytes from offset " + std::to_string(location.offset) +
                                       " of the data on, past the end of the file's " +
                                       std::to_string(size) + " bytes");
            }
            location.offset = std::min(size, size - room + location.offset);
        }
        return {};
    }

    Result<void> checkOverlaps() {
        std::vector<const StoredTensor*> order;
        for (const StoredTensor& tensor : m_checkpoint.tensors) {
            if (tensor.location.length > 0) {
                order.push_back(&tensor);
            }
        }
        const auto offsetOf = [](const StoredTensor* tensor) { return tensor->location.offset; };
        std::ranges::sort(order, {}, offsetOf);
        for (std::size_t i = 1; i < order.size(); ++i) {
            const TensorLocation& before = order[i - 1]->location;
            if (before.offset + before.length > order[i]->location.offset) {
                return tensorFault(ErrorCode::Malformed, order[i]->name,
                                   "overlaps the tensor " + quotedForMessage(order[i - 1]->name));
            }
        }
        return {};
    }

    std::shared_ptr<const RandomAccessFile> m_file;
    FileCursor m_cursor;
    const std::stop_token& m_stop;
    std::uint64_t m_tensorCount = 0;
    std::uint64_t m_keyValueCount = 0;
    GgufMetadata m_metadata;
    Checkpoint m_checkpoint;
};

}  // namespace

Result<GgufContents> readGgufFile(const std::shared_ptr<const RandomAccessFile>& file,
                                  const std::stop_token& stop) {
    return GgufReader(file, stop).read();
}

}  // namespace stowage
