// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/torch_archive_writer.h"

#include "engine/base/checksums.h"
#include "engine/base/file_writer.h"
#include "engine/base/integers.h"
#include "engine/base/result.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/formats/pickle_protocol.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::uint64_t kDataAlignment = 64;

constexpr std::uint32_t kLarge = 0xffffffff;

constexpr std::uint16_t kVersionPlain = 20;

constexpr std::uint16_t kVersionZip64 = 45;

/// UTF-8 names; sum and sizes stand behind the record.
constexpr std::uint16_t kFlags = 0x808;

/// 1 January 1980, the earliest date of the format: files do not depend on when they are written.
constexpr std::uint16_t kDate = 0x21;

/// "FB": the id of torch's own padding field.
constexpr std::uint16_t kPaddingExtraId = 0x4246;

std::uint32_t clipped(std::uint64_t value) {
    return value >= kLarge ? kLarge : static_cast<std::uint32_t>(value);
}

/// What local and central headers have in common, from the version on.
void appendCommon(std::string& bytes, std::uint64_t size, std::uint32_t crc, bool isZip64,
                  std::size_t nameBytes, std::size_t extraBytes) {
    appendLittleEndian<std::uint16_t>(bytes, isZip64 ? kVersionZip64 : kVersionPlain);
    appendLittleEndian<std::uint16_t>(bytes, kFlags);
    appendLittleEndian<std::uint16_t>(bytes, 0);  // stored
    appendLittleEndian<std::uint16_t>(bytes, 0);  // time
    appendLittleEndian<std::uint16_t>(bytes, kDate);
    appendLittleEndian<std::uint32_t>(bytes, crc);
    appendLittleEndian<std::uint32_t>(bytes, clipped(size));
    appendLittleEndian<std::uint32_t>(bytes, clipped(size));
    appendLittleEndian<std::uint16_t>(bytes, static_cast<std::uint16_t>(nameBytes));
    appendLittleEndian<std::uint16_t>(bytes, static_cast<std::uint16_t>(extraBytes));
}

void appendZip64(std::string& bytes, std::initializer_list<std::uint64_t> values) {
    constexpr std::uint16_t kZip64ExtraId = 1;
    appendLittleEndian<std::uint16_t>(bytes, kZip64ExtraId);
    appendLittleEndian<std::uint16_t>(
        bytes, static_cast<std::uint16_t>(values.size() * sizeof(std::uint64_t)));
    for (const std::uint64_t value : values) {
        appendLittleEndian<std::uint64_t>(bytes, value);
    }
}

constexpr std::string_view kRoot = "archive/";

/// Writes the opcodes of protocol 2 that torch itself uses. Nothing is kept in the memo: every
/// object is written where it stands.
class PickleWriter {
public:
    void op(PickleOpcode opcode) { m_bytes.push_back(static_cast<char>(opcode)); }

    void begin() {
        op(PickleOpcode::Proto);
        m_bytes.push_back(2);
        orderedDict();
        op(PickleOpcode::Mark);
    }
    std::string end() {
        op(PickleOpcode::SetItems);
        op(PickleOpcode::Stop);
        return std::move(m_bytes);
    }
    /// A pickle that is one tensor and nothing else.
    std::string lone(const TensorToWrite& only, std::uint64_t elements) {
        op(PickleOpcode::Proto);
        m_bytes.push_back(2);
        tensor(only, elements, "0");
        op(PickleOpcode::Stop);
        return std::move(m_bytes);
    }

    void member(const TensorToWrite& value, std::uint64_t elements, const std::string& key) {
        text(value.name);
        tensor(value, elements, key);
    }

private:
    void tensor(const TensorToWrite& tensor, std::uint64_t elements, const std::string& key) {
        const bool isTyped = !torchStorageName(tensor.dtype).empty();
        std::vector<std::int64_t> shape = tensor.shape;
        if (tensor.dtype == DType::Float4E2M1) {
            shape.back() /= 2;  // torch counts pairs
        }
        global("torch._utils", isTyped ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3");
        op(PickleOpcode::Mark);
        storage(tensor.dtype, elements, key);
        integer(0);
        sizes(shape);
        sizes(contiguousStrides(shape));
        op(PickleOpcode::NewFalse);
        orderedDict();
        if (!isTyped) {
            global("torch", dtypeName(tensor.dtype));
        }
        op(PickleOpcode::Tuple);
        op(PickleOpcode::Reduce);
    }
    void global(std::string_view module, std::string_view name) {
        op(PickleOpcode::Global);
        m_bytes += module;
        m_bytes += '\n';
        m_bytes += name;
        m_bytes += '\n';
    }
    void orderedDict() {
        global("collections", "OrderedDict");
        op(PickleOpcode::EmptyTuple);
        op(PickleOpcode::Reduce);
    }
    void text(std::string_view value) {
        op(PickleOpcode::BinUnicode);
        appendLittleEndian<std::uint32_t>(m_bytes, static_cast<std::uint32_t>(value.size()));
        m_bytes += value;
    }
    void integer(std::uint64_t value) {
        if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
            op(PickleOpcode::BinInt);
            appendLittleEndian<std::uint32_t>(m_bytes, static_cast<std::uint32_t>(value));
            return;
        }
        op(PickleOpcode::Long1);
        m_bytes.push_back(sizeof(std::uint64_t));
        appendLittleEndian<std::uint64_t>(m_bytes, value);
    }
    void sizes(const std::vector<std::int64_t>& values) {
        op(PickleOpcode::Mark);
        for (const std::int64_t value : values) {
            integer(static_cast<std::uint64_t>(value));
        }
        op(PickleOpcode::Tuple);
    }
    void storage(DType dtype, std::uint64_t elements, const std::string& key) {
        const std::string_view typed = torchStorageName(dtype);
        op(PickleOpcode::Mark);
        text("storage");
        if (typed.empty()) {
            global("torch.storage", "UntypedStorage");
        } else {
            global("torch", typed);
        }
        text(key);
        text("cpu");
        integer(typed.empty() ? storedBytes(dtype, elements) : elements);
        op(PickleOpcode::Tuple);
        op(PickleOpcode::BinPersId);
    }
    static std::vector<std::int64_t> contiguousStrides(const std::vector<std::int64_t>& shape) {
        std::vector<std::int64_t> strides(shape.size(), 1);
        for (std::size_t i = shape.size(); i-- > 1;) {
            // Only an empty tensor can have strides beyond 64 bits, and nobody follows them.
            strides[i - 1] =
                checkedMultiply<std::int64_t>(strides[i], std::max<std::int64_t>(shape[i], 1))
                    .value_or(1);
        }
        return strides;
    }

    std::string m_bytes;
};

Result<void> checkForTorch(std::span<const TensorToWrite> tensors) {
    for (const TensorToWrite& tensor : tensors) {
        if (!isTorchSavable(tensor.dtype, tensor.shape)) {
            return fail(ErrorCode::Unsupported,
                        say("The tensor %1 with the dtype %2 cannot be written to a .pth file; use "
                            "another load method or file format.",
                            quotedForMessage(tensor.name), dtypeName(tensor.dtype)),
                        {}, tensor.name);
        }
    }
    return {};
}

/// Second names use the key of the first, so that torch.load gives both one storage.
std::string keyOf(std::span<const TensorToWrite> tensors, std::size_t index) {
    return std::to_string(tensors[index].sameAs.value_or(index));
}

std::string makePickle(std::span<const TensorToWrite> tensors) {
    PickleWriter pickle;
    pickle.begin();
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::uint64_t elements = checkedElementCount(tensors[i].shape).value_or(0);
        pickle.member(tensors[i], elements, keyOf(tensors, i));
    }
    return pickle.end();
}

std::string record(std::string_view name) {
    return std::string(kRoot) + std::string(name);
}

/// Writes a zip of stored records whose data is aligned to 64 bytes, as torch.save does, strictly
/// from front to back: a record's sum stands in a descriptor behind it and in the directory, not in
/// its local header. Zip64 fields only where 4 GiB are passed. Bytes of a record are appended to
/// the file between `beginRecord` and `endRecord`.
class ZipWriter {
public:
    explicit ZipWriter(AppendFile& file) : m_file(file) {}

    /// Writes a local header with room for `size` bytes after it.
    Result<void> beginRecord(std::string name, std::uint64_t size) {
        m_entries.push_back(Entry{std::move(name), m_file.position(), size, 0});
        return m_file.append(localHeader(m_entries.back()));
    }
    /// Writes the descriptor of the record whose bytes were just appended.
    Result<void> endRecord(std::uint32_t crc) {
        Entry& entry = m_entries.back();
        entry.crc = crc;
        return m_file.append(descriptor(entry));
    }
    /// A whole small record.
    Result<void> addRecord(std::string name, std::string_view bytes) {
        STOWAGE_TRY(beginRecord(std::move(name), bytes.size()));
        STOWAGE_TRY(m_file.append(bytes));
        return endRecord(crc32(0, std::as_bytes(std::span(bytes.data(), bytes.size()))));
    }

    /// Writes the central directory. To be called once, last.
    Result<void> finish() {
        constexpr std::uint64_t kEnd64Rest = 44;
        const std::uint64_t offset = m_file.position();
        std::string bytes;
        for (const Entry& entry : m_entries) {
            bytes += centralHeader(entry);
        }
        const std::uint64_t size = bytes.size();
        const std::uint64_t count = m_entries.size();
        if (count >= 0xffff || offset >= kLarge || size >= kLarge) {
            appendLittleEndian<std::uint32_t>(bytes, 0x06064b50);
            appendLittleEndian<std::uint64_t>(bytes, kEnd64Rest);
            appendLittleEndian<std::uint16_t>(bytes, kVersionZip64);
            appendLittleEndian<std::uint16_t>(bytes, kVersionZip64);
            appendLittleEndian<std::uint64_t>(bytes, 0);  // both disk numbers
            appendLittleEndian<std::uint64_t>(bytes, count);
            appendLittleEndian<std::uint64_t>(bytes, count);
            appendLittleEndian<std::uint64_t>(bytes, size);
            appendLittleEndian<std::uint64_t>(bytes, offset);
            appendLittleEndian<std::uint32_t>(bytes, 0x07064b50);
            appendLittleEndian<std::uint32_t>(bytes, 0);
            appendLittleEndian<std::uint64_t>(bytes, offset + size);
            appendLittleEndian<std::uint32_t>(bytes, 1);  // disks
        }
        const auto shortCount = static_cast<std::uint16_t>(count >= 0xffff ? 0xffff : count);
        appendLittleEndian<std::uint32_t>(bytes, 0x06054b50);
        appendLittleEndian<std::uint32_t>(bytes, 0);  // both disk numbers
        appendLittleEndian<std::uint16_t>(bytes, shortCount);
        appendLittleEndian<std::uint16_t>(bytes, shortCount);
        appendLittleEndian<std::uint32_t>(bytes, clipped(size));
        appendLittleEndian<std::uint32_t>(bytes, clipped(offset));
        appendLittleEndian<std::uint16_t>(bytes, 0);  // comment
        return m_file.append(bytes);
    }

private:
    struct Entry {
        std::string name;
        std::uint64_t headerOffset = 0;
        std::uint64_t size = 0;
        std::uint32_t crc = 0;
    };
    static std::string localHeader(const Entry& entry) {
        constexpr std::size_t kLocalBytes = 30;
        constexpr std::size_t kExtraHeadBytes = 4;
        const bool isZip64 = entry.size >= kLarge;
        std::string extra;
        if (isZip64) {
            appendZip64(extra, {entry.size, entry.size});
        }
        const std::uint64_t unpadded =
            entry.headerOffset + kLocalBytes + entry.name.size() + extra.size() + kExtraHeadBytes;
        const std::uint64_t padding = (kDataAlignment - unpadded % kDataAlignment) % kDataAlignment;
        appendLittleEndian<std::uint16_t>(extra, kPaddingExtraId);
        appendLittleEndian<std::uint16_t>(extra, static_cast<std::uint16_t>(padding));
        extra.append(padding, 'Z');
        std::string bytes;
        appendLittleEndian<std::uint32_t>(bytes, 0x04034b50);
        appendCommon(bytes, 0, 0, isZip64, entry.name.size(), extra.size());
        return bytes + entry.name + extra;
    }

    static std::string descriptor(const Entry& entry) {
        std::string bytes;
        appendLittleEndian<std::uint32_t>(bytes, 0x08074b50);
        appendLittleEndian<std::uint32_t>(bytes, entry.crc);
        for (int i = 0; i < 2; ++i) {
            if (entry.size >= kLarge) {
                appendLittleEndian<std::uint64_t>(bytes, entry.size);
            } else {
                appendLittleEndian<std::uint32_t>(bytes, static_cast<std::uint32_t>(entry.size));
            }
        }
        return bytes;
    }

    static std::string centralHeader(const Entry& entry) {
        std::string extra;
        if (entry.size >= kLarge && entry.headerOffset >= kLarge) {
            appendZip64(extra, {entry.size, entry.size, entry.headerOffset});
        } else if (entry.size >= kLarge) {
            appendZip64(extra, {entry.size, entry.size});
        } else if (entry.headerOffset >= kLarge) {
            appendZip64(extra, {entry.headerOffset});
        }
        const std::uint16_t version = extra.empty() ? kVersionPlain : kVersionZip64;
        std::string bytes;
        appendLittleEndian<std::uint32_t>(bytes, 0x02014b50);
        appendLittleEndian<std::uint16_t>(bytes, version);  // made by
        appendCommon(bytes, entry.size, entry.crc, !extra.empty(), entry.name.size(), extra.size());
        appendLittleEndian<std::uint16_t>(bytes, 0);  // comment
        appendLittleEndian<std::uint16_t>(bytes, 0);  // disk
        appendLittleEndian<std::uint16_t>(bytes, 0);  // internal attributes
        appendLittleEndian<std::uint32_t>(bytes, 0);  // external attributes
        appendLittleEndian<std::uint32_t>(bytes, clipped(entry.headerOffset));
        return bytes + entry.name + extra;
    }

    AppendFile& m_file;
    std::vector<Entry> m_entries;
};

Result<void> writeRecords(const CheckpointWriteJob& job, const std::string& pickle,
                          std::span<const std::uint64_t> sizes, ZipWriter& zip,
                          TensorStream& stream) {
    STOWAGE_TRY(zip.addRecord(record("data.pkl"), pickle));
    STOWAGE_TRY(zip.addRecord(record("byteorder"), "little"));
    for (std::size_t i = 0; i < job.tensors.size(); ++i) {
        if (job.tensors[i].sameAs) {
            continue;
        }
        STOWAGE_TRY(zip.beginRecord(record("data/" + keyOf(job.tensors, i)), sizes[i]));
        const auto crc = stream.append(i, sizes[i], TensorStream::Checksum::Crc32);
        STOWAGE_TRY(crc);
        STOWAGE_TRY(zip.endRecord(*crc));
    }
    STOWAGE_TRY(zip.addRecord(record("version"), "3\n"));
    return zip.finish();
}

std::string makeLonePickle(std::span<const TensorToWrite> tensors) {
    return PickleWriter().lone(tensors[0], checkedElementCount(tensors[0].shape).value_or(0));
}

Result<Progress> streamArchive(const CheckpointWriteJob& job,
                               std::string (*makePickleOf)(std::span<const TensorToWrite>),
                               AppendFile& file) {
    STOWAGE_TRY(checkForTorch(job.tensors));
    const auto sizes = checkedTensorSizes(job.tensors);
    STOWAGE_TRY(sizes);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < job.tensors.size(); ++i) {
        total += job.tensors[i].sameAs ? 0 : (*sizes)[i];
    }
    ZipWriter zip(file);
    TensorStream stream(job, file, total);
    const auto written = writeRecords(job, makePickleOf(job.tensors), *sizes, zip, stream);
    return written ? Result<Progress>(stream.progress()) : written.unexpected();
}

}  // namespace

bool isTorchSavable(DType dtype, std::span<const std::int64_t> shape) {
    // Floats of 4 and 8 bits have no storage class: torch writes them over an untyped one.
    const bool isUntyped = dtype == DType::UInt16 || dtype == DType::UInt32 ||
                           dtype == DType::UInt64 || dtype == DType::Complex32 ||
                           dtype == DType::Float4E2M1 || isFloatingPoint(dtype);
    const bool hasDType =
        isUntyped || (!torchStorageName(dtype).empty() && !isTorchQuantised(dtype));
    return hasDType && torchRefusal(dtype, shape).empty();
}

Result<Progress> streamTorchArchive(const CheckpointWriteJob& job, AppendFile& file) {
    return streamArchive(job, makePickle, file);
}

Result<Progress> streamTorchTensor(const CheckpointWriteJob& job, AppendFile& file) {
    if (job.tensors.size() != 1) {
        return fail(
            ErrorCode::InvalidArgument,
            say("%1 must contain one tensor, not %2 tensors.", job.path, job.tensors.size()),
            job.path);
    }
    return streamArchive(job, makeLonePickle, file);
}

Result<void> writeTorchArchive(const CheckpointWriteJob& job) {
    return writeAtomically(job, streamTorchArchive);
}

Result<void> writeTorchTensor(const CheckpointWriteJob& job) {
    return writeAtomically(job, streamTorchTensor);
}

}  // namespace stowage
