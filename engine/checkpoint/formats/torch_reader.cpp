// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/torch_reader.h"

#include "engine/base/checksums.h"
#include "engine/base/integers.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/formats/pickle.h"
#include "engine/checkpoint/formats/torch_document.h"

#include <algorithm>
#include <array>
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
        STOWAGE_TRY(directory);
        m_directory = std::move(*directory);
        const auto pickle = findPickle();
        STOWAGE_TRY(pickle);
        m_root = (*pickle)->name.substr(0, (*pickle)->name.size() - kPickleName.size());
        STOWAGE_TRY(checkKind());
        STOWAGE_TRY(checkPickle(**pickle));
        const PickleOrigin origin{path(), shownName(**pickle), (*pickle)->dataOffset,
                                  isScript() ? PickleDialect::TorchScript : PickleDialect::Archive};
        const auto document =
            runPickle(PickleInput(m_file, (*pickle)->dataOffset, (*pickle)->size), origin, m_stop);
        STOWAGE_TRY(document);
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
                return fail(
                    ErrorCode::Malformed,
                    say("%1 contains two pickles, %2 and %3, but only one is allowed.", path(),
                        quotedForMessage(found->name), quotedForMessage(record.name)),
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
                        say("%1 is an archive of NumPy arrays (.npz), which is not supported. "
                            "Unpack the archive into a folder and open the folder, or save the "
                            "arrays with safetensors.numpy.save_file.",
                            path()),
                        path());
        }
        return fail(ErrorCode::UnknownFormat,
                    say("%1 is a zip file, but not a PyTorch checkpoint: it has no data.pkl; save "
                        "the state dict with torch.save, or unpack the archive.",
                        path()),
                    path());
    }

    Result<void> checkKind() const {
        const ZipRecord* order = m_directory.find(m_root + "byteorder");
        if (order == nullptr) {
            return {};
        }
        std::string text(order->size, '\0');
        if (order->size > kMaxSmallRecordBytes) {
            return fail(ErrorCode::Malformed,
                        say("%1 has a byteorder record of %2 bytes, which is too large.", path(),
                            order->size),
                        path(), order->name, order->dataOffset);
        }
        STOWAGE_TRY(m_file->readAt(order->dataOffset, std::as_writable_bytes(std::span(text))));
        if (text != "little") {
            return fail(text == "big" ? ErrorCode::Unsupported : ErrorCode::Malformed,
                        say("%1 stores its tensors in the byte order %2; only little-endian files "
                            "are supported.",
                            path(), quotedForMessage(text)),
                        path(), order->name, order->dataOffset);
        }
        return {};
    }

    /// Its size and its checksum, before it is run.
    Result<void> checkPickle(const ZipRecord& record) {
        const PickleLimits limits;
        if (record.size > limits.pickleBytes) {
            return fail(ErrorCode::LimitExceeded,
                        say("The pickle %1 of %2 has %3 bytes; the limit is %4.", shownName(record),
                            path(), record.size, limits.pickleBytes),
                        path(), record.name, record.dataOffset);
        }
        if (record.crc == 0) {
            return {};
        }
        std::vector<std::byte> part(std::min(record.size, kChecksumBytes));
        std::uint32_t sum = 0;
        for (std::uint64_t at = 0; at < record.size; at += part.size()) {
            part.resize(std::min<std::uint64_t>(part.size(), record.size - at));
            STOWAGE_TRY(m_file->readAt(record.dataOffset + at, part));
            sum = crc32(sum, part);
        }
        if (sum != record.crc) {
            m_warnings.push_back(
                say("The checksum of %1 in %2 does not match its bytes; the file may be damaged.",
                    quotedForMessage(record.name), path()));
        }
        return {};
    }

    bool isScript() const { return m_directory.find(m_root + "constants.pkl") != nullptr; }

    /// Whether the code of a script has tensors.
    bool holdsConstants() const {
        return std::ranges::any_of(m_directory.records(), [this](const ZipRecord& record) {
            return record.name.starts_with(m_root + "constants/");
        });
    }

    Result<Checkpoint> makeCheckpoint(const TorchDocument& document) const {
        auto checkpoint =
            isScript() ? makeScriptCheckpoint(document)
                       : makeTorchCheckpoint(document, CheckpointFormat::TorchZip, m_options);
        if (checkpoint) {
            checkpoint->warnings.insert(checkpoint->warnings.begin(), m_warnings.begin(),
                                        m_warnings.end());
        } else if (isScript() && checkpoint.error().code == ErrorCode::NoCheckpoint &&
                   holdsConstants()) {
            return fail(ErrorCode::Unsupported,
                        say("%1 is a frozen TorchScript archive (torch.jit.freeze): its tensors "
                            "are constants of its code and no longer have names. Open the model's "
                            "state dict or an archive that was saved before freezing.",
                            path()),
                        path(), m_root + "constants.pkl");
        }
        return checkpoint;
    }

    Result<TensorLocation> findStorage(const PickleStorage& storage) const {
        const ZipRecord* record = findRecord(storage.key);
        if (record == nullptr) {
            return fail(ErrorCode::Malformed,
                        say("refers to the record %1, which does not exist",
                            quotedForMessage("data/" + std::string(storage.key))));
        }
        return TensorLocation{0, record->dataOffset, record->size};
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
    std::vector<Message> m_warnings;
};

using namespace std::string_view_literals;

/// Protocol 2, LONG1 of ten bytes, STOP: 0x1950a86a20f9469cfc6c as every such file begins.
constexpr std::string_view kTorchMagic =
    "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."sv;

constexpr std::int64_t kProtocol = 1001;

class LegacyReader {
public:
    LegacyReader(std::shared_ptr<const RandomAccessFile> file, const std::stop_token& stop)
        : m_file(std::move(file)), m_stop(stop) {}

    /// Reads the pickles and hands the object's document, which lives no longer, to `use`.
    template <class Use>
    auto readDocument(Use use) -> decltype(use(std::declval<const TorchDocument&>())) {
        STOWAGE_TRY(checkSystem());
        const auto object = nextPickle(phrase("object"));
        STOWAGE_TRY(object);
        STOWAGE_TRY(placeStorages(*object));
        return use(TorchDocument{*object, m_file, [this](const PickleStorage& storage) {
                                     return findStorage(storage);
                                 }});
    }

    /// What is behind the last storage, as a sentence; empty if nothing is.
    Message excessWarning() const {
        const std::uint64_t excess = m_file->size() - m_position;
        return excess == 0 ? Message()
               : excess == 1
                   ? say("%1 has %2 extra byte after its last storage, which was ignored.", path(),
                         excess)
                   : say("%1 has %2 extra bytes after its last storage, which were ignored.",
                         path(), excess);
    }

private:
    const std::string& path() const { return m_file->path(); }

    /// Nobody tells how long a pickle is: it ends with its STOP.
    Result<PickleDocument> nextPickle(const Message& record) {
        const PickleLimits limits;
        const std::uint64_t left = m_file->size() - m_position;
        const std::uint64_t most = std::min(left, limits.pickleBytes);
        auto document =
            runPickle(PickleInput(m_file, m_position, most),
                      {path(), record, m_position, PickleDialect::Legacy}, m_stop, limits);
        if (document) {
            m_position += document->byteCount();
            return document;
        }
        if (document.error().code == ErrorCode::Truncated && most < left) {
            return fail(ErrorCode::LimitExceeded,
                        say("The pickle %1 of %2 is larger than %3 bytes.", record, path(),
                            limits.pickleBytes),
                        path(), record.english(), m_position);
        }
        return document;
    }

    Unexpected fault(ErrorCode code, const Message& reason) const {
        return fail(code, say("%1 %2.", path(), reason), path(), {}, m_position);
    }

    /// Magic, protocol and sys_info.
    Result<void> checkSystem() {
        m_position = kTorchMagic.size();
        const auto protocol = nextPickle("protocol");
        STOWAGE_TRY(protocol);
        const auto& version = protocol->node(protocol->root());
        if (version.kind != PickleKind::Int || version.integer != kProtocol) {
            return fault(ErrorCode::Unsupported,
                         phrase("is in PyTorch's old format, but its protocol is not 1001"));
        }
        const auto system = nextPickle("sys_info");
        STOWAGE_TRY(system);
        const PickleDocument& info = *system;
        const auto members = info.members(info.root());
        if (info.node(info.root()).kind == PickleKind::Dict) {
            for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
                const auto& value = info.node(members[i + 1]);
                if (info.node(members[i]).text() != "little_endian" ||
                    value.kind != PickleKind::Bool) {
                    continue;
                }
                return value.integer != 0
                           ? Result<void>()
                           : fault(ErrorCode::Unsupported,
                                   phrase("stores its tensors in big-endian byte order; only "
                                          "little-endian files are supported"));
            }
        }
        return fault(ErrorCode::Malformed, phrase("does not state its byte order in sys_info"));
    }

    Result<void> placeStorages(const PickleDocument& object) {
        // The first mention of a key tells its dtype, as in torch.
        NameTable<std::string_view, const PickleStorage*> wanted;
        for (const PickleStorage& storage : object.storages()) {
            wanted.emplace(storage.key, &storage);
        }
        const auto keys = nextPickle(phrase("keys of the storages"));
        STOWAGE_TRY(keys);
        const PickleDocument& list = *keys;
        if (list.node(list.root()).kind != PickleKind::List) {
            return fault(ErrorCode::Malformed, phrase("has no list of the keys of its storages"));
        }
        for (const PickleRef ref : list.members(list.root())) {
            if (m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", path()));
            }
            const std::string_view key = list.node(ref).text();
            const auto found = wanted.find(key);
            if (found == wanted.end()) {
                return fault(ErrorCode::Malformed, say("lists the storage %1, which no tensor uses",
                                                       quotedForMessage(key)));
            }
            STOWAGE_TRY(placeStorage(*found->second));
        }
        return {};
    }

    /// At the position: an int64 count of elements, then their bytes.
    Result<void> placeStorage(const PickleStorage& storage) {
        const std::string name = quotedForMessage(storage.key);
        std::array<std::byte, sizeof(std::uint64_t)> count{};
        if (m_file->size() - m_position < count.size()) {
            return fault(ErrorCode::Truncated, say("ends before the storage %1", name));
        }
        STOWAGE_TRY(m_file->readAt(m_position, count));
        const auto elements = readLittleEndian<std::uint64_t>(count, 0);
        if (elements != static_cast<std::uint64_t>(storage.elements)) {
            return fault(ErrorCode::Malformed,
                         say("has %1 elements in the storage %2, but %3 elements are needed",
                             static_cast<std::int64_t>(elements), name, storage.elements));
        }
        const std::uint64_t unit = storage.dtype ? storedBits(*storage.dtype) / 8 : 1;
        const auto length = checkedMultiply(elements, unit);
        const std::uint64_t begin = m_position + count.size();
        if (!length || *length > m_file->size() - begin) {
            return fault(ErrorCode::Truncated,
                         say("ends within the storage %1 of %2 elements: the file has %3 bytes, "
                             "and the storage begins at offset %4",
                             name, elements, m_file->size(), begin));
        }
        if (!m_places.emplace(storage.key, TensorLocation{0, begin, *length}).second) {
            return fault(ErrorCode::Malformed, say("lists the storage %1 twice", name));
        }
        m_position = begin + *length;
        return {};
    }

    Result<TensorLocation> findStorage(const PickleStorage& storage) const {
        const auto found = m_places.find(storage.key);
        if (found == m_places.end()) {
            return fail(ErrorCode::Malformed, say("refers to the storage %1, which does not exist",
                                                  quotedForMessage(storage.key)));
        }
        return found->second;
    }

    std::shared_ptr<const RandomAccessFile> m_file;
    const std::stop_token& m_stop;
    std::uint64_t m_position = 0;  ///< in the file; never beyond its end
    NameTable<std::string_view, TensorLocation> m_places;
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

bool isLegacyTorchFile(std::string_view head) {
    return head.starts_with(kTorchMagic);
}

Result<Checkpoint> readLegacyTorchFile(const std::shared_ptr<const RandomAccessFile>& file,
                                       const OpenOptions& options, const std::stop_token& stop) {
    LegacyReader reader(file, stop);
    auto checkpoint = reader.readDocument([&](const TorchDocument& document) {
        return makeTorchCheckpoint(document, CheckpointFormat::TorchLegacy, options);
    });
    if (const Message excess = reader.excessWarning(); checkpoint && !excess.empty()) {
        checkpoint->warnings.push_back(excess);
    }
    return checkpoint;
}

Result<StoredTensor> readLoneLegacyTensor(const std::shared_ptr<const RandomAccessFile>& file,
                                          const std::stop_token& stop) {
    return LegacyReader(file, stop).readDocument(makeLoneTensor);
}

}  // namespace stowage
