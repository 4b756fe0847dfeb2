// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/torch_archive_writer.h"

#include "engine/base/byte_order.h"
#include "engine/base/checked_math.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/pickle_opcodes.h"
#include "engine/checkpoint/zip_writer.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

constexpr std::string_view kRoot = "archive/";

/// The class torch's pickles name for a dtype's storage; empty: only the untyped one serves.
std::string_view storageClass(DType dtype) {
    switch (dtype) {
        case DType::Float32:
            return "FloatStorage";
        case DType::Float64:
            return "DoubleStorage";
        case DType::Float16:
            return "HalfStorage";
        case DType::BFloat16:
            return "BFloat16Storage";
        case DType::Int64:
            return "LongStorage";
        case DType::Int32:
            return "IntStorage";
        case DType::Int16:
            return "ShortStorage";
        case DType::Int8:
            return "CharStorage";
        case DType::UInt8:
            return "ByteStorage";
        case DType::Bool:
            return "BoolStorage";
        case DType::Complex64:
            return "ComplexFloatStorage";
        case DType::Complex128:
            return "ComplexDoubleStorage";
        default:
            return {};
    }
}

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
        const bool isTyped = !storageClass(tensor.dtype).empty();
        global("torch._utils", isTyped ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3");
        op(PickleOpcode::Mark);
        storage(tensor.dtype, elements, key);
        integer(0);
        sizes(tensor.shape);
        sizes(contiguousStrides(tensor.shape));
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
        const std::string_view typed = storageClass(dtype);
        op(PickleOpcode::Mark);
        text("storage");
        if (typed.empty()) {
            global("torch.storage", "UntypedStorage");
        } else {
            global("torch", typed);
        }
        text(key);
        text("cpu");
        integer(typed.empty() ? elements * (storedBits(dtype) / 8) : elements);
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

Result<void> checkForFormat(std::span<const TensorToWrite> tensors) {
    for (const TensorToWrite& tensor : tensors) {
        if (!isTorchSavable(tensor.dtype)) {
            return fail(ErrorCode::Unsupported,
                        "The tensor " + quotedForMessage(tensor.name) + " is " +
                            std::string(dtypeName(tensor.dtype)) +
                            ", which cannot be written to a .pth file.",
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

Result<void> writeRecords(const CheckpointWriteJob& job, const std::string& pickle,
                          std::span<const std::uint64_t> sizes, ZipWriter& zip,
                          TensorStream& stream) {
    if (auto added = zip.addRecord(record("data.pkl"), pickle); !added) {
        return added;
    }
    if (auto added = zip.addRecord(record("byteorder"), "little"); !added) {
        return added;
    }
    for (std::size_t i = 0; i < job.tensors.size(); ++i) {
        if (job.tensors[i].sameAs) {
            continue;
        }
        if (auto begun = zip.beginRecord(record("data/" + keyOf(job.tensors, i)), sizes[i]);
            !begun) {
            return begun;
        }
        const auto crc = stream.append(i, sizes[i], TensorStream::Checksum::Crc32);
        if (!crc) {
            return crc.unexpected();
        }
        if (auto ended = zip.endRecord(*crc); !ended) {
            return ended;
        }
    }
    if (auto added = zip.addRecord(record("version"), "3\n"); !added) {
        return added;
    }
    return zip.finish();
}

std::string makeLonePickle(std::span<const TensorToWrite> tensors) {
    return PickleWriter().lone(tensors[0], checkedElementCount(tensors[0].shape).value_or(0));
}

Result<Progress> streamArchive(const CheckpointWriteJob& job,
                               std::string (*makePickleOf)(std::span<const TensorToWrite>),
                               AppendFile& file) {
    if (const auto checked = checkForFormat(job.tensors); !checked) {
        return checked.unexpected();
    }
    const auto sizes = checkedTensorSizes(job.tensors);
    if (!sizes) {
        return sizes.unexpected();
    }
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

bool isTorchSavable(DType dtype) {
    switch (dtype) {
        case DType::UInt16:
        case DType::UInt32:
        case DType::UInt64:
        case DType::Complex32:
        case DType::Float8E4M3FN:
        case DType::Float8E5M2:
        case DType::Float8E4M3FNUZ:
        case DType::Float8E5M2FNUZ:
        case DType::Float8E8M0FNU:
            return true;
        default:
            return !storageClass(dtype).empty();
    }
}

Result<Progress> streamTorchArchive(const CheckpointWriteJob& job, AppendFile& file) {
    return streamArchive(job, makePickle, file);
}

Result<Progress> streamTorchTensor(const CheckpointWriteJob& job, AppendFile& file) {
    if (job.tensors.size() != 1) {
        return fail(
            ErrorCode::InvalidArgument,
            job.path + " is to hold one tensor, not " + std::to_string(job.tensors.size()) + ".",
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
