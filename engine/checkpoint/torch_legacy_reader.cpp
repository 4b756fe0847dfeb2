// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/torch_legacy_reader.h"

#include "engine/base/byte_order.h"
#include "engine/base/checked_math.h"
#include "engine/base/name_hash.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/pickle_machine.h"
#include "engine/checkpoint/torch_document.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

using namespace std::string_view_literals;

/// Protocol 2, LONG1 of ten bytes, STOP: 0x1950a86a20f9469cfc6c as every such file begins.
constexpr std::string_view kMagic = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."sv;
constexpr std::int64_t kProtocol = 1001;
class LegacyReader {
public:
    LegacyReader(std::shared_ptr<const RandomAccessFile> file, const std::stop_token& stop)
        : m_file(std::move(file)), m_stop(stop) {}

    /// Reads the pickles and hands the object's document, which lives no longer, to `use`.
    template <class Use>
    auto readDocument(Use use) -> decltype(use(std::declval<const TorchDocument&>())) {
        if (const auto checked = checkSystem(); !checked) {
            return checked.unexpected();
        }
        const auto object = nextPickle("object");
        if (!object) {
            return object.unexpected();
        }
        if (const auto placed = placeStorages(*object); !placed) {
            return placed.unexpected();
        }
        return use(TorchDocument{*object, m_file, [this](const PickleStorage& storage) {
                                     return findStorage(storage);
                                 }});
    }

    /// What is behind the last storage, as a sentence; empty if nothing is.
    std::string excessWarning() const {
        return m_position == m_file->size()
                   ? ""
                   : path() + " goes on for " + std::to_string(m_file->size() - m_position) +
                         " bytes behind its last storage; they were left out.";
    }

private:
    const std::string& path() const { return m_file->path(); }

    /// Nobody tells how long a pickle is: it ends with its STOP.
    Result<PickleDocument> nextPickle(const char* record) {
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
                        "The pickle " + std::string(record) + " of " + path() + " is larger than " +
                            std::to_string(limits.pickleBytes) + " bytes.",
                        path(), record, m_position);
        }
        return document;
    }

    Unexpected fault(ErrorCode code, const std::string& reason) const {
        return fail(code, path() + " " + reason + ".", path(), {}, m_position);
    }

    /// Magic, protocol and sys_info.
    Result<void> checkSystem() {
        m_position = kMagic.size();
        const auto protocol = nextPickle("protocol");
        if (!protocol) {
            return protocol.unexpected();
        }
        const auto& version = protocol->node(protocol->root());
        if (version.kind != PickleKind::Int || version.integer != kProtocol) {
            return fault(ErrorCode::Unsupported,
                         "is an old PyTorch file of another protocol than 1001");
        }
        const auto system = nextPickle("sys_info");
        if (!system) {
            return system.unexpected();
        }
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
                                   "stores its tensors in big-endian byte order; only "
                                   "little-endian files are read");
            }
        }
        return fault(ErrorCode::Malformed,
                     "does not say in its sys_info whether it is "
                     "little-endian");
    }

    Result<void> placeStorages(const PickleDocument& object) {
        // The first mention of a key tells its dtype, as in torch.
        NameTable<std::string_view, const PickleStorage*> wanted;
        for (const PickleStorage& storage : object.storages()) {
            wanted.emplace(storage.key, &storage);
        }
        const auto keys = nextPickle("keys of the storages");
        if (!keys) {
            return keys.unexpected();
        }
        const PickleDocument& list = *keys;
        if (list.node(list.root()).kind != PickleKind::List) {
            return fault(ErrorCode::Malformed, "has no list of its storages' keys");
        }
        for (const PickleRef ref : list.members(list.root())) {
            if (m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "Opening " + path() + " was stopped.");
            }
            const std::string_view key = list.node(ref).text();
            const auto found = wanted.find(key);
            if (found == wanted.end()) {
                return fault(ErrorCode::Malformed, "lists the storage " + quotedForMessage(key) +
                                                       ", which no tensor uses");
            }
            if (const auto placed = placeStorage(*found->second); !placed) {
                return placed;
            }
        }
        return {};
    }

    /// At the position: an int64 count of elements, then their bytes.
    Result<void> placeStorage(const PickleStorage& storage) {
        const std::string name = "the storage " + quotedForMessage(storage.key);
        std::array<std::byte, sizeof(std::uint64_t)> count{};
        if (m_file->size() - m_position < count.size()) {
            return fault(ErrorCode::Truncated, "ends before " + name);
        }
        if (const auto read = m_file->readAt(m_position, count); !read) {
            return read;
        }
        const auto elements = readLittleEndian<std::uint64_t>(count, 0);
        if (elements != static_cast<std::uint64_t>(storage.elements)) {
            return fault(ErrorCode::Malformed,
                         "has " + std::to_string(static_cast<std::int64_t>(elements)) +
                             " elements in " + name + ", where " +
                             std::to_string(storage.elements) + " are needed");
        }
        const std::uint64_t unit = storage.dtype ? storedBits(*storage.dtype) / 8 : 1;
        const auto length = checkedMultiply(elements, unit);
        const std::uint64_t begin = m_position + count.size();
        if (!length || *length > m_file->size() - begin) {
            return fault(ErrorCode::Truncated,
                         "ends within " + name + " of " + std::to_string(elements) +
                             " elements: the file has " + std::to_string(m_file->size()) +
                             " bytes, the storage begins at " + std::to_string(begin));
        }
        if (!m_places.emplace(storage.key, StorageBytes{begin, *length}).second) {
            return fault(ErrorCode::Malformed, "lists " + name + " twice");
        }
        m_position = begin + *length;
        return {};
    }

    Result<StorageBytes> findStorage(const PickleStorage& storage) const {
        const auto found = m_places.find(storage.key);
        if (found == m_places.end()) {
            return fail(
                ErrorCode::Malformed,
                "refers to the storage " + quotedForMessage(storage.key) + ", which is not there");
        }
        return found->second;
    }

    std::shared_ptr<const RandomAccessFile> m_file;
    const std::stop_token& m_stop;
    std::uint64_t m_position = 0;  ///< in the file; never beyond its end
    NameTable<std::string_view, StorageBytes> m_places;
};

}  // namespace

bool isLegacyTorchFile(std::string_view head) {
    return head.starts_with(kMagic);
}

Result<Checkpoint> readLegacyTorchFile(const std::shared_ptr<const RandomAccessFile>& file,
                                       const OpenOptions& options, const std::stop_token& stop) {
    LegacyReader reader(file, stop);
    auto checkpoint = reader.readDocument([&](const TorchDocument& document) {
        return makeTorchCheckpoint(document, CheckpointFormat::TorchLegacy, options);
    });
    if (const std::string excess = reader.excessWarning(); checkpoint && !excess.empty()) {
        checkpoint->warnings.push_back(excess);
    }
    return checkpoint;
}

Result<StoredTensor> readLoneLegacyTensor(const std::shared_ptr<const RandomAccessFile>& file,
                                          const std::stop_token& stop) {
    return LegacyReader(file, stop).readDocument(makeLoneTensor);
}

}  // namespace stowage
