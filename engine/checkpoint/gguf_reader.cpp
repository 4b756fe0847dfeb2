// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/gguf_reader.h"

#include "engine/base/checked_math.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/file_cursor.h"
#include "engine/checkpoint/gguf_types.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <bit>
#include <string>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// The largest real files have a few thousand tensors and a hundred key-values.
constexpr std::uint64_t kMaxTensors = 1'000'000;
constexpr std::uint64_t kMaxKeyValues = 65'536;
/// gguf.md: a key has at most 65,535 bytes. Real ones have 40; all together are kept.
constexpr std::uint64_t kMaxKeyBytes = 65'535;
constexpr std::uint64_t kMaxKeysBytes = std::uint64_t{8} << 20;
/// ggml itself takes 64.
constexpr std::uint64_t kMaxNameBytes = 4096;
/// Vocabularies with their merges have about 10 MB.
constexpr std::uint64_t kMaxMetadataBytes = std::uint64_t{1} << 30;
constexpr unsigned kMaxArrayDepth = 4;
constexpr std::uint32_t kMaxDimensions = 4;
constexpr std::uint64_t kDefaultAlignment = 32;
/// The shortest key-value and tensor info: an empty text, a type and a byte; no dimensions.
constexpr std::uint64_t kLeastKeyValue = 13;
constexpr std::uint64_t kLeastTensorInfo = 24;
/// Between two looks at the stop token.
constexpr std::uint64_t kStopStride = 4096;

class GgufReader {
public:
    GgufReader(std::shared_ptr<const RandomAccessFile> file, const std::stop_token& stop)
        : m_file(std::move(file)), m_cursor(m_file), m_stop(stop) {}

    Result<Checkpoint> read() {
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
        if (m_splitFiles > 1) {
            m_checkpoint.warnings.push_back(path() + " is one of " + std::to_string(m_splitFiles) +
                                            " files of a split model; only its own tensors are "
                                            "read.");
        }
        return std::move(m_checkpoint);
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
                         counts + "more than the 1000000 and 65536 that are read");
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

    /// A text with its length before it, which is held to `limit`.
    Result<std::string> shortText(std::uint64_t limit, const char* what) {
        const auto length = m_cursor.number<std::uint64_t>();
        if (!length) {
            return length.unexpected();
        }
        if (*length > limit) {
            return fault(ErrorCode::LimitExceeded,
                         "has a " + std::string(what) + " of " + std::to_string(*length) +
                             " bytes; at most " + std::to_string(limit) + " are read");
        }
        return m_cursor.text(*length);
    }

    Result<void> readKeyValues() {
        std::unordered_set<std::string> keys;
        std::uint64_t keysBytes = 0;
        for (std::uint64_t i = 0; i < m_keyValueCount; ++i) {
            auto key = shortText(kMaxKeyBytes, "key");
            if (!key) {
                return key.unexpected();
            }
            const auto type = m_cursor.number<std::uint32_t>();
            if (!type) {
                return type.unexpected();
            }
            keysBytes += key->size();
            if (keysBytes > kMaxKeysBytes) {
                return fault(ErrorCode::LimitExceeded, "has keys of more than 8 MiB together");
            }
            if (const auto read = readValue(*key, *type); !read) {
                return read;
            }
            if (m_cursor.position() > kMaxMetadataBytes) {
                return fault(ErrorCode::LimitExceeded, "has more than 1 GiB of key-values");
            }
            if (!keys.insert(*key).second) {
                return fault(ErrorCode::Malformed,
                             "has the key " + quotedForMessage(*key) + " twice");
            }
        }
        return {};
    }

    Result<void> readValue(const std::string& key, std::uint32_t type) {
        if (key == "general.alignment") {
            return readAlignment(type);
        }
        if (key == "split.count" && type == kGgufUint16) {
            const auto count = m_cursor.number<std::uint16_t>();
            m_splitFiles = count ? *count : 0;
            return count ? Result<void>() : count.unexpected();
        }
        return skipValue(key, type, 0);
    }

    Result<void> readAlignment(std::uint32_t type) {
        if (type != kGgufUint32) {
            return fault(ErrorCode::Malformed,
                         "gives general.alignment as what is no 32-bit number");
        }
        const auto alignment = m_cursor.number<std::uint32_t>();
        if (!alignment) {
            return alignment.unexpected();
        }
        if (!std::has_single_bit(*alignment)) {
            return fault(ErrorCode::Malformed, "has the general.alignment " +
                                                   std::to_string(*alignment) +
                                                   "; it must be a power of two");
        }
        m_alignment = *alignment;
        return {};
    }

    Result<void> skipValue(const std::string& key, std::uint32_t type, unsigned depth) {
        if (const auto bytes = ggufValueBytes(type)) {
            return m_cursor.skip(*bytes);
        }
        if (type == kGgufString) {
            const auto length = m_cursor.number<std::uint64_t>();
            return length ? m_cursor.skip(*length) : length.unexpected();
        }
        if (type != kGgufArray) {
            return fault(ErrorCode::Malformed, "gives " + quotedForMessage(key) +
                                                   " a value of the unknown type " +
                                                   std::to_string(type));
        }
        if (depth >= kMaxArrayDepth) {
            return fault(ErrorCode::LimitExceeded,
                         "nests arrays deeper than 4 levels in " + quotedForMessage(key));
        }
        return skipArray(key, depth);
    }

    Result<void> skipArray(const std::string& key, unsigned depth) {
        const auto type = m_cursor.number<std::uint32_t>();
        if (!type) {
            return type.unexpected();
        }
        const auto count = m_cursor.number<std::uint64_t>();
        if (!count) {
            return count.unexpected();
        }
        // A string has its length at least, an array its type and count.
        const auto fixed = ggufValueBytes(*type);
        const std::uint64_t least = fixed.value_or(sizeof(std::uint64_t));
        if (*count > m_cursor.left() / least) {
            return fault(ErrorCode::Truncated, "gives " + quotedForMessage(key) + " " +
                                                   std::to_string(*count) +
                                                   " values, more than the file can hold");
        }
        if (fixed) {
            return m_cursor.skip(*count * *fixed);
        }
        for (std::uint64_t i = 0; i < *count; ++i) {
            if (const auto skipped = skipValue(key, *type, depth + 1); !skipped) {
                return skipped;
            }
            if (m_cursor.position() > kMaxMetadataBytes) {
                return fault(ErrorCode::LimitExceeded, "has more than 1 GiB of key-values");
            }
            if (i % kStopStride == 0 && m_stop.stop_requested()) {
                return cancelled();
            }
        }
        return {};
    }

    Unexpected cancelled() const {
        return fail(ErrorCode::Cancelled, "Opening " + path() + " was stopped.");
    }

    Result<void> readTensors() {
        std::unordered_set<std::string> names;
        for (std::uint64_t i = 0; i < m_tensorCount; ++i) {
            if (i % kStopStride == 0 && m_stop.stop_requested()) {
                return cancelled();
            }
            auto tensor = readTensor();
            if (!tensor) {
                return tensor.unexpected();
            }
            if (!names.insert(tensor->name).second) {
                return tensorFault(ErrorCode::Malformed, tensor->name, "is there twice");
            }
            m_checkpoint.tensors.push_back(std::move(*tensor));
        }
        return {};
    }

    Result<StoredTensor> readTensor() {
        auto name = shortText(kMaxNameBytes, "tensor's name");
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
        const auto begin = checkedRoundUp(m_cursor.position(), m_alignment);
        for (StoredTensor& tensor : m_checkpoint.tensors) {
            TensorLocation& location = tensor.location;
            if (location.offset % m_alignment != 0) {
                return tensorFault(ErrorCode::Malformed, tensor.name,
                                   "lies at the offset " + std::to_string(location.offset) +
                                       ", no multiple of the alignment " +
                                       std::to_string(m_alignment));
            }
            const auto offset = begin ? checkedAdd(*begin, location.offset) : begin;
            const auto end = offset ? checkedAdd(*offset, location.length) : offset;
            if (!end || (*end > m_file->size() && location.length > 0)) {
                return tensorFault(ErrorCode::Truncated, tensor.name,
                                   "has " + std::to_string(location.length) +
                                       " bytes from offset " + std::to_string(location.offset) +
                                       " of the data on, past the end of the file's " +
                                       std::to_string(m_file->size()) + " bytes");
            }
            location.offset = *offset;
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
    std::uint64_t m_alignment = kDefaultAlignment;
    std::uint64_t m_splitFiles = 0;
    Checkpoint m_checkpoint;
};

}  // namespace

Result<Checkpoint> readGguf(const std::shared_ptr<const RandomAccessFile>& file,
                            const std::stop_token& stop) {
    return GgufReader(file, stop).read();
}

}  // namespace stowage
