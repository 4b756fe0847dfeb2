// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/npy_reader.h"

#include "engine/base/utf8.h"
#include "engine/checkpoint/file_cursor.h"
#include "engine/checkpoint/npy_header.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace stowage {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "\x93NUMPY"sv;
constexpr std::string_view kEnding = ".npy";
/// numpy itself refuses headers above 10,000 characters unless told otherwise.
constexpr std::uint32_t kMaxHeaderBytes = 64 * 1024;

struct KindName {
    std::string_view kind;  ///< of the array interface, with the item's bytes
    DType dtype;
};

constexpr auto kKinds = std::to_array<KindName>({
    {"b1", DType::Bool},
    {"u1", DType::UInt8},
    {"i1", DType::Int8},
    {"u2", DType::UInt16},
    {"i2", DType::Int16},
    {"u4", DType::UInt32},
    {"i4", DType::Int32},
    {"u8", DType::UInt64},
    {"i8", DType::Int64},
    {"f2", DType::Float16},
    {"f4", DType::Float32},
    {"f8", DType::Float64},
    {"c8", DType::Complex64},
    {"c16", DType::Complex128},
});

Result<DType> dtypeOf(std::string_view descr, const std::string& file) {
    const auto refuse = [&](const std::string& reason) {
        return fail(ErrorCode::Unsupported,
                    file + " holds a NumPy array of the dtype " + quotedForMessage(descr) + ", " +
                        reason + ".",
                    file);
    };
    std::string_view kind = descr;
    const char order = descr.empty() ? '\0' : descr.front();
    if (order == '<' || order == '>' || order == '|' || order == '=') {
        kind.remove_prefix(1);
    }
    if (kind.starts_with('O')) {
        return refuse("Python objects in a pickle, which is never read");
    }
    const auto* found = std::ranges::find(kKinds, kind, &KindName::kind);
    if (found == kKinds.end()) {
        return refuse("which no tensor has; save it as a plain number type");
    }
    if (order == '>' && storedBits(found->dtype) > 8) {
        return refuse("which is big-endian; save it with `.astype(x.dtype.newbyteorder('<'))`");
    }
    return found->dtype;
}

/// Column-major strides; empty where C order says the same.
std::vector<std::int64_t> fortranStrides(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> strides;
    std::int64_t step = 1;
    std::size_t longSides = 0;
    for (const std::int64_t size : shape) {
        strides.push_back(step);
        step *= size;
        longSides += size > 1 ? 1 : 0;
    }
    return longSides > 1 && step > 0 ? strides : std::vector<std::int64_t>{};
}

Result<NpyHeader> readHeader(FileCursor& cursor, const std::string& file) {
    const auto magic = cursor.text(kMagic.size());
    const auto version =
        magic ? cursor.number<std::uint16_t>() : Result<std::uint16_t>(magic.unexpected());
    if (!version) {
        return version.unexpected();
    }
    const unsigned major = *version & 0xffU;
    if (*magic != kMagic || major < 1 || major > 3) {
        return fail(ErrorCode::Unsupported,
                    file + " is a NumPy file of version " + std::to_string(major) +
                        "; versions 1 to 3 are read.",
                    file, {}, kMagic.size());
    }
    std::uint32_t length = 0;
    if (major == 1) {
        const auto number = cursor.number<std::uint16_t>();
        if (!number) {
            return number.unexpected();
        }
        length = *number;
    } else {
        const auto number = cursor.number<std::uint32_t>();
        if (!number) {
            return number.unexpected();
        }
        length = *number;
    }
    if (length > kMaxHeaderBytes) {
        return fail(ErrorCode::LimitExceeded,
                    file + " has a NumPy header of " + std::to_string(length) +
                        " bytes; at most 65536 are read.",
                    file, {}, kMagic.size());
    }
    const auto text = cursor.text(length);
    return text ? parseNpyHeader(*text, file) : Result<NpyHeader>(text.unexpected());
}

}  // namespace

bool isNpyFile(std::string_view head) {
    return head.starts_with(kMagic);
}

Result<StoredTensor> readNpyTensor(const std::shared_ptr<const RandomAccessFile>& file) {
    FileCursor cursor(file);
    const std::string& path = file->path();
    auto header = readHeader(cursor, path);
    if (!header) {
        return header.unexpected();
    }
    const auto dtype = dtypeOf(header->descr, path);
    if (!dtype) {
        return dtype.unexpected();
    }
    const auto bytes = checkedByteSize(*dtype, header->shape);
    if (!bytes) {
        return fail(ErrorCode::Malformed, path + " has a shape whose size exceeds 64 bits.", path);
    }
    if (*bytes > cursor.left()) {
        return fail(ErrorCode::Truncated,
                    path + " needs " + std::to_string(*bytes) + " bytes of data and has " +
                        std::to_string(cursor.left()) + "; save or fetch it again.",
                    path, {}, cursor.position());
    }
    StoredTensor tensor;
    tensor.dtype = *dtype;
    if (header->isFortranOrder && *bytes > 0) {
        tensor.strides = fortranStrides(header->shape);
    }
    tensor.shape = std::move(header->shape);
    tensor.location = {0, cursor.position(), *bytes};
    return tensor;
}

Result<Checkpoint> readNpy(const std::shared_ptr<const RandomAccessFile>& file) {
    auto tensor = readNpyTensor(file);
    if (!tensor) {
        return tensor.unexpected();
    }
    const std::string& path = file->path();
    std::string name = path.substr(path.rfind('/') + 1);
    if (name.size() > kEnding.size() && name.ends_with(kEnding)) {
        name.resize(name.size() - kEnding.size());
    }
    if (!isValidUtf8(name)) {
        return fail(ErrorCode::Malformed,
                    path + " has a name that is no UTF-8 and can name no tensor.", path);
    }
    Checkpoint checkpoint;
    checkpoint.path = path;
    checkpoint.format = CheckpointFormat::Npy;
    checkpoint.shards = {file};
    const std::uint64_t end = tensor->location.offset + tensor->location.length;
    if (end < file->size()) {
        checkpoint.warnings.push_back(path + " goes on for " + std::to_string(file->size() - end) +
                                      " bytes behind its array; they were left out.");
    }
    tensor->name = std::move(name);
    checkpoint.tensors.push_back(std::move(*tensor));
    return checkpoint;
}

}  // namespace stowage
