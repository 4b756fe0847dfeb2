// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/gguf_file.h"

#include "engine/base/integers.h"
#include "engine/base/name_table.h"
#include "engine/base/result.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/formats/buffered_reads.h"
#include "engine/model/dtype.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <utility>

namespace stowage {

inline constexpr std::uint32_t kGgufUint16 = 2;
inline constexpr std::uint32_t kGgufUint32 = 4;
inline constexpr std::uint32_t kGgufString = 8;
inline constexpr std::uint32_t kGgufArray = 9;

/// What of a GGUF file's key-values says where its tensors are.
struct GgufMetadata {
    std::uint64_t alignment = 32;  ///< a power of two
    std::uint64_t splitFiles = 0;  ///< of how many files this is one; 0: it is alone
    std::map<std::string, GgufValue> values;
    std::set<std::string> arrays;
    std::map<std::string, std::vector<std::uint64_t>> lists;
};

namespace {

struct NumberedType {
    std::uint32_t number;
    DType dtype;
};

/// enum ggml_type of ggml.h.
constexpr auto kTypes = std::to_array<NumberedType>({
    {0, DType::Float32},      {1, DType::Float16},      {2, DType::GgufQ4_0},
    {3, DType::GgufQ4_1},     {6, DType::GgufQ5_0},     {7, DType::GgufQ5_1},
    {8, DType::GgufQ8_0},     {10, DType::GgufQ2_K},    {11, DType::GgufQ3_K},
    {12, DType::GgufQ4_K},    {13, DType::GgufQ5_K},    {14, DType::GgufQ6_K},
    {15, DType::GgufQ8_K},    {16, DType::GgufIQ2_XXS}, {17, DType::GgufIQ2_XS},
    {18, DType::GgufIQ3_XXS}, {19, DType::GgufIQ1_S},   {20, DType::GgufIQ4_NL},
    {21, DType::GgufIQ3_S},   {22, DType::GgufIQ2_S},   {23, DType::GgufIQ4_XS},
    {24, DType::Int8},        {25, DType::Int16},       {26, DType::Int32},
    {27, DType::Int64},       {28, DType::Float64},     {29, DType::GgufIQ1_M},
    {30, DType::BFloat16},    {34, DType::GgufTQ1_0},   {35, DType::GgufTQ2_0},
    {39, DType::GgufMXFP4},   {40, DType::GgufNVFP4},   {41, DType::GgufQ1_0},
    {42, DType::GgufQ2_0},
});

/// enum gguf_metadata_value_type of gguf.md; 0 where the size varies.
constexpr std::array<std::uint64_t, 13> kValueBytes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

/// gguf.md: a key has at most 65,535 bytes. Real ones have 40; all together are kept.
constexpr std::uint64_t kMaxKeyBytes = 65'535;

constexpr std::uint64_t kMaxKeysBytes = std::uint64_t{8} << 20;

/// Vocabularies with their merges have about 10 MB.
constexpr std::uint64_t kMaxMetadataBytes = std::uint64_t{1} << 30;

constexpr unsigned kMaxArrayDepth = 4;

/// Names of architectures and of kinds of scaling are shorter; templates of chats are not kept.
constexpr std::uint64_t kMaxKeptText = 256;

/// Values between two checks of the stop token.
constexpr std::uint64_t kMetadataStopStride = 4096;

Unexpected faultAt(const FileCursor& cursor, const std::string& file, ErrorCode code,
                   const Message& reason, const Message& advice = {}) {
    const Message what = say("%1 %2 (at byte %3).", file, reason, cursor.position());
    return fail(code, joined({what, advice}, " "), file, {}, cursor.position());
}

enum class GgufText { Key, TensorName };

/// The text at the cursor with its length before it, which is held to `limit`; `what` it is, is
/// for messages. Errors: Truncated, LimitExceeded.
Result<std::string> readGgufText(FileCursor& cursor, const std::string& file, std::uint64_t limit,
                                 GgufText what) {
    const auto length = cursor.number<std::uint64_t>();
    STOWAGE_TRY(length);
    if (*length > limit) {
        return faultAt(
            cursor, file, ErrorCode::LimitExceeded,
            what == GgufText::Key
                ? say("has a key of %1 bytes; the limit is %2 bytes", *length, limit)
                : say("has a tensor name of %1 bytes; the limit is %2 bytes", *length, limit));
    }
    return cursor.text(*length);
}

/// Bytes of a metadata value of fixed size, by GGUF's number of the value's type; nothing for
/// strings (8), arrays (9) and unknown types.
std::optional<std::uint64_t> ggufValueBytes(std::uint32_t type) {
    return type < kValueBytes.size() && kValueBytes[type] != 0 ? std::optional(kValueBytes[type])
                                                               : std::nullopt;
}

/// Walks over key-values; texts and arrays are skipped, not kept. Errors: Truncated, Malformed
/// (unknown types, a key twice, the alignment), LimitExceeded, Cancelled.
class MetadataReader {
public:
    MetadataReader(FileCursor& cursor, const std::string& file, const std::stop_token& stop)
        : m_cursor(cursor), m_file(file), m_stop(stop) {}

    Result<GgufMetadata> read(std::uint64_t count) {
        SeenNames keys;
        std::uint64_t keysBytes = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            auto key = readGgufText(m_cursor, m_file, kMaxKeyBytes, GgufText::Key);
            STOWAGE_TRY(key);
            const auto type = m_cursor.number<std::uint32_t>();
            STOWAGE_TRY(type);
            keysBytes += key->size();
            if (keysBytes > kMaxKeysBytes) {
                return fault(ErrorCode::LimitExceeded,
                             phrase("has more than 8 MiB of keys in total"));
            }
            STOWAGE_TRY(readValue(*key, *type));
            if (m_cursor.position() > kMaxMetadataBytes) {
                return fault(ErrorCode::LimitExceeded, phrase("has more than 1 GiB of key-values"));
            }
            if (!keys.insert(*key)) {
                return fault(ErrorCode::Malformed,
                             say("has the key %1 twice", quotedForMessage(*key)));
            }
        }
        return std::move(m_metadata);
    }

private:
    Result<void> readValue(const std::string& key, std::uint32_t type) {
        if (key == "general.alignment") {
            return readAlignment(type);
        }
        if (key == "split.count" && type == kGgufUint16) {
            const auto count = m_cursor.number<std::uint16_t>();
            m_metadata.splitFiles = count ? *count : 0;
            return count ? Result<void>() : count.unexpected();
        }
        if (type == kGgufString) {
            return readShortText(key);
        }
        return ggufValueBytes(type) ? readNumber(key, type) : skipValue(key, type, 0);
    }

    Result<void> readShortText(const std::string& key) {
        const auto length = m_cursor.number<std::uint64_t>();
        STOWAGE_TRY(length);
        if (*length > kMaxKeptText) {
            return m_cursor.skip(*length);
        }
        auto text = m_cursor.text(*length);
        STOWAGE_TRY(text);
        m_metadata.values.emplace(key, std::move(*text));
        return {};
    }

    template <class Number>
    Result<void> keepNumber(const std::string& key) {
        using Bits =
            std::conditional_t<sizeof(Number) == 8, std::uint64_t,
                               std::conditional_t<sizeof(Number) == 4, std::uint32_t,
                                                  std::conditional_t<sizeof(Number) == 2,
                                                                     std::uint16_t, std::uint8_t>>>;
        const auto bits = m_cursor.number<Bits>();
        STOWAGE_TRY(bits);
        const auto number = std::bit_cast<Number>(*bits);
        if constexpr (std::is_floating_point_v<Number>) {
            m_metadata.values.emplace(key, static_cast<double>(number));
        } else if (std::in_range<std::int64_t>(number)) {
            m_metadata.values.emplace(key, static_cast<std::int64_t>(number));
        }
        return {};
    }

    /// enum gguf_metadata_value_type of gguf.md.
    Result<void> readNumber(const std::string& key, std::uint32_t type) {
        switch (type) {
            case 0:
                return keepNumber<std::uint8_t>(key);
            case 1:
                return keepNumber<std::int8_t>(key);
            case 2:
                return keepNumber<std::uint16_t>(key);
            case 3:
                return keepNumber<std::int16_t>(key);
            case 4:
                return keepNumber<std::uint32_t>(key);
            case 5:
                return keepNumber<std::int32_t>(key);
            case 6:
                return keepNumber<float>(key);
            case 10:
                return keepNumber<std::uint64_t>(key);
            case 11:
                return keepNumber<std::int64_t>(key);
            case 12:
                return keepNumber<double>(key);
            default: {
                const auto flag = m_cursor.number<std::uint8_t>();
                STOWAGE_TRY(flag);
                m_metadata.values.emplace(key, *flag != 0);
                return {};
            }
        }
    }

    Result<void> readAlignment(std::uint32_t type) {
        if (type != kGgufUint32) {
            return fault(ErrorCode::Malformed,
                         phrase("has a general.alignment that is not a 32-bit number"));
        }
        const auto alignment = m_cursor.number<std::uint32_t>();
        STOWAGE_TRY(alignment);
        if (!std::has_single_bit(*alignment)) {
            return fault(
                ErrorCode::Malformed,
                say("has the general.alignment %1, which must be a power of two", *alignment));
        }
        m_metadata.alignment = *alignment;
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
            return fault(ErrorCode::Malformed, say("has a value of the unknown type %2 for %1",
                                                   quotedForMessage(key), type));
        }
        if (depth >= kMaxArrayDepth) {
            return fault(ErrorCode::LimitExceeded,
                         say("nests arrays more than 4 levels deep in %1", quotedForMessage(key)));
        }
        return skipArray(key, depth);
    }

    /// Whole numbers of so many bytes; below 0 none is meant.
    Result<std::uint64_t> wholeNumber(std::uint64_t bytes) {
        const auto widened = [](auto number) {
            return number ? Result<std::uint64_t>(*number)
                          : Result<std::uint64_t>(number.unexpected());
        };
        switch (bytes) {
            case sizeof(std::uint8_t):
                return widened(m_cursor.number<std::uint8_t>());
            case sizeof(std::uint16_t):
                return widened(m_cursor.number<std::uint16_t>());
            case sizeof(std::uint32_t):
                return widened(m_cursor.number<std::uint32_t>());
            default:
                return widened(m_cursor.number<std::uint64_t>());
        }
    }

    Result<void> keepList(const std::string& key, std::uint64_t bytes, std::uint64_t count) {
        std::vector<std::uint64_t> list;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto number = wholeNumber(bytes);
            STOWAGE_TRY(number);
            list.push_back(*number);
        }
        m_metadata.lists.emplace(key, std::move(list));
        return {};
    }

    Result<void> skipArray(const std::string& key, unsigned depth) {
        m_metadata.arrays.insert(key);
        const auto type = m_cursor.number<std::uint32_t>();
        STOWAGE_TRY(type);
        const auto count = m_cursor.number<std::uint64_t>();
        STOWAGE_TRY(count);
        // A string has its length at least, an array its type and count.
        const auto fixed = ggufValueBytes(*type);
        const std::uint64_t least = fixed.value_or(sizeof(std::uint64_t));
        if (*count > m_cursor.left() / least) {
            return fault(ErrorCode::Truncated,
                         say("has %2 values for %1, more than the file can contain",
                             quotedForMessage(key), *count));
        }
        constexpr std::uint32_t kFloat32 = 6;
        constexpr std::uint32_t kFloat64 = 12;
        if (depth == 0 && fixed && *count <= kMostGgufListed && *type != kFloat32 &&
            *type != kFloat64) {
            return keepList(key, *fixed, *count);
        }
        if (fixed) {
            return m_cursor.skip(*count * *fixed);
        }
        for (std::uint64_t i = 0; i < *count; ++i) {
            STOWAGE_TRY(skipValue(key, *type, depth + 1));
            if (m_cursor.position() > kMaxMetadataBytes) {
                return fault(ErrorCode::LimitExceeded, phrase("has more than 1 GiB of key-values"));
            }
            if (i % kMetadataStopStride == 0 && m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", m_file));
            }
        }
        return {};
    }

    Unexpected fault(ErrorCode code, const Message& reason) const {
        return faultAt(m_cursor, m_file, code, reason);
    }

    FileCursor& m_cursor;
    const std::string& m_file;
    const std::stop_token& m_stop;
    GgufMetadata m_metadata;
};

constexpr std::uint64_t kMaxKeyValues = 65'536;

/// The shortest key-value and tensor info: an empty text, a type and a byte; no dimensions.
constexpr std::uint64_t kLeastKeyValue = 13;

constexpr std::uint64_t kLeastTensorInfo = 24;

/// Between two checks of the stop token.
constexpr std::uint64_t kStopStride = 4096;

/// The dtype of ggml's type number, as tensor infos give it; nothing for numbers that ggml has
/// dropped or that are unknown.
std::optional<DType> dtypeFromGgml(std::uint32_t type) {
    const auto* found = std::ranges::find(kTypes, type, &NumberedType::number);
    return found == kTypes.end() ? std::nullopt : std::optional(found->dtype);
}

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
            STOWAGE_TRY((this->*step)());
        }
        return GgufContents{std::move(m_checkpoint), m_metadata.splitFiles,
                            std::move(m_metadata.values), std::move(m_metadata.arrays),
                            std::move(m_metadata.lists)};
    }

private:
    const std::string& path() const { return m_file->path(); }

    /// `advice` is whole sentences.
    Unexpected fault(ErrorCode code, const Message& reason, const Message& advice = {}) const {
        return faultAt(m_cursor, path(), code, reason, advice);
    }

    Unexpected tensorFault(ErrorCode code, std::string_view name, const Message& reason) const {
        return fail(code, say("The tensor %1 of %2 %3.", quotedForMessage(name), path(), reason),
                    path(), std::string(name), m_cursor.position());
    }

    Result<void> readCounts() {
        // The largest real files have a few thousand tensors and a hundred key-values.
        constexpr std::uint64_t kMaxTensors = 250'000;
        constexpr std::uint64_t kMagicBytes = 4;
        STOWAGE_TRY(m_cursor.skip(kMagicBytes));
        const auto version = m_cursor.number<std::uint32_t>();
        STOWAGE_TRY(version);
        if (*version != 2 && *version != 3) {
            const bool isSwapped = (*version & 0xffffU) == 0 && *version != 0;
            return isSwapped ? fault(ErrorCode::Unsupported,
                                     phrase("is a big-endian GGUF file; only little-endian files "
                                            "are supported"))
                             : fault(ErrorCode::Unsupported,
                                     say("is a GGUF file of version %1; only versions 2 and 3 are "
                                         "supported",
                                         *version),
                                     phrase("Convert the model again."));
        }
        const auto tensors = m_cursor.number<std::uint64_t>();
        const auto keyValues = tensors ? m_cursor.number<std::uint64_t>() : tensors;
        STOWAGE_TRY(keyValues);
        if (*tensors > kMaxTensors || *keyValues > kMaxKeyValues) {
            return fault(
                ErrorCode::LimitExceeded,
                say("has %1 tensors and %2 key-values, more than the limits of 250000 and 65536",
                    *tensors, *keyValues));
        }
        if (*tensors * kLeastTensorInfo + *keyValues * kLeastKeyValue > m_cursor.left()) {
            return fault(ErrorCode::Truncated,
                         say("has %1 tensors and %2 key-values, more than %3 bytes can contain",
                             *tensors, *keyValues, m_file->size()),
                         phrase("Fetch the file again."));
        }
        m_tensorCount = *tensors;
        m_keyValueCount = *keyValues;
        return {};
    }

    Result<void> readKeyValues() {
        auto metadata = MetadataReader(m_cursor, path(), m_stop).read(m_keyValueCount);
        STOWAGE_TRY(metadata);
        m_metadata = std::move(*metadata);
        return {};
    }

    Unexpected cancelled() const {
        return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", path()));
    }

    Result<void> readTensors() {
        // A tenth of what a hostile file may cost.
        constexpr std::uint64_t kMaxNamesBytes = std::uint64_t{8} << 20;
        SeenNames names;
        std::uint64_t namesBytes = 0;
        for (std::uint64_t i = 0; i < m_tensorCount; ++i) {
            if (i % kStopStride == 0 && m_stop.stop_requested()) {
                return cancelled();
            }
            auto tensor = readTensor();
            STOWAGE_TRY(tensor);
            namesBytes += tensor->name.size();
            if (namesBytes > kMaxNamesBytes) {
                return fault(ErrorCode::LimitExceeded,
                             phrase("has tensors whose names exceed 8 MiB in total"));
            }
            if (!names.insert(tensor->name)) {
                return tensorFault(ErrorCode::Malformed, tensor->name, phrase("occurs twice"));
            }
            m_checkpoint.tensors.push_back(std::move(*tensor));
        }
        return {};
    }

    Result<StoredTensor> readTensor() {
        // ggml itself takes 64.
        constexpr std::uint64_t kMaxNameBytes = 4096;
        auto name = readGgufText(m_cursor, path(), kMaxNameBytes, GgufText::TensorName);
        STOWAGE_TRY(name);
        if (!isValidUtf8(*name) || name->find('\0') != std::string::npos) {
            return tensorFault(ErrorCode::Malformed, *name,
                               phrase("has a name with a NUL byte or with invalid UTF-8"));
        }
        StoredTensor tensor;
        tensor.name = std::move(*name);
        STOWAGE_TRY(readShape(tensor));
        const auto type = m_cursor.number<std::uint32_t>();
        const auto offset =
            type ? m_cursor.number<std::uint64_t>() : Result<std::uint64_t>(type.unexpected());
        STOWAGE_TRY(offset);
        const auto dtype = dtypeFromGgml(*type);
        if (!dtype) {
            return tensorFault(ErrorCode::Unsupported, tensor.name,
                               say("has the ggml type %1, which Stowage does not support; use a "
                                   "file with another quantisation",
                                   *type));
        }
        tensor.dtype = *dtype;
        tensor.location.offset = *offset;
        return checkedSize(std::move(tensor));
    }

    Result<void> readShape(StoredTensor& tensor) {
        constexpr std::uint32_t kMaxDimensions = 4;
        const auto dimensions = m_cursor.number<std::uint32_t>();
        STOWAGE_TRY(dimensions);
        if (*dimensions > kMaxDimensions) {
            return tensorFault(ErrorCode::Malformed, tensor.name,
                               say("has %1 dimensions; GGUF has at most 4", *dimensions));
        }
        for (std::uint32_t i = 0; i < *dimensions; ++i) {
            const auto size = m_cursor.number<std::uint64_t>();
            STOWAGE_TRY(size);
            if (!std::in_range<std::int64_t>(*size)) {
                return tensorFault(ErrorCode::Malformed, tensor.name,
                                   say("has a dimension of %1; the limit is 2^63 - 1", *size));
            }
            // From the fastest to the slowest there, the other way round in PyTorch.
            tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(*size));
        }
        return {};
    }

    Result<StoredTensor> checkedSize(StoredTensor tensor) const {
        const auto bytes = checkedByteSize(tensor.dtype, tensor.shape);
        if (!bytes) {
            return tensorFault(
                ErrorCode::Malformed, tensor.name,
                phrase("has a shape whose size in bytes does not fit in a 64-bit number"));
        }
        const auto block = elementBlock(tensor.dtype);
        const std::int64_t row = tensor.shape.empty() ? 1 : tensor.shape.back();
        if (block && static_cast<std::uint64_t>(row) % block->elements != 0) {
            return tensorFault(
                ErrorCode::Malformed, tensor.name,
                say("has rows of %1 elements, but the dtype %2 stores elements in blocks of %3",
                    row, dtypeName(tensor.dtype), block->elements));
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
                return tensorFault(
                    ErrorCode::Malformed, tensor.name,
                    say("is at offset %1, which is not a multiple of the alignment %2",
                        location.offset, m_metadata.alignment));
            }
            const bool isInside =
                location.length == 0
                    ? location.offset <= padded
                    : location.offset <= room && location.length <= room - location.offset;
            if (!isInside) {
                return tensorFault(ErrorCode::Truncated, tensor.name,
                                   say("has %1 bytes from offset %2 of the data and extends past "
                                       "the end of the file (%3 bytes)",
                                       location.length, location.offset, size));
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
                return tensorFault(
                    ErrorCode::Malformed, order[i]->name,
                    say("overlaps the tensor %1", quotedForMessage(order[i - 1]->name)));
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
