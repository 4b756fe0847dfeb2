// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/offload_folder_writer.h"

#include "engine/base/error_conversion.h"
#include "engine/base/file_writer.h"
#include "engine/base/integers.h"
#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/checkpoint/write/tensor_writing.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxIndexBytes = std::uint64_t{64} << 20;
constexpr const char* kIndexName = "/index.json";

Json entryOf(DType dtype, const std::vector<std::int64_t>& shape) {
    const TensorSignature form = offloadedForm(dtype, shape);
    return {{"dtype", std::string(dtypeName(form.dtype))}, {"shape", form.shape}};
}

Result<void> checkFileName(const std::string& name) {
    if (name.empty() || name.find('/') != std::string::npos ||
        name.find('\0') != std::string::npos) {
        return fail(ErrorCode::InvalidArgument,
                    say("The tensor name %1 cannot be a file name in an offload folder.",
                        quotedForMessage(name)),
                    {}, name);
    }
    return {};
}

/// As Python's json.dump writes it.
std::string indexText(const Json& index) {
    constexpr int kIndent = 2;
    return index.dump(kIndent, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

TensorSignature offloadedForm(DType dtype, std::vector<std::int64_t> shape) {
    if (elementBlock(dtype) && !shape.empty()) {
        const auto row = static_cast<std::uint64_t>(shape.back());
        shape.back() = static_cast<std::int64_t>(storedBytes(dtype, row));
        dtype = DType::UInt8;
    }
    return {dtype, std::move(shape)};
}

Result<void> checkOffloadTensor(const std::string& name, DType dtype,
                                const std::vector<std::int64_t>& shape, std::uint64_t byteSize) {
    STOWAGE_TRY(checkFileName(name));
    if (!isOffloadable(dtype)) {
        return fail(ErrorCode::Unsupported,
                    say("The tensor %1 has the dtype %2, which Accelerate's offload folder cannot "
                        "store; do not place the tensor on the disk.",
                        quotedForMessage(name), dtypeName(dtype)),
                    {}, name);
    }
    if (byteSize == 0) {
        return fail(ErrorCode::InvalidArgument,
                    say("The tensor %1 is empty, and an offload folder cannot store empty tensors "
                        "(numpy cannot map an empty file); do not place the tensor on the disk.",
                        quotedForMessage(name)),
                    {}, name);
    }
    if (checkedByteSize(dtype, shape) != byteSize) {
        return fail(ErrorCode::InvalidArgument,
                    say("The shape and dtype of the tensor %1 do not match its size of %2 bytes.",
                        quotedForMessage(name), byteSize),
                    {}, name);
    }
    return {};
}

std::string offloadIndexText(std::span<const TensorToWrite> tensors) {
    Json index = Json::object();
    auto& members = index.get_ref<Json::object_t&>();
    for (const TensorToWrite& tensor : tensors) {
        members.emplace_back(tensor.name, entryOf(tensor.dtype, tensor.shape));
    }
    return indexText(index);
}

OffloadFile::OffloadFile(std::string name, DType dtype, std::vector<std::int64_t> shape,
                         std::uint64_t byteSize, std::unique_ptr<AtomicFileWriter> file)
    : m_name(std::move(name)),
      m_dtype(dtype),
      m_shape(std::move(shape)),
      m_byteSize(byteSize),
      m_file(std::move(file)) {}

OffloadFile::~OffloadFile() = default;

const std::string& OffloadFile::path() const {
    return m_file->path();
}

Result<void> OffloadFile::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
    const auto end = checkedAdd<std::uint64_t>(offset, bytes.size());
    if (!end || *end > m_byteSize) {
        return fail(ErrorCode::InvalidArgument,
                    say("A write of %1 bytes at offset %2 extends past the end of the tensor %3.",
                        bytes.size(), offset, quotedForMessage(m_name)),
                    path(), m_name, offset);
    }
    return m_file->writeAt(offset, bytes);
}

OffloadFolderWriter::OffloadFolderWriter(std::string folder, std::string model)
    : m_folder(std::move(folder)), m_model(std::move(model)) {}

Result<std::shared_ptr<OffloadFolderWriter>> OffloadFolderWriter::create(const std::string& folder,
                                                                         const std::string& model) {
    constexpr mode_t kMode = 0777;
    if (::mkdir(folder.c_str(), kMode) != 0 && errno != EEXIST) {
        return writeFailure(folder, errno);
    }
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) {
        return openFailure(folder, errno);
    }
    if (!S_ISDIR(status.st_mode)) {
        return fail(ErrorCode::NotARegularFile,
                    say("%1 is not a folder; choose another path for the offload folder.", folder),
                    folder);
    }
    std::shared_ptr<OffloadFolderWriter> writer(new OffloadFolderWriter(folder, model));
    STOWAGE_TRY(writer->readIndex());
    return writer;
}

Result<void> OffloadFolderWriter::readIndex() {
    const std::string path = m_folder + kIndexName;
    const auto file = RandomAccessFile::open(path);
    if (!file) {
        return file.error().code == ErrorCode::FileNotFound ? Result<void>() : file.unexpected();
    }
    if ((*file)->size() > kMaxIndexBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("The index file %1 is larger than the limit of 64 MiB.", path), path);
    }
    std::string text((*file)->size(), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    const auto document = parseJson(text, path);
    STOWAGE_TRY(document);
    if (!document->is_object()) {
        return fail(
            ErrorCode::Malformed,
            say("%1 is not the index file of an offload folder; choose another folder.", path),
            path);
    }
    for (const auto& [name, value] : document->items()) {
        enter(name, jsonText(value));
    }
    return {};
}

void OffloadFolderWriter::enter(const std::string& name, std::string json) {
    const auto [place, isNew] = m_position.try_emplace(name, m_entries.size());
    if (isNew) {
        m_entries.push_back(Entry{name, std::move(json)});
    } else {
        m_entries[place->second].json = std::move(json);
    }
}

Result<std::shared_ptr<OffloadFile>> OffloadFolderWriter::begin(const std::string& name,
                                                                DType dtype,
                                                                std::vector<std::int64_t> shape,
                                                                std::uint64_t byteSize) {
    STOWAGE_TRY(checkOffloadTensor(name, dtype, shape, byteSize));
    // The folder is scratch space that the next load writes again: no fsync per tensor.
    auto file = AtomicFileWriter::create(m_folder + "/" + name + ".dat",
                                         AtomicFileWriter::Durability::Cached);
    STOWAGE_TRY(file);
    STOWAGE_TRY((*file)->reserve(byteSize));
    return std::shared_ptr<OffloadFile>(
        new OffloadFile(name, dtype, std::move(shape), byteSize, std::move(*file)));
}

Result<void> OffloadFolderWriter::finish(OffloadFile& file) {
    if (!m_model.empty()) {
        markAsWritten(file.m_file->descriptor(), m_model);
    }
    STOWAGE_TRY(file.m_file->commit());
    const std::scoped_lock lock(m_mutex);
    enter(file.m_name, jsonText(entryOf(file.m_dtype, file.m_shape)));
    return {};
}

Result<void> OffloadFolderWriter::addName(const std::string& name, const std::string& owner) {
    STOWAGE_TRY(checkFileName(name));
    const std::scoped_lock lock(m_mutex);
    const auto place = m_position.find(owner);
    if (place == m_position.end()) {
        return fail(ErrorCode::InvalidArgument,
                    say("The tensor %1 is not in %2, so the folder cannot contain a second name "
                        "for the tensor.",
                        quotedForMessage(owner), m_folder),
                    m_folder, owner);
    }
    const std::string from = m_folder + "/" + owner + ".dat";
    const std::string to = m_folder + "/" + name + ".dat";
    std::error_code failure;
    std::filesystem::remove(to, failure);  // an older file keeps its bytes for who has it open
    std::filesystem::create_hard_link(from, to, failure);
    if (failure) {
        std::filesystem::copy_file(from, to, failure);
    }
    if (failure) {
        return writeFailure(to, failure.value());
    }
    enter(name, std::string(m_entries[place->second].json));
    return {};
}

Result<void> OffloadFolderWriter::writeIndex() {
    const std::scoped_lock lock(m_mutex);
    Json index = Json::object();
    auto& members = index.get_ref<Json::object_t&>();
    for (const Entry& entry : m_entries) {
        members.Json::object_t::Container::emplace_back(entry.name, Json::parse(entry.json));
    }
    return writeFileAtomically(m_folder + kIndexName, indexText(index));
}

}  // namespace stowage
