// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/safetensors_reader.h"

#include "engine/base/integers.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <array>
#include <compare>
#include <deque>
#include <numeric>
#include <span>

namespace stowage {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
/// More than any model ties; metadata of 100 MB could ask for ten million.
constexpr std::size_t kMaxTiedNames = 65536;
constexpr std::string_view kNotInNames("/\0", 2);  ///< no module path can have them
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
/// What an entry mostly has; tells how many tensors there may be.
constexpr std::uint64_t kUsualEntryBytes = 96;
/// Longer headers are checked before anything of them is kept.
constexpr std::uint64_t kMaxUncheckedHeaderBytes = std::uint64_t{8} << 20;

/// Bytes of the data, from its beginning.
struct ByteRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    auto operator<=>(const ByteRange&) const = default;
};

std::uint64_t littleEndian64(std::span<const std::byte, 8> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
        value = (value << 8) | std::to_integer<std::uint64_t>(bytes[i]);
    }
    return value;
}

/// How long the header says it is, held to the format's limits and the file's size.
Result<std::uint64_t> readHeaderLength(const RandomAccessFile& file) {
    const std::string& path = file.path();
    if (file.size() < kLengthBytes) {
        return fail(ErrorCode::Truncated,
                    file.size() == 1 ? say("%1 has only %2 byte, but a safetensors file begins "
                                           "with 8 bytes for the length of the header.",
                                           path, file.size())
                                     : say("%1 has only %2 bytes, but a safetensors file begins "
                                           "with 8 bytes for the length of the header.",
                                           path, file.size()),
                    path);
    }
    std::array<std::byte, kLengthBytes> lengthBytes{};
    STOWAGE_TRY(file.readAt(0, lengthBytes));
    const std::uint64_t length = littleEndian64(lengthBytes);
    if (length > kMaxSafetensorsHeaderBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 is not a valid safetensors file: the first 8 bytes specify a header "
                        "length of %2 bytes, but the limit is %3; fetch the file again.",
                        path, length, kMaxSafetensorsHeaderBytes),
                    path, {}, 0);
    }
    if (length > file.size() - kLengthBytes) {
        return fail(ErrorCode::Truncated,
                    say("%1 is truncated: the header should have %2 bytes, but the whole file has "
                        "only %3 bytes; fetch the file again.",
                        path, length, file.size()),
                    path, {}, 0);
    }
    return length;
}

/// Gives the sink what the header says, a window of it in memory at a time.
Result<void> scanHeader(const RandomAccessFile& file, std::uint64_t length, SafetensorsSink& sink,
                        const std::stop_token& stop) {
    const std::string& path = file.path();
    std::uint64_t done = 0;
    const auto source = [&](std::span<char> target) -> Result<std::size_t> {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Opening %1 was stopped.", path));
        }
        const auto part = target.first(std::min<std::uint64_t>(target.size(), length - done));
        STOWAGE_TRY(file.readAt(kLengthBytes + done, std::as_writable_bytes(part)));
        if (done == 0 && (part.empty() || part.front() != '{')) {
            return fail(ErrorCode::Malformed,
                        say("The header of %1 does not begin with '{' at offset 8.", path), path,
                        {}, kLengthBytes);
        }
        done += part.size();
        return part.size();
    };
    JsonScanner json(source, length);
    return scanSafetensorsHeader(json, path, sink);
}

Unexpected entryFault(const std::string& path, const std::string& name, std::uint64_t begin,
                      const Message& reason) {
    return fail(ErrorCode::Malformed,
                say("The tensor %1 of %2 %3.", quotedForMessage(name), path, reason), path, name,
                begin);
}

/// Shape, dtype and offsets of one entry must tell the same size.
Result<void> checkEntrySize(const std::string& path, const std::string& name, DType dtype,
                            std::span<const std::int64_t> shape, ByteRange range) {
    const auto fault = [&](const Message& reason) {
        return entryFault(path, name, range.begin, reason);
    };
    if (range.end < range.begin) {
        return fault(say("ends at offset %1, which is before its first byte at offset %2",
                         range.end, range.begin));
    }
    const auto count = checkedElementCount(shape);
    const auto bits =
        count ? checkedMultiply<std::uint64_t>(*count, storedBits(dtype)) : std::nullopt;
    if (!bits) {
        return fault(phrase("has a shape whose size in bytes does not fit in a 64-bit number"));
    }
    if (*bits % 8 != 0) {
        return fault(say("has %1 elements of the dtype %2, which do not fill whole bytes", *count,
                         dtypeName(dtype)));
    }
    if (*bits / 8 != range.end - range.begin) {
        return fault(say("needs %1 bytes for its shape and dtype, but its offsets span %2 bytes",
                         *bits / 8, range.end - range.begin));
    }
    return {};
}

/// Where a range begins that does not go on where the one before it ended.
Message misplacedText(std::uint64_t begin, std::uint64_t end) {
    return begin > end ? say("begins at offset %1, which leaves a gap after offset %2", begin, end)
                       : say("begins at offset %1 and overlaps the previous tensor, which ends at "
                             "offset %2",
                             begin, end);
}

/// Takes nothing but what must be remembered to check every rule, at most 40 bytes an entry: a
/// header of 100 MB that breaks one at its end has cost little memory by then.
class HeaderCheck : public SafetensorsSink {
public:
    explicit HeaderCheck(const std::string& path) : m_path(path) {}

    Result<void> addEntry(SafetensorsEntry& entry) override {
        ++m_count;
        const ByteRange range{entry.begin, entry.end};
        STOWAGE_TRY(checkEntrySize(m_path, entry.name, entry.dtype, entry.shape, range));
        if (m_ranges.empty() && entry.begin == m_end) {
            m_end = entry.end;
            return {};
        }
        // Offsets out of turn are legal. What stood in turn up to here is one range.
        if (m_ranges.empty()) {
            m_ranges.push_back({0, m_end});
        }
        m_ranges.push_back(range);
        return {};
    }
    void addMetadata(std::string_view, std::string_view) override {}

    Result<void> finish() {
        std::ranges::sort(m_ranges);
        std::uint64_t end = 0;
        for (const ByteRange& range : m_ranges) {
            if (range.begin != end) {
                return fail(ErrorCode::Malformed,
                            say("A tensor of %1 %2.", m_path, misplacedText(range.begin, end)),
                            m_path, {}, range.begin);
            }
            end = range.end;
        }
        return {};
    }
    [[nodiscard]] std::size_t count() const { return m_count; }

private:
    const std::string& m_path;
    std::size_t m_count = 0;
    std::uint64_t m_end = 0;
    std::deque<ByteRange> m_ranges;  ///< never twice in memory while it grows
};

/// Makes tensors of the entries; offsets count from the end of the header as yet.
class TensorCollector : public SafetensorsSink {
public:
    explicit TensorCollector(std::size_t expected) { m_tensors.reserve(expected); }

    Result<void> addEntry(SafetensorsEntry& entry) override {
        StoredTensor& tensor = m_tensors.emplace_back();
        tensor.name = std::move(entry.name);
        tensor.dtype = entry.dtype;
        tensor.shape = std::move(entry.shape);
        // An end before the begin gives a length beyond any file, and the same end again.
        tensor.location = {0, entry.begin, entry.end - entry.begin};
        return {};
    }
    void addMetadata(std::string_view key, std::string_view value) override {
        if (m_metadata.size() < kMaxTiedNames) {
            m_metadata.emplace_back(key, value);
        }
    }
    [[nodiscard]] std::vector<StoredTensor>& tensors() { return m_tensors; }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& metadata() const {
        return m_metadata;
    }

private:
    std::vector<StoredTensor> m_tensors;
    std::vector<std::pair<std::string, std::string>> m_metadata;
};

ByteRange rangeOf(const StoredTensor& tensor) {
    return {tensor.location.offset, tensor.location.offset + tensor.location.length};
}

/// The numbers of the tensors by their offsets; empty where they stand in that order already, as
/// the reference writes them.
std::vector<std::uint32_t> orderOf(const std::vector<StoredTensor>& tensors) {
    std::vector<std::uint32_t> order;
    if (!std::ranges::is_sorted(tensors, {}, rangeOf)) {
        order.resize(tensors.size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::ranges::sort(order, {}, [&](std::uint32_t i) { return rangeOf(tensors[i]); });
    }
    return order;
}

/// In the order of their offsets the tensors must follow each other without hole or overlap.
/// Returns where the last one ends.
Result<std::uint64_t> checkLayout(const std::string& path,
                                  const std::vector<StoredTensor>& tensors) {
    const std::vector<std::uint32_t> order = orderOf(tensors);
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const StoredTensor& tensor = tensors[order.empty() ? i : order[i]];
        const ByteRange range = rangeOf(tensor);
        if (range.begin != end) {
            return entryFault(path, tensor.name, range.begin, misplacedText(range.begin, end));
        }
        STOWAGE_TRY(checkEntrySize(path, tensor.name, tensor.dtype, tensor.shape, range));
        end = range.end;
    }
    return end;
}

Result<void> checkFileSize(const RandomAccessFile& file, std::uint64_t dataBegin,
                           std::uint64_t dataLength) {
    const std::string& path = file.path();
    const std::uint64_t room = file.size() - dataBegin;
    if (dataLength > room) {
        return fail(ErrorCode::Truncated,
                    say("%1 is truncated: the tensors need %2 bytes after the header, but only %3 "
                        "bytes follow; fetch the file again.",
                        path, dataLength, room),
                    path, {}, file.size());
    }
    if (dataLength < room) {
        const std::uint64_t excess = room - dataLength;
        return fail(ErrorCode::Malformed,
                    excess == 1
                        ? say("%1 has %2 byte after its last tensor, which belongs to no tensor.",
                              path, excess)
                        : say("%1 has %2 bytes after its last tensor, which belong to no tensor.",
                              path, excess),
                    path, {}, dataBegin + dataLength);
    }
    return {};
}

}  // namespace

void addTiedNames(const std::vector<std::pair<std::string, std::string>>& metadata,
                  std::vector<StoredTensor>& tensors) {
    // Where each name that the metadata speaks of stands: few, and mostly none.
    NameTable<std::string_view, std::size_t> positions;
    for (const auto& [name, keptName] : metadata) {
        const bool isName = name != "format" && name.find_first_of(kNotInNames) == name.npos;
        if (isName && positions.size() < 2 * kMaxTiedNames) {
            positions.emplace(name, kNowhere);
            positions.emplace(keptName, kNowhere);
        }
    }
    if (positions.empty()) {
        return;
    }
    std::uint64_t nextKey = 1;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        nextKey = std::max(nextKey, tensors[i].storageKey + 1);
        if (const auto found = positions.find(tensors[i].name); found != positions.end()) {
            found->second = i;
        }
    }
    for (const auto& [name, keptName] : metadata) {
        const auto kept = positions.find(keptName);
        const auto own = positions.find(name);
        if (own == positions.end() || own->second != kNowhere || kept == positions.end() ||
            kept->second == kNowhere) {
            continue;
        }
        StoredTensor& owner = tensors[kept->second];
        if (owner.storageKey == 0) {
            owner.storageKey = nextKey++;
        }
        StoredTensor tied = owner;
        tied.name = name;
        tensors.push_back(std::move(tied));
    }
}

Result<Checkpoint> readSafetensors(const std::shared_ptr<const RandomAccessFile>& file,
                                   const std::stop_token& stop) {
    const auto length = readHeaderLength(*file);
    STOWAGE_TRY(length);
    std::size_t expected = *length / kUsualEntryBytes;
    if (*length > kMaxUncheckedHeaderBytes) {
        HeaderCheck check(file->path());
        auto checked = scanHeader(*file, *length, check, stop);
        checked = checked ? check.finish() : checked;
        STOWAGE_TRY(checked);
        expected = check.count();
    }
    TensorCollector collector(expected);
    STOWAGE_TRY(scanHeader(*file, *length, collector, stop));
    Checkpoint checkpoint;
    checkpoint.path = file->path();
    checkpoint.format = CheckpointFormat::Safetensors;
    checkpoint.shards = {file};
    checkpoint.tensors = std::move(collector.tensors());
    const auto dataLength = checkLayout(file->path(), checkpoint.tensors);
    STOWAGE_TRY(dataLength);
    const std::uint64_t dataBegin = kLengthBytes + *length;
    STOWAGE_TRY(checkFileSize(*file, dataBegin, *dataLength));
    for (StoredTensor& tensor : checkpoint.tensors) {
        tensor.location.offset += dataBegin;
    }
    addTiedNames(collector.metadata(), checkpoint.tensors);
    if (checkpoint.tensors.empty()) {
        checkpoint.warnings.push_back(say("%1 contains no tensors.", file->path()));
    }
    return checkpoint;
}

}  // namespace stowage
