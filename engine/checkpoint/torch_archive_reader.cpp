// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/torch_archive_reader.h"

#include "engine/base/crc32.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/pickle_machine.h"
#include "engine/checkpoint/state_dict_finder.h"
#include "engine/checkpoint/tensor_layout.h"
#include "engine/checkpoint/zip_directory.h"

#include <array>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

constexpr std::string_view kPickleName = "data.pkl";
constexpr std::uint64_t kMaxSmallRecordBytes = 64;

class ArchiveReader {
public:
    ArchiveReader(std::shared_ptr<const RandomAccessFile> file, const std::stop_token& stop)
        : m_file(std::move(file)), m_stop(stop) {}

    Result<Checkpoint> read() {
        return readDocument(
            [this](const PickleDocument& document) { return makeCheckpoint(document); });
    }

    Result<StoredTensor> readLone() {
        return readDocument([this](const PickleDocument& document) -> Result<StoredTensor> {
            const auto& root = document.node(document.root());
            if (root.kind != PickleKind::Tensor) {
                return fail(ErrorCode::Malformed,
                            path() + " holds no single tensor, as each file of such a folder must.",
                            path());
            }
            return place("", document, document.tensor(root.index));
        });
    }

private:
    /// Reads the pickle and hands its document, which lives no longer than the bytes, to `use`.
    template <class Use>
    auto readDocument(Use use) -> decltype(use(std::declval<const PickleDocument&>())) {
        auto directory = ZipDirectory::read(*m_file, m_stop);
        if (!directory) {
            return directory.unexpected();
        }
        m_directory = std::move(*directory);
        const auto pickle = findPickle();
        if (!pickle) {
            return pickle.unexpected();
        }
        m_root = (*pickle)->name.substr(0, (*pickle)->name.size() - kPickleName.size());
        if (const auto checked = checkKind(); !checked) {
            return checked.unexpected();
        }
        const auto bytes = readPickle(**pickle);
        if (!bytes) {
            return bytes.unexpected();
        }
        const auto document = runPickle(*bytes, path(), (*pickle)->name, m_stop);
        if (!document) {
            return document.unexpected();
        }
        return use(*document);
    }

    const std::string& path() const { return m_file->path(); }

    /// `ROOT/data.pkl`, where the root may have any name.
    Result<const ZipRecord*> findPickle() const {
        const ZipRecord* found = nullptr;
        for (const ZipRecord& record : m_directory.records()) {
            const std::string_view name = record.name;
            const std::size_t slash = name.find('/');
            const bool isPickle = name == kPickleName || (slash != std::string_view::npos &&
                                                          name.substr(slash + 1) == kPickleName);
            if (!isPickle) {
                continue;
            }
            if (found != nullptr) {
                return fail(ErrorCode::Malformed,
                            path() + " has two pickles, " + quotedForMessage(found->name) +
                                " and " + quotedForMessage(record.name) + ".",
                            path(), record.name);
            }
            found = &record;
        }
        if (found == nullptr) {
            return fail(ErrorCode::UnknownFormat,
                        path() + " is a zip file, but no PyTorch checkpoint: it has no data.pkl.",
                        path());
        }
        return found;
    }

    Result<void> checkKind() const {
        if (m_directory.find(m_root + "constants.pkl") != nullptr) {
            return fail(ErrorCode::Unsupported,
                        path() +
                            " is a TorchScript archive, which Stowage does not read yet; save the "
                            "model's state_dict() instead.",
                        path());
        }
        const ZipRecord* order = m_directory.find(m_root + "byteorder");
        if (order == nullptr) {
            return {};
        }
        std::string text(order->size, '\0');
        if (order->size > kMaxSmallRecordBytes) {
            return fail(
                ErrorCode::Malformed,
                path() + " has a byteorder record of " + std::to_string(order->size) + " bytes.",
                path(), order->name, order->dataOffset);
        }
        if (const auto read =
                m_file->readAt(order->dataOffset, std::as_writable_bytes(std::span(text)));
            !read) {
            return read;
        }
        if (text != "little") {
            return fail(text == "big" ? ErrorCode::Unsupported : ErrorCode::Malformed,
                        path() + " stores its tensors in the byte order " + quotedForMessage(text) +
                            "; only little-endian files are read.",
                        path(), order->name, order->dataOffset);
        }
        return {};
    }

    Result<std::vector<std::byte>> readPickle(const ZipRecord& record) {
        const PickleLimits limits;
        if (record.size > limits.pickleBytes) {
            return fail(ErrorCode::LimitExceeded,
                        "The pickle " + record.name + " of " + path() + " has " +
                            std::to_string(record.size) + " bytes; at most " +
                            std::to_string(limits.pickleBytes) + " are read.",
                        path(), record.name, record.dataOffset);
        }
        std::vector<std::byte> bytes(record.size);
        if (const auto read = m_file->readAt(record.dataOffset, bytes); !read) {
            return read.unexpected();
        }
        if (record.crc != 0 && crc32(0, bytes) != record.crc) {
            m_checkpoint.warnings.push_back("The checksum of " + record.name + " in " + path() +
                                            " does not fit its bytes; the file may be damaged.");
        }
        return bytes;
    }

    Result<Checkpoint> makeCheckpoint(const PickleDocument& document) {
        const auto found = findStateDict(document, path());
        if (!found) {
            return found.unexpected();
        }
        m_checkpoint.path = path();
        m_checkpoint.format = CheckpointFormat::TorchZip;
        m_checkpoint.shards = {m_file};
        m_checkpoint.prefix = found->prefix;
        for (const auto& [name, ref] : found->tensors) {
            auto tensor = place(name, document, document.tensor(document.node(ref).index));
            if (!tensor) {
                return tensor.unexpected();
            }
            m_checkpoint.tensors.push_back(std::move(*tensor));
        }
        warnAbout(*found);
        return std::move(m_checkpoint);
    }

    void warnAbout(const FoundStateDict& found) {
        const std::string part =
            found.prefix.empty() ? "its top level" : quotedForMessage(found.prefix);
        if (!found.prefix.empty() || found.tensorsElsewhere > 0) {
            m_checkpoint.warnings.push_back(
                "Of " + path() + " " + part + " was taken, which has " +
                (found.tensorsElsewhere == 0
                     ? "all the tensors (" + std::to_string(found.tensors.size()) + ")."
                     : "the most tensors (" + std::to_string(found.tensors.size()) + "); " +
                           std::to_string(found.tensorsElsewhere) +
                           " tensors elsewhere were left out."));
        }
        if (found.otherEntries > 0) {
            m_checkpoint.warnings.push_back(std::to_string(found.otherEntries) + " entries of " +
                                            part + " in " + path() +
                                            " are no tensors and were left out.");
        }
    }

    Unexpected fault(ErrorCode code, std::string_view name, const std::string& reason) const {
        const std::string which = name.empty() ? "" : quotedForMessage(name) + " ";
        return fail(code, "The tensor " + which + "of " + path() + " " + reason + ".", path(),
                    std::string(name));
    }

    Result<StoredTensor> place(std::string_view name, const PickleDocument& document,
                               const PickleTensor& tensor) {
        if (!isValidUtf8(name) || name.find('\0') != std::string_view::npos) {
            return fault(ErrorCode::Malformed, name, "has a NUL or no UTF-8 in its name");
        }
        if (!tensor.unsupported.empty()) {
            return fault(ErrorCode::Unsupported, name,
                         tensor.unsupported + ", which Stowage does not read");
        }
        const PickleStorage& storage = document.storage(tensor.storage);
        const ZipRecord* record = findRecord(storage.key);
        if (record == nullptr) {
            return fault(ErrorCode::Malformed, name,
                         "refers to the record " +
                             quotedForMessage("data/" + std::string(storage.key)) +
                             ", which is not there");
        }
        const StridedPlace strided{tensor.dtype, storage.dtype,  storage.elements, tensor.offset,
                                   tensor.shape, tensor.strides, record->size};
        auto layout = layOutTensor(strided);
        if (!layout) {
            return fault(ErrorCode::Malformed, name, layout.error().message);
        }
        StoredTensor stored;
        stored.name = std::string(name);
        stored.dtype = tensor.dtype;
        stored.shape = tensor.shape;
        stored.strides = std::move(layout->strides);
        stored.location = {0, record->dataOffset + layout->offset, layout->length};
        // The storage is told by where its record lies: two pickle keys cannot share a record.
        stored.storageKey = record->dataOffset + 1;
        return stored;
    }

    const ZipRecord* findRecord(std::string_view key) const {
        // A key is a plain number in what torch writes; a path could only be an attack.
        if (key.empty() || key.find('/') != std::string_view::npos || key == "..") {
            return nullptr;
        }
        return m_directory.find(m_root + "data/" + std::string(key));
    }

    std::shared_ptr<const RandomAccessFile> m_file;
    const std::stop_token& m_stop;
    ZipDirectory m_directory;
    std::string m_root;
    Checkpoint m_checkpoint;
};

}  // namespace

Result<Checkpoint> readTorchArchive(const std::shared_ptr<const RandomAccessFile>& file,
                                    const std::stop_token& stop) {
    return ArchiveReader(file, stop).read();
}

Result<StoredTensor> readLoneTensor(const std::shared_ptr<const RandomAccessFile>& file,
                                    const std::stop_token& stop) {
    return ArchiveReader(file, stop).readLone();
}

}  // namespace stowage
