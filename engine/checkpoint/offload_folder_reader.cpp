// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/offload_folder_reader.h"

#include "engine/base/name_hash.h"
#include "engine/base/progress.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/offload_index.h"
#include "engine/checkpoint/safetensors_reader.h"
#include "engine/model/tensor_size.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

std::optional<DType> dtypeOf(std::string_view name) {
    constexpr std::string_view kTorch = "torch.";
    return dtypeFromName(name.starts_with(kTorch) ? name.substr(kTorch.size()) : name);
}

class OffloadReader {
public:
    OffloadReader(std::string indexPath, const std::stop_token& stop, const ProgressSink& progress)
        : m_path(std::move(indexPath)),
          m_folder(folderOf(m_path)),
          m_guard(m_folder),
          m_stop(stop),
          m_throttle(progress) {}

    Result<Checkpoint> read(JsonScanner& json) {
        m_checkpoint.path = m_path;
        m_checkpoint.format = CheckpointFormat::OffloadFolder;
        const auto scanned =
            scanOffloadIndex(json, m_path, [this](const OffloadEntry& entry) -> Result<void> {
                if (m_stop.stop_requested()) {
                    return fail(ErrorCode::Cancelled, "Opening " + m_path + " was stopped.");
                }
                m_throttle.report(
                    {"headers of files", 0, 0, m_checkpoint.shards.size(), 0, entry.name});
                return addEntry(entry);
            });
        if (!scanned) {
            return scanned.unexpected();
        }
        const std::size_t files = m_checkpoint.shards.size();
        m_throttle.reportFinal({"headers of files", 0, 0, files, files, {}});
        for (const auto& [path, file] : m_safetensors) {
            if (file.isOutside) {
                m_checkpoint.warnings.push_back(m_path + " takes tensors from " + path +
                                                ", outside its folder.");
            }
        }
        return std::move(m_checkpoint);
    }

private:
    struct SafetensorsFile {
        NameTable<std::string, StoredTensor> tensors;
        bool isOutside = false;
    };

    Unexpected wrong(const OffloadEntry& entry, const std::string& reason,
                     ErrorCode code = ErrorCode::Malformed) const {
        return fail(
            code,
            "The tensor " + quotedForMessage(entry.name) + " of " + m_path + " " + reason + ".",
            m_path, entry.name);
    }

    Result<void> addEntry(const OffloadEntry& entry) {
        if (entry.name.empty() ||
            entry.name.find_first_of(std::string_view("/\0", 2)) != std::string::npos) {
            return wrong(entry, "has a name with '/' or NUL, which no file can have");
        }
        const auto dtype = dtypeOf(entry.dtype);
        if (!dtype && (entry.safetensorsFile.empty() || !entry.dtype.empty())) {
            return wrong(entry,
                         "has the dtype " + quotedForMessage(entry.dtype) + ", which is not known",
                         ErrorCode::Unsupported);
        }
        return entry.safetensorsFile.empty() ? addRaw(entry, *dtype) : addOther(entry, dtype);
    }

    Result<void> addRaw(const OffloadEntry& entry, DType dtype) {
        if (!entry.hasShape) {
            return wrong(entry, "lacks its shape");
        }
        const auto bytes = checkedByteSize(dtype, entry.shape);
        if (!bytes) {
            return wrong(entry, "has a shape whose size exceeds 64 bits");
        }
        const auto path = m_guard.place(entry.name + ".dat", m_path);
        if (!path) {
            return path.unexpected();
        }
        const auto file = RandomAccessFile::openWhenRead(*path);
        if (!file && file.error().code == ErrorCode::FileNotFound) {
            return wrong(entry, "has no file: " + *path + " is missing", ErrorCode::FileNotFound);
        }
        if (!file) {
            return file.unexpected();
        }
        if ((*file)->size() != *bytes) {
            return fail((*file)->size() < *bytes ? ErrorCode::Truncated : ErrorCode::Malformed,
                        *path + " has " + std::to_string((*file)->size()) + " bytes, but " +
                            m_path + " gives its tensor a shape and dtype of " +
                            std::to_string(*bytes) + " bytes.",
                        *path, entry.name);
        }
        StoredTensor tensor{entry.name, dtype, entry.shape, {}, {}, 0};
        tensor.location = {static_cast<std::uint32_t>(m_checkpoint.shards.size()), 0, *bytes};
        m_checkpoint.shards.push_back(*file);
        m_checkpoint.tensors.push_back(std::move(tensor));
        return {};
    }

    Result<void> addOther(const OffloadEntry& entry, std::optional<DType> dtype) {
        const auto file = safetensorsFile(entry);
        if (!file) {
            return file.unexpected();
        }
        const std::string& name = entry.weightName.empty() ? entry.name : entry.weightName;
        const auto found = (*file)->tensors.find(name);
        if (found == (*file)->tensors.end()) {
            return wrong(entry, "should be " + quotedForMessage(name) + " of " +
                                    entry.safetensorsFile + ", where no such tensor is");
        }
        StoredTensor tensor = found->second;
        tensor.name = entry.name;
        if (entry.hasShape && entry.shape != tensor.shape) {
            return wrong(entry, "has another shape in " + entry.safetensorsFile);
        }
        if (dtype && *dtype != tensor.dtype) {
            m_checkpoint.warnings.push_back(
                "The tensor " + quotedForMessage(entry.name) + " of " + m_path +
                " is to be cast to " + std::string(dtypeName(*dtype)) +
                "; it was read as stored, as " + std::string(dtypeName(tensor.dtype)) + ".");
        }
        m_checkpoint.tensors.push_back(std::move(tensor));
        return {};
    }

    /// The header of the named file, read once.
    Result<const SafetensorsFile*> safetensorsFile(const OffloadEntry& entry) {
        const std::string& name = entry.safetensorsFile;
        if (name.find('\0') != std::string::npos) {
            return wrong(entry, "names a safetensors file with NUL in its name");
        }
        const std::string path = name.starts_with('/')
                                     ? name
                                     : (m_folder.ends_with('/') ? m_folder : m_folder + "/") + name;
        if (const auto known = m_safetensors.find(path); known != m_safetensors.end()) {
            return &known->second;
        }
        const auto opened = RandomAccessFile::openWhenRead(path);
        if (!opened && opened.error().code == ErrorCode::FileNotFound) {
            return wrong(entry, "lies in " + path + ", which is missing", ErrorCode::FileNotFound);
        }
        if (!opened) {
            return opened.unexpected();
        }
        auto header = readSafetensors(*opened, m_stop);
        if (!header) {
            return header.unexpected();
        }
        SafetensorsFile file;
        file.isOutside = !m_guard.place(name, m_path).has_value();
        const auto shard = static_cast<std::uint32_t>(m_checkpoint.shards.size());
        m_checkpoint.shards.push_back(*opened);
        for (StoredTensor& tensor : header->tensors) {
            tensor.location.shard = shard;
            // Tied names of one file stay so; two files never share bytes.
            tensor.storageKey = tensor.storageKey == 0 ? 0 : m_nextKey + tensor.storageKey;
            file.tensors.emplace(tensor.name, tensor);
        }
        m_nextKey += header->tensors.size() + 1;
        return &m_safetensors.emplace(path, std::move(file)).first->second;
    }

    std::string m_path;
    std::string m_folder;
    FolderGuard m_guard;
    const std::stop_token& m_stop;
    ProgressThrottle m_throttle;
    std::map<std::string, SafetensorsFile> m_safetensors;
    std::uint64_t m_nextKey = 0;
    Checkpoint m_checkpoint;
};

}  // namespace

Result<Checkpoint> readOffloadFolder(const std::string& indexPath, JsonScanner& json,
                                     const std::stop_token& stop, const ProgressSink& progress) {
    return OffloadReader(indexPath, stop, progress).read(json);
}

}  // namespace stowage
