// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/safetensors_reader.h"

#include "engine/base/checked_math.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/safetensors_header.h"
#include "engine/model/tensor_size.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
/// More than any model ties; metadata of 100 MB could ask for ten million.
constexpr std::size_t kMaxTiedNames = 65536;
constexpr std::string_view kNotInNames("/\0", 2);  ///< no module path can have them

std::uint64_t littleEndian64(std::span<const std::byte, 8> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
        value = (value << 8) | std::to_integer<std::uint64_t>(bytes[i]);
    }
    return value;
}

/// The header's JSON text, its length held to the format's limits and the file's size first.
Result<std::string> readHeaderText(const RandomAccessFile& file) {
    const std::string& path = file.path();
    if (file.size() < kLengthBytes) {
        return fail(ErrorCode::Truncated,
                    path + " has " + std::to_string(file.size()) +
                        " bytes; a safetensors file begins with the 8 bytes of its header's "
                        "length.",
                    path);
    }
    std::array<std::byte, kLengthBytes> lengthBytes{};
    if (const auto read = file.readAt(0, lengthBytes); !read) {
        return read.unexpected();
    }
    const std::uint64_t length = littleEndian64(lengthBytes);
    if (length > kMaxSafetensorsHeaderBytes) {
        return fail(ErrorCode::LimitExceeded,
                    path +
                        " is no valid safetensors file: its first 8 bytes say that the header "
                        "has " +
                        std::to_string(length) + " bytes, at most 100,000,000 are allowed.",
                    path, {}, 0);
    }
    if (length > file.size() - kLengthBytes) {
        return fail(ErrorCode::Truncated,
                    path + " is truncated: its header should have " + std::to_string(length) +
                        " bytes, but the file has only " + std::to_string(file.size()) +
                        " in all; fetch it again.",
                    path, {}, 0);
    }
    std::string text(length, '\0');
    if (const auto read = file.readAt(kLengthBytes, std::as_writable_bytes(std::span(text)));
        !read) {
        return read.unexpected();
    }
    if (!text.starts_with('{')) {
        return fail(ErrorCode::Malformed,
                    "The header of " + path + " does not begin with '{' at offset 8.", path, {},
                    kLengthBytes);
    }
    return text;
}

Unexpected entryFault(const std::string& path, const SafetensorsEntry& entry,
                      const std::string& reason) {
    return fail(ErrorCode::Malformed,
                "The tensor " + quotedForMessage(entry.name) + " of " + path + " " + reason + ".",
                path, entry.name, entry.begin);
}

/// Shape, dtype and offsets of one entry must tell the same size.
Result<void> checkEntrySize(const std::string& path, const SafetensorsEntry& entry) {
    if (entry.end < entry.begin) {
        return entryFault(path, entry,
                          "ends at offset " + std::to_string(entry.end) + ", before it begins at " +
                              std::to_string(entry.begin));
    }
    const auto count = checkedElementCount(entry.shape);
    const auto bits =
        count ? checkedMultiply<std::uint64_t>(*count, storedBits(entry.dtype)) : std::nullopt;
    if (!bits) {
        return entryFault(path, entry, "has a shape whose size exceeds 64 bits");
    }
    if (*bits % 8 != 0) {
        return entryFault(path, entry,
                          "has " + std::to_string(*count) + " elements of " +
                              std::string(dtypeName(entry.dtype)) +
                              ", which do not fill whole bytes");
    }
    if (*bits / 8 != entry.end - entry.begin) {
        return entryFault(path, entry,
                          "needs " + std::to_string(*bits / 8) +
                              " bytes by its shape and dtype, but its offsets span " +
                              std::to_string(entry.end - entry.begin));
    }
    return {};
}

/// In the order of their offsets the tensors must follow each other without hole or overlap.
/// Returns where the last one ends.
Result<std::uint64_t> checkLayout(const std::string& path,
                                  const std::vector<SafetensorsEntry>& entries) {
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return std::pair(entries[a].begin, entries[a].end) <
               std::pair(entries[b].begin, entries[b].end);
    });
    std::uint64_t end = 0;
    for (const std::size_t index : order) {
        const SafetensorsEntry& entry = entries[index];
        if (entry.begin != end) {
            return entryFault(path, entry,
                              "begins at data offset " + std::to_string(entry.begin) +
                                  (entry.begin > end ? ", which leaves a hole after "
                                                     : ", which overlaps the bytes before ") +
                                  std::to_string(end));
        }
        if (const auto checked = checkEntrySize(path, entry); !checked) {
            return checked.unexpected();
        }
        end = entry.end;
    }
    return end;
}

Result<void> checkFileSize(const RandomAccessFile& file, std::uint64_t dataBegin,
                           std::uint64_t dataLength) {
    const std::string& path = file.path();
    const std::uint64_t room = file.size() - dataBegin;
    if (dataLength > room) {
        return fail(ErrorCode::Truncated,
                    path + " is truncated: its tensors need " + std::to_string(dataLength) +
                        " bytes after the header, but only " + std::to_string(room) +
                        " are there; fetch it again.",
                    path, {}, file.size());
    }
    if (dataLength < room) {
        return fail(ErrorCode::Malformed,
                    path + " has " + std::to_string(room - dataLength) +
                        " bytes after its last tensor, which belong to nothing.",
                    path, {}, dataBegin + dataLength);
    }
    return {};
}

}  // namespace

void addTiedNames(const std::vector<std::pair<std::string, std::string>>& metadata,
                  std::vector<StoredTensor>& tensors) {
    std::unordered_map<std::string, std::size_t> positions;
    std::uint64_t nextKey = 1;
    if (!metadata.empty()) {
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            positions.emplace(tensors[i].name, i);
            nextKey = std::max(nextKey, tensors[i].storageKey + 1);
        }
    }
    for (const auto& [name, keptName] : metadata) {
        const auto kept = positions.find(keptName);
        const bool isName = name != "format" && name.find_first_of(kNotInNames) == name.npos;
        if (!isName || kept == positions.end() || positions.contains(name)) {
            continue;
        }
        if (tensors.size() - positions.size() == kMaxTiedNames) {
            return;
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
    const auto text = readHeaderText(*file);
    if (!text) {
        return text.unexpected();
    }
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "Opening " + file->path() + " was stopped.");
    }
    auto header = parseSafetensorsHeader(*text, file->path());
    if (!header) {
        return header.unexpected();
    }
    const auto dataLength = checkLayout(file->path(), header->entries);
    if (!dataLength) {
        return dataLength.unexpected();
    }
    const std::uint64_t dataBegin = kLengthBytes + text->size();
    if (const auto checked = checkFileSize(*file, dataBegin, *dataLength); !checked) {
        return checked.unexpected();
    }
    Checkpoint checkpoint;
    checkpoint.path = file->path();
    checkpoint.format = CheckpointFormat::Safetensors;
    checkpoint.shards = {file};
    for (SafetensorsEntry& entry : header->entries) {
        StoredTensor tensor;
        tensor.name = std::move(entry.name);
        tensor.dtype = entry.dtype;
        tensor.shape = std::move(entry.shape);
        tensor.location = {0, dataBegin + entry.begin, entry.end - entry.begin};
        checkpoint.tensors.push_back(std::move(tensor));
    }
    addTiedNames(header->metadata, checkpoint.tensors);
    if (checkpoint.tensors.empty()) {
        checkpoint.warnings.push_back(file->path() + " holds no tensors.");
    }
    return checkpoint;
}

}  // namespace stowage
