// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/offload_folder_reader.h"

#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/folder_guard.h"
#include "engine/checkpoint/formats/json_events.h"
#include "engine/checkpoint/formats/safetensors_reader.h"
#include "engine/model/tensor_spec.h"

#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace stowage {
namespace {

class OffloadHandler : public JsonEvents<OffloadHandler> {
public:
    OffloadHandler(const std::string& file, const OffloadSink& sink)
        : JsonEvents(file), m_sink(sink) {}

    bool scalar(JsonScalar& value) {
        if (depth() <= 1) {
            return wrong(depth() == 0 ? "" : keyAt(0),
                         phrase("is not an object with dtype and shape"));
        }
        if (depth() == 2) {
            return member(keyAt(1), value);
        }
        return depth() != 3 || keyAt(1) != "shape" || dimension(value);
    }
    bool opened(bool isArray) {
        if (depth() <= 1 && isArray) {
            return wrong(depth() == 0 ? "" : keyAt(0), phrase("is a list"));
        }
        if (depth() == 1) {
            m_entry = OffloadEntry{};
            m_entry.name = keyAt(0);
        } else if (depth() == 2 && keyAt(1) == "shape") {
            m_entry.hasShape = isArray;
            return isArray || wrong(keyAt(0), phrase("has a shape that is not a list"));
        } else if (depth() == 3 && keyAt(1) == "shape") {
            return wrong(keyAt(0), phrase("has a shape that is not a list of numbers"));
        }
        return true;
    }
    bool closed(bool) {
        if (depth() != 1) {
            return true;
        }
        auto taken = m_sink(m_entry);
        return taken || stopFor(taken.error());
    }

private:
    bool wrong(const std::string& name, const Message& reason) {
        return refuse(ErrorCode::Malformed,
                      say("is not an index of offloaded tensors: its entry %1 %2",
                          quotedForMessage(name), reason),
                      name);
    }
    bool member(const std::string& key, const JsonScalar& value) {
        OffloadEntry& entry = m_entry;
        std::string* text = key == "dtype"              ? &entry.dtype
                            : key == "safetensors_file" ? &entry.safetensorsFile
                            : key == "weight_name"      ? &entry.weightName
                                                        : nullptr;
        if (key == "shape") {
            return wrong(entry.name, phrase("has a shape that is not a list"));
        }
        if (text == nullptr) {
            return true;
        }
        if (value.kind != JsonScalar::Kind::Text) {
            return wrong(entry.name, say("has a field %1 that is not a string", key));
        }
        *text = value.text;
        return true;
    }
    bool dimension(const JsonScalar& value) {
        constexpr std::size_t kMaxDimensions = 64;
        OffloadEntry& entry = m_entry;
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (value.kind != JsonScalar::Kind::Unsigned || value.unsignedValue > kMost) {
            return wrong(entry.name,
                         phrase("has a dimension that is not an integer from 0 to 2^63 - 1"));
        }
        if (entry.shape.size() == kMaxDimensions) {
            return refuse(
                ErrorCode::LimitExceeded,
                say("has more than 64 dimensions for the tensor %1", quotedForMessage(entry.name)),
                entry.name);
        }
        entry.shape.push_back(static_cast<std::int64_t>(value.unsignedValue));
        return true;
    }

    const OffloadSink& m_sink;
    OffloadEntry m_entry;
};

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
                    return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", m_path));
                }
                m_throttle.report(
                    {phrase("headers of files"), 0, 0, m_checkpoint.shards.size(), 0, entry.name});
                return addEntry(entry);
            });
        STOWAGE_TRY(scanned);
        const std::size_t files = m_checkpoint.shards.size();
        m_throttle.reportFinal({phrase("headers of files"), 0, 0, files, files, {}});
        for (const auto& [path, file] : m_safetensors) {
            if (file.isOutside) {
                m_checkpoint.warnings.push_back(
                    say("%1 refers to tensors in %2, which is outside the folder of the index.",
                        m_path, path));
            }
        }
        return std::move(m_checkpoint);
    }

private:
    struct SafetensorsFile {
        NameTable<std::string, StoredTensor> tensors;
        bool isOutside = false;
    };

    Unexpected wrong(const OffloadEntry& entry, const Message& reason,
                     ErrorCode code = ErrorCode::Malformed) const {
        return fail(code,
                    say("The tensor %1 of %2 %3.", quotedForMessage(entry.name), m_path, reason),
                    m_path, entry.name);
    }

    Result<void> addEntry(const OffloadEntry& entry) {
        if (entry.name.empty() ||
            entry.name.find_first_of(std::string_view("/\0", 2)) != std::string::npos) {
            return wrong(entry,
                         phrase("has a name with '/' or NUL, which a file name cannot contain"));
        }
        const auto dtype = dtypeOf(entry.dtype);
        if (!dtype && (entry.safetensorsFile.empty() || !entry.dtype.empty())) {
            return wrong(entry, say("has the unknown dtype %1", quotedForMessage(entry.dtype)),
                         ErrorCode::Unsupported);
        }
        return entry.safetensorsFile.empty() ? addRaw(entry, *dtype) : addOther(entry, dtype);
    }

    Result<void> addRaw(const OffloadEntry& entry, DType dtype) {
        if (!entry.hasShape) {
            return wrong(entry, phrase("has no shape"));
        }
        const auto bytes = checkedByteSize(dtype, entry.shape);
        if (!bytes) {
            return wrong(entry,
                         phrase("has a shape whose size in bytes does not fit in a 64-bit number"));
        }
        const auto path = m_guard.place(entry.name + ".dat", m_path);
        STOWAGE_TRY(path);
        const auto file = RandomAccessFile::openWhenRead(*path);
        if (!file && file.error().code == ErrorCode::FileNotFound) {
            return wrong(entry, say("has no file: %1 is missing", *path), ErrorCode::FileNotFound);
        }
        STOWAGE_TRY(file);
        if ((*file)->size() != *bytes) {
            return fail((*file)->size() < *bytes ? ErrorCode::Truncated : ErrorCode::Malformed,
                        say("%1 has %2 bytes, but the shape and dtype of its tensor in %3 require "
                            "%4 bytes.",
                            *path, (*file)->size(), m_path, *bytes),
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
        STOWAGE_TRY(file);
        const std::string& name = entry.weightName.empty() ? entry.name : entry.weightName;
        const auto found = (*file)->tensors.find(name);
        if (found == (*file)->tensors.end()) {
            return wrong(
                entry,
                say("refers to the tensor %1 of %2, but the file does not contain this tensor",
                    quotedForMessage(name), entry.safetensorsFile));
        }
        StoredTensor tensor = found->second;
        tensor.name = entry.name;
        if (entry.hasShape && entry.shape != tensor.shape) {
            return wrong(
                entry, say("has a shape that differs from the shape in %1", entry.safetensorsFile));
        }
        if (dtype && *dtype != tensor.dtype) {
            m_checkpoint.warnings.push_back(say(
                "The tensor %1 of %2 should be cast to %3, but was read with the stored dtype, %4.",
                quotedForMessage(entry.name), m_path, dtypeName(*dtype), dtypeName(tensor.dtype)));
        }
        m_checkpoint.tensors.push_back(std::move(tensor));
        return {};
    }

    /// The header of the named file, read once.
    Result<const SafetensorsFile*> safetensorsFile(const OffloadEntry& entry) {
        const std::string& name = entry.safetensorsFile;
        if (name.find('\0') != std::string::npos) {
            return wrong(entry, phrase("names a safetensors file with NUL in its name"));
        }
        const std::string path = name.starts_with('/')
                                     ? name
                                     : (m_folder.ends_with('/') ? m_folder : m_folder + "/") + name;
        if (const auto known = m_safetensors.find(path); known != m_safetensors.end()) {
            return &known->second;
        }
        const auto opened = RandomAccessFile::openWhenRead(path);
        if (!opened && opened.error().code == ErrorCode::FileNotFound) {
            return wrong(entry, say("is in %1, which is missing", path), ErrorCode::FileNotFound);
        }
        STOWAGE_TRY(opened);
        auto header = readSafetensors(*opened, m_stop);
        STOWAGE_TRY(header);
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

Result<void> scanOffloadIndex(JsonScanner& json, const std::string& file, const OffloadSink& sink) {
    OffloadHandler handler(file, sink);
    return handler.parse(json) ? Result<void>() : Unexpected{handler.error()};
}

Result<Checkpoint> readOffloadFolder(const std::string& indexPath, JsonScanner& json,
                                     const std::stop_token& stop, const ProgressSink& progress) {
    return OffloadReader(indexPath, stop, progress).read(json);
}

}  // namespace stowage
