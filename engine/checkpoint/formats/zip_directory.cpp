// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/torch_document.h"

#include "engine/base/integers.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/formats/buffered_reads.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace stowage {
namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kCentralSignature = 0x02014b50;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::size_t kCentralBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::size_t kMaxCommentBytes = 0xffff;
constexpr std::uint16_t kEncryptedFlag = 1;
constexpr std::uint16_t kDeflate = 8;
constexpr std::uint32_t kIn64 = 0xffffffff;  ///< the real value stands in the zip64 record
/// The largest checkpoints have some 10^5 records; a directory entry has some 70 bytes.
constexpr std::uint64_t kMaxRecords = 250'000;
constexpr std::uint64_t kMaxDirectoryBytes = std::uint64_t{32} << 20;

/// Where the central directory lies and what must come right after it.
struct DirectoryPlace {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t count = 0;
    std::uint64_t end = 0;
};

/// An entry as the central directory has it.
struct CentralEntry {
    ZipRecord record;
    std::uint64_t localOffset = 0;
};

class DirectoryReader {
public:
    DirectoryReader(const RandomAccessFile& file, const std::stop_token& stop)
        : m_file(file), m_reads(file), m_stop(stop) {}

    Result<std::vector<ZipRecord>> read() {
        const auto place = findDirectory();
        STOWAGE_TRY(place);
        auto entries = readEntries(*place);
        STOWAGE_TRY(entries);
        std::vector<ZipRecord> records;
        records.reserve(entries->size());
        std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
        for (CentralEntry& entry : *entries) {
            if (m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", m_file.path()));
            }
            STOWAGE_TRY(locateData(entry, *place));
            ranges.emplace_back(entry.localOffset, entry.record.dataOffset + entry.record.size);
            records.push_back(std::move(entry.record));
        }
        STOWAGE_TRY(checkOverlaps(records, ranges));
        return records;
    }

private:
    /// `name` is a record's; "": the reason is the file's own.
    Message sentence(const Message& reason, const std::string& name) const {
        return name.empty()
                   ? say("%1 %2.", m_file.path(), reason)
                   : say("The record %1 of %2 %3.", quotedForMessage(name), m_file.path(), reason);
    }
    Unexpected malformed(const Message& reason, std::uint64_t offset,
                         const std::string& name = {}) const {
        return fail(ErrorCode::Malformed, sentence(reason, name), m_file.path(), name, offset);
    }
    Unexpected unsupported(const Message& reason, const std::string& name = {}) const {
        return fail(ErrorCode::Unsupported, sentence(reason, name), m_file.path(), name);
    }

    Result<std::vector<std::byte>> bytesAt(std::uint64_t offset, std::uint64_t count) {
        std::vector<std::byte> bytes(count);
        STOWAGE_TRY(m_reads.read(offset, bytes));
        return bytes;
    }

    /// The end record is the last thing in the file but for a comment of its own.
    Result<DirectoryPlace> findDirectory() {
        const std::uint64_t size = m_file.size();
        const std::uint64_t tailBytes = std::min<std::uint64_t>(size, kEndBytes + kMaxCommentBytes);
        const auto tail = bytesAt(size - tailBytes, tailBytes);
        STOWAGE_TRY(tail);
        m_reads.keep(size - tailBytes, *tail);
        std::optional<std::size_t> inexact;
        for (std::size_t i = tail->size() < kEndBytes ? 0 : tail->size() - kEndBytes + 1;
             i-- > 0;) {
            if (readLittleEndian<std::uint32_t>(*tail, i) != kEndSignature) {
                continue;
            }
            if (readLittleEndian<std::uint16_t>(*tail, i + 20) == tail->size() - i - kEndBytes) {
                return parseEnd(std::span(*tail).subspan(i), size - tailBytes + i);
            }
            inexact = inexact ? inexact : i;
        }
        // Somebody's line feed or padding behind the file: PyTorch and Python read it as well.
        auto place = inexact
                         ? parseEnd(std::span(*tail).subspan(*inexact), size - tailBytes + *inexact)
                         : Result<DirectoryPlace>(Unexpected{Error{}});
        if (place) {
            return place;
        }
        return fail(ErrorCode::Truncated,
                    say("%1 is truncated: it begins as a zip file, but the directory at the end of "
                        "the file is missing; fetch the file again.",
                        m_file.path()),
                    m_file.path(), {}, size);
    }

    Result<DirectoryPlace> parseEnd(std::span<const std::byte> end, std::uint64_t offset) {
        const auto count = readLittleEndian<std::uint16_t>(end, 10);
        DirectoryPlace place{readLittleEndian<std::uint32_t>(end, 16),
                             readLittleEndian<std::uint32_t>(end, 12), count, offset};
        const bool isSplit = readLittleEndian<std::uint16_t>(end, 4) != 0 ||
                             readLittleEndian<std::uint16_t>(end, 6) != 0 ||
                             readLittleEndian<std::uint16_t>(end, 8) != count;
        const bool isIn64 = place.offset == kIn64 || place.size == kIn64 || count == 0xffff;
        if (offset >= kLocatorBytes) {
            const auto locator = bytesAt(offset - kLocatorBytes, kLocatorBytes);
            STOWAGE_TRY(locator);
            if (readLittleEndian<std::uint32_t>(*locator, 0) == kLocator64Signature) {
                return parseEnd64(readLittleEndian<std::uint64_t>(*locator, 8),
                                  offset - kLocatorBytes);
            }
        }
        if (isSplit && !isIn64) {
            return unsupported(phrase("is one part of a split zip archive"));
        }
        return checkedPlace(place);
    }

    Result<DirectoryPlace> parseEnd64(std::uint64_t offset, std::uint64_t limit) {
        if (offset > limit || limit - offset < kEnd64Bytes) {
            return malformed(phrase("places its zip64 end record out of bounds"), offset);
        }
        const auto end = bytesAt(offset, kEnd64Bytes);
        STOWAGE_TRY(end);
        if (readLittleEndian<std::uint32_t>(*end, 0) != kEnd64Signature) {
            return malformed(
                phrase("has no zip64 end record at the offset that its locator specifies"), offset);
        }
        return checkedPlace({readLittleEndian<std::uint64_t>(*end, 48),
                             readLittleEndian<std::uint64_t>(*end, 40),
                             readLittleEndian<std::uint64_t>(*end, 32), offset});
    }

    Result<DirectoryPlace> checkedPlace(const DirectoryPlace& place) const {
        const auto end = checkedAdd<std::uint64_t>(place.offset, place.size);
        if (!end || *end != place.end) {
            return malformed(say("places its zip directory at offset %1 with %2 bytes, which does "
                                 "not fit the file",
                                 place.offset, place.size),
                             place.end);
        }
        if (place.count > kMaxRecords || place.size > kMaxDirectoryBytes) {
            return fail(
                ErrorCode::LimitExceeded,
                say("%1 has a zip directory of %2 records in %3 bytes; the limits are %4 records "
                    "and %5 bytes.",
                    m_file.path(), place.count, place.size, kMaxRecords, kMaxDirectoryBytes),
                m_file.path());
        }
        if (place.count > place.size / kCentralBytes) {
            return malformed(say("has a zip directory too small for its %1 records", place.count),
                             place.offset);
        }
        return place;
    }

    Result<std::vector<CentralEntry>> readEntries(const DirectoryPlace& place) {
        const auto bytes = bytesAt(place.offset, place.size);
        STOWAGE_TRY(bytes);
        std::vector<CentralEntry> entries;
        entries.reserve(place.count);
        std::span<const std::byte> rest = *bytes;
        for (std::uint64_t i = 0; i < place.count; ++i) {
            const std::uint64_t offset = place.end - rest.size();
            if (rest.size() < kCentralBytes ||
                readLittleEndian<std::uint32_t>(rest, 0) != kCentralSignature) {
                return malformed(phrase("has a broken zip directory"), offset);
            }
            const std::size_t nameBytes = readLittleEndian<std::uint16_t>(rest, 28);
            const std::size_t extraBytes = readLittleEndian<std::uint16_t>(rest, 30);
            const std::size_t total =
                kCentralBytes + nameBytes + extraBytes + readLittleEndian<std::uint16_t>(rest, 32);
            if (rest.size() < total) {
                return malformed(phrase("has a zip directory that ends within a record"), offset);
            }
            auto entry = parseEntry(rest.first(total), nameBytes, extraBytes, offset);
            STOWAGE_TRY(entry);
            entries.push_back(std::move(*entry));
            rest = rest.subspan(total);
        }
        if (!rest.empty()) {
            return malformed(phrase("has data after the last record of its zip directory"),
                             place.end - rest.size());
        }
        return entries;
    }

    Result<CentralEntry> parseEntry(std::span<const std::byte> bytes, std::size_t nameBytes,
                                    std::size_t extraBytes, std::uint64_t offset) const {
        const auto nameSpan = bytes.subspan(kCentralBytes, nameBytes);
        CentralEntry entry;
        entry.record.name.assign(reinterpret_cast<const char*>(nameSpan.data()), nameSpan.size());
        const std::string& name = entry.record.name;
        const std::uint32_t stored = readLittleEndian<std::uint32_t>(bytes, 20);
        const std::uint32_t size = readLittleEndian<std::uint32_t>(bytes, 24);
        const std::uint32_t local = readLittleEndian<std::uint32_t>(bytes, 42);
        std::uint64_t storedSize = stored;
        entry.record.size = size;
        entry.localOffset = local;
        entry.record.crc = readLittleEndian<std::uint32_t>(bytes, 16);
        if (!readZip64Extra(bytes.subspan(kCentralBytes + nameBytes, extraBytes),
                            {size == kIn64 ? &entry.record.size : nullptr,
                             stored == kIn64 ? &storedSize : nullptr,
                             local == kIn64 ? &entry.localOffset : nullptr})) {
            return malformed(phrase("lacks the zip64 fields that its sizes or its offset require"),
                             offset, name);
        }
        if ((readLittleEndian<std::uint16_t>(bytes, 8) & kEncryptedFlag) != 0) {
            return unsupported(phrase("is encrypted"), name);
        }
        const auto method = readLittleEndian<std::uint16_t>(bytes, 10);
        if (method == kDeflate && isScriptSource(name)) {
            entry.record.size = storedSize;
            return entry;
        }
        if (method != 0) {
            return unsupported(say("is compressed (method %1), but torch stores records "
                                   "uncompressed; save the checkpoint again",
                                   method),
                               name);
        }
        if (storedSize != entry.record.size) {
            return malformed(phrase("is stored uncompressed, but its compressed size differs from "
                                    "its uncompressed size"),
                             offset, name);
        }
        return entry;
    }

    /// `ROOT/code/…` of a TorchScript archive, which torch compresses and nothing here ever reads.
    static bool isScriptSource(std::string_view name) {
        const std::size_t slash = name.find('/');
        return slash != std::string_view::npos && name.substr(slash + 1).starts_with("code/");
    }

    /// Fills the wanted ones of size, stored size and offset from the zip64 extra field; false if
    /// it does not have them.
    static bool readZip64Extra(std::span<const std::byte> extra,
                               const std::array<std::uint64_t*, 3>& wanted) {
        constexpr std::uint16_t kZip64ExtraId = 1;
        if (wanted == std::array<std::uint64_t*, 3>{}) {
            return true;
        }
        constexpr std::size_t kHeadBytes = 4;
        while (extra.size() >= kHeadBytes) {
            const auto id = readLittleEndian<std::uint16_t>(extra, 0);
            const std::size_t length = readLittleEndian<std::uint16_t>(extra, 2);
            extra = extra.subspan(kHeadBytes);
            if (length > extra.size()) {
                return false;
            }
            if (id != kZip64ExtraId) {
                extra = extra.subspan(length);
                continue;
            }
            std::size_t at = 0;
            for (std::uint64_t* field : wanted) {
                if (field == nullptr) {
                    continue;
                }
                if (length - at < sizeof(std::uint64_t)) {
                    return false;
                }
                *field = readLittleEndian<std::uint64_t>(extra, at);
                at += sizeof(std::uint64_t);
            }
            return true;
        }
        return false;
    }

    /// Only the local header says where the data begins.
    Result<void> locateData(CentralEntry& entry, const DirectoryPlace& place) {
        constexpr std::size_t kLocalBytes = 30;
        const std::string& name = entry.record.name;
        if (entry.localOffset > place.offset || place.offset - entry.localOffset < kLocalBytes) {
            return malformed(
                say("begins at offset %1, too close to the zip directory for its header",
                    entry.localOffset),
                entry.localOffset, name);
        }
        std::array<std::byte, kLocalBytes> local{};
        STOWAGE_TRY(m_reads.read(entry.localOffset, local));
        if (readLittleEndian<std::uint32_t>(local, 0) != kLocalSignature) {
            return malformed(say("has no local header at offset %1", entry.localOffset),
                             entry.localOffset, name);
        }
        const std::uint64_t nameBytes = readLittleEndian<std::uint16_t>(local, 26);
        const std::uint64_t extraBytes = readLittleEndian<std::uint16_t>(local, 28);
        if (nameBytes != name.size()) {
            return malformed(phrase("has a different name in its local header"), entry.localOffset,
                             name);
        }
        entry.record.dataOffset = entry.localOffset + kLocalBytes + nameBytes + extraBytes;
        if (entry.record.dataOffset > place.offset ||
            entry.record.size > place.offset - entry.record.dataOffset) {
            return malformed(say("has %1 bytes from offset %2 and extends past the end of the data",
                                 entry.record.size, entry.record.dataOffset),
                             entry.record.dataOffset, name);
        }
        return {};
    }

    Result<void> checkOverlaps(
        const std::vector<ZipRecord>& records,
        const std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges) const {
        std::vector<std::size_t> order(ranges.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t i) { return ranges[i]; });
        for (std::size_t i = 1; i < order.size(); ++i) {
            if (ranges[order[i]].first < ranges[order[i - 1]].second) {
                return malformed(
                    say("overlaps the record %1", quotedForMessage(records[order[i - 1]].name)),
                    ranges[order[i]].first, records[order[i]].name);
            }
        }
        return {};
    }

    const RandomAccessFile& m_file;
    NearbyReads m_reads;
    const std::stop_token& m_stop;
};

}  // namespace

Result<ZipDirectory> ZipDirectory::read(const RandomAccessFile& file, const std::stop_token& stop) {
    auto records = DirectoryReader(file, stop).read();
    STOWAGE_TRY(records);
    ZipDirectory directory;
    directory.m_records = std::move(*records);
    directory.m_position.reserve(directory.m_records.size());
    for (std::size_t i = 0; i < directory.m_records.size(); ++i) {
        const std::string& name = directory.m_records[i].name;
        if (!directory.m_position.emplace(name, i).second) {
            return fail(
                ErrorCode::Malformed,
                say("The record %1 occurs twice in %2.", quotedForMessage(name), file.path()),
                file.path(), name);
        }
    }
    return directory;
}

const ZipRecord* ZipDirectory::find(std::string_view name) const {
    const auto found = m_position.find(name);
    return found == m_position.end() ? nullptr : &m_records[found->second];
}

}  // namespace stowage
