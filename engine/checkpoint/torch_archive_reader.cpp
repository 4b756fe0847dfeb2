// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/torch_archive_reader.h"

#include "engine/base/crc32.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/pickle_machine.h"
#include "engine/checkpoint/script_tensors.h"
#include "engine/checkpoint/torch_document.h"
#include "engine/checkpoint/zip_directory.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr std::string_view kPickleName = "data.pkl";
constexpr std::uint64_t kMaxSmallRecordBytes = 64;
constexpr std::uint64_t kChecksumBytes = std::uint64_t{256} << 10;

/// A record's name without quotes in a message; a stranger's may be 64 KiB of anything.
std::string shownName(const ZipRecord& record) {
    const std::string quoted = quotedForMessage(record.name);
    return quoted.substr(1, quoted.size() - 2);
}

class ArchiveReader {
public:
    ArchiveReader(std::shared_ptr<const RandomAccessFile> file, OpenOptions options,
                  const std::stop_token& stop)
        : m_file(std::move(file)), m_options(std::move(options)), m_stop(stop) {}

    Result<Checkpoint> read() {
        return readDocument(
            [this](const TorchDocument& document) { return makeCheckpoint(document); });
    }

    Result<StoredTensor> readLone() { return readDocument(makeLoneTensor); }

private:
    /// Reads the pickle and hands its document to `use`.
    template <class Use>
    auto readDocument(Use use) -> decltype(use(std::declval<const TorchDocument&>())) {
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
        if (const auto checked = checkPickle(**pickle); !checked) {
            return checked.unexpected();
        }
        const PickleOrigin origin{path(), shownName(**pickle), (*pickle)->dataOffset,
                                  isScript() ? PickleDialect::TorchScript : PickleDialect::Archive};
        const auto document =
            runPickle(PickleInput(m_file, (*pickle)->dataOffset, (*pickle)->size), origin, m_stop);
        if (!document) {
            return document.unexpected();
        }
        return use(TorchDocument{*document, m_file, [this](const PickleStorage& storage) {
                                     return findStorage(storage);
                                 }});
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
        return found != nullptr ? Result<const ZipRecord*>(found) : noCheckpoint();
    }

    /// NumPy's .npz are zips, too, and what people save weights in.
    Unexpected noCheckpoint() const {
        const auto isArray = [](const ZipRecord& record) { return record.name.ends_with(".npy"); };
        if (std::ranges::any_of(m_directory.records(), isArray)) {
            return fail(ErrorCode::Unsupported,
                        path() +
                            " is NumPy's archive of arrays (.npz), which is not read; unpack "
                            "it into a folder, which can be opened, or save it with "
                            "safetensors.numpy.save_file.",
                        path());
        }
        return fail(ErrorCode::UnknownFormat,
                    path() +
                        " is a zip file, but no PyTorch checkpoint: it has no data.pkl; save the "
                        "state dict with torch.save, or unpack what is in it.",
                    path());
    }

    Result<void> checkKind() const {
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

    /// Its size and its checksum, before it is run.
    Result<void> checkPickle(const ZipRecord& record) {
        const PickleLimits limits;
        if (record.size > limits.pickleBytes) {
            return fail(ErrorCode::LimitExceeded,
                        "The pickle " + shownName(record) + " of " + path() + " has " +
                            std::to_string(record.size) + " bytes; at most " +
                            std::to_string(limits.pickleBytes) + " are read.",
                        path(), record.name, record.dataOffset);
        }
        if (record.crc == 0) {
            return {};
        }
        std::vector<std::byte> part(std::min(record.size, kChecksumBytes));
        std::uint32_t sum = 0;
        for (std::uint64_t at = 0; at < record.size; at += part.size()) {
            part.resize(std::min<std::uint64_t>(part.size(), record.size - at));
            if (const auto read = m_file->readAt(record.dataOffset + at, part); !read) {
                return read;
            }
            sum = crc32(sum, part);
        }
        if (sum != record.crc) {
            m_warnings.push_back("The checksum of " + quotedForMessage(record.name) + " in " +
                                 path() + " does not fit its bytes; the file may be damaged.");
        }
        return {};
    }

    bool isScript() const { return m_directory.find(m_root + "constants.pkl") != nullptr; }

    Result<Checkpoint> makeCheckpoint(const TorchDocument& document) const {
        auto checkpoint =
            isScript() ? makeScriptCheckpoint(document)
                       : makeTorchCheckpoint(document, CheckpointFormat::TorchZip, m_options);
        if (checkpoint) {
            checkpoint->warnings.insert(checkpoint->warnings.begin(), m_warnings.begin(),
                                        m_warnings.end());
        }
        return checkpoint;
    }

    Result<StorageBytes> findStorage(const PickleStorage& storage) const {
        const ZipRecord* record = findRecord(storage.key);
        if (record == nullptr) {
            return fail(ErrorCode::Malformed,
                        "refers to the record " +
                            quotedForMessage("data/" + std::string(storage.key)) +
                            ", which is not there");
        }
        return StorageBytes{record->dataOffset, record->size};
    }

    const ZipRecord* findRecord(std::string_view key) const {
        // A key is a plain number in what torch writes; a path could only be an attack.
        if (key.empty() || key.find('/') != std::string_view::npos || key == "..") {
            return nullptr;
        }
        return m_directory.find(m_root + "data/" + std::string(key));
    }

    std::shared_ptr<const RandomAccessFile> m_file;
    OpenOptions m_options;
    const std::stop_token& m_stop;
    ZipDirectory m_directory;
    std::string m_root;
    std::vector<std::string> m_warnings;
};

}  // namespace

Result<Checkpoint> readTorchArchive(const std::shared_ptr<const RandomAccessFile>& file,
                                    const OpenOptions& options, const std::stop_token& stop) {
    return ArchiveReader(file, options, stop).read();
}

Result<StoredTensor> readLoneTensor(const std::shared_ptr<const RandomAccessFile>& file,
                                    const std::stop_token& stop) {
    return ArchiveReader(file, {}, stop).readLone();
}

}  // namespace stowage
