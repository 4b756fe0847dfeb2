// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/zip_writer.h"

#include "engine/base/byte_order.h"
#include "engine/base/crc32.h"

#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kDataAlignment = 64;
constexpr std::uint32_t kLarge = 0xffffffff;
constexpr std::uint16_t kVersionPlain = 20;
constexpr std::uint16_t kVersionZip64 = 45;
/// UTF-8 names; sum and sizes stand behind the record.
constexpr std::uint16_t kFlags = 0x808;
/// 1 January 1980, the earliest date of the format: files do not depend on when they are written.
constexpr std::uint16_t kDate = 0x21;
constexpr std::size_t kLocalBytes = 30;
constexpr std::uint16_t kZip64ExtraId = 1;
/// "FB": the id of torch's own padding field.
constexpr std::uint16_t kPaddingExtraId = 0x4246;

std::uint32_t clipped(std::uint64_t value) {
    return value >= kLarge ? kLarge : static_cast<std::uint32_t>(value);
}

/// What local and central headers have in common, from the version on.
void appendCommon(std::string& bytes, std::uint64_t size, std::uint32_t crc, bool isZip64,
                  std::size_t nameBytes, std::size_t extraBytes) {
    appendLittleEndian<std::uint16_t>(bytes, isZip64 ? kVersionZip64 : kVersionPlain);
    appendLittleEndian<std::uint16_t>(bytes, kFlags);
    appendLittleEndian<std::uint16_t>(bytes, 0);  // stored
    appendLittleEndian<std::uint16_t>(bytes, 0);  // time
    appendLittleEndian<std::uint16_t>(bytes, kDate);
    appendLittleEndian<std::uint32_t>(bytes, crc);
    appendLittleEndian<std::uint32_t>(bytes, clipped(size));
    appendLittleEndian<std::uint32_t>(bytes, clipped(size));
    appendLittleEndian<std::uint16_t>(bytes, static_cast<std::uint16_t>(nameBytes));
    appendLittleEndian<std::uint16_t>(bytes, static_cast<std::uint16_t>(extraBytes));
}

void appendZip64(std::string& bytes, std::initializer_list<std::uint64_t> values) {
    appendLittleEndian<std::uint16_t>(bytes, kZip64ExtraId);
    appendLittleEndian<std::uint16_t>(
        bytes, static_cast<std::uint16_t>(values.size() * sizeof(std::uint64_t)));
    for (const std::uint64_t value : values) {
        appendLittleEndian<std::uint64_t>(bytes, value);
    }
}

}  // namespace

std::string ZipWriter::localHeader(const Entry& entry) {
    constexpr std::size_t kExtraHeadBytes = 4;
    const bool isZip64 = entry.size >= kLarge;
    std::string extra;
    if (isZip64) {
        appendZip64(extra, {entry.size, entry.size});
    }
    const std::uint64_t unpadded =
        entry.headerOffset + kLocalBytes + entry.name.size() + extra.size() + kExtraHeadBytes;
    const std::uint64_t padding = (kDataAlignment - unpadded % kDataAlignment) % kDataAlignment;
    appendLittleEndian<std::uint16_t>(extra, kPaddingExtraId);
    appendLittleEndian<std::uint16_t>(extra, static_cast<std::uint16_t>(padding));
    extra.append(padding, 'Z');
    std::string bytes;
    appendLittleEndian<std::uint32_t>(bytes, 0x04034b50);
    appendCommon(bytes, 0, 0, isZip64, entry.name.size(), extra.size());
    return bytes + entry.name + extra;
}

std::string ZipWriter::descriptor(const Entry& entry) {
    std::string bytes;
    appendLittleEndian<std::uint32_t>(bytes, 0x08074b50);
    appendLittleEndian<std::uint32_t>(bytes, entry.crc);
    for (int i = 0; i < 2; ++i) {
        if (entry.size >= kLarge) {
            appendLittleEndian<std::uint64_t>(bytes, entry.size);
        } else {
            appendLittleEndian<std::uint32_t>(bytes, static_cast<std::uint32_t>(entry.size));
        }
    }
    return bytes;
}

std::string ZipWriter::centralHeader(const Entry& entry) {
    std::string extra;
    if (entry.size >= kLarge && entry.headerOffset >= kLarge) {
        appendZip64(extra, {entry.size, entry.size, entry.headerOffset});
    } else if (entry.size >= kLarge) {
        appendZip64(extra, {entry.size, entry.size});
    } else if (entry.headerOffset >= kLarge) {
        appendZip64(extra, {entry.headerOffset});
    }
    const std::uint16_t version = extra.empty() ? kVersionPlain : kVersionZip64;
    std::string bytes;
    appendLittleEndian<std::uint32_t>(bytes, 0x02014b50);
    appendLittleEndian<std::uint16_t>(bytes, version);  // made by
    appendCommon(bytes, entry.size, entry.crc, !extra.empty(), entry.name.size(), extra.size());
    appendLittleEndian<std::uint16_t>(bytes, 0);  // comment
    appendLittleEndian<std::uint16_t>(bytes, 0);  // disk
    appendLittleEndian<std::uint16_t>(bytes, 0);  // internal attributes
    appendLittleEndian<std::uint32_t>(bytes, 0);  // external attributes
    appendLittleEndian<std::uint32_t>(bytes, clipped(entry.headerOffset));
    return bytes + entry.name + extra;
}

Result<void> ZipWriter::beginRecord(std::string name, std::uint64_t size) {
    m_entries.push_back(Entry{std::move(name), m_file.position(), size, 0});
    return m_file.append(localHeader(m_entries.back()));
}

Result<void> ZipWriter::endRecord(std::uint32_t crc) {
    Entry& entry = m_entries.back();
    entry.crc = crc;
    return m_file.append(descriptor(entry));
}

Result<void> ZipWriter::addRecord(std::string name, std::string_view bytes) {
    if (auto begun = beginRecord(std::move(name), bytes.size()); !begun) {
        return begun;
    }
    if (auto written = m_file.append(bytes); !written) {
        return written;
    }
    return endRecord(crc32(0, std::as_bytes(std::span(bytes.data(), bytes.size()))));
}

Result<void> ZipWriter::finish() {
    constexpr std::uint64_t kEnd64Rest = 44;
    const std::uint64_t offset = m_file.position();
    std::string bytes;
    for (const Entry& entry : m_entries) {
        bytes += centralHeader(entry);
    }
    const std::uint64_t size = bytes.size();
    const std::uint64_t count = m_entries.size();
    if (count >= 0xffff || offset >= kLarge || size >= kLarge) {
        appendLittleEndian<std::uint32_t>(bytes, 0x06064b50);
        appendLittleEndian<std::uint64_t>(bytes, kEnd64Rest);
        appendLittleEndian<std::uint16_t>(bytes, kVersionZip64);
        appendLittleEndian<std::uint16_t>(bytes, kVersionZip64);
        appendLittleEndian<std::uint64_t>(bytes, 0);  // both disk numbers
        appendLittleEndian<std::uint64_t>(bytes, count);
        appendLittleEndian<std::uint64_t>(bytes, count);
        appendLittleEndian<std::uint64_t>(bytes, size);
        appendLittleEndian<std::uint64_t>(bytes, offset);
        appendLittleEndian<std::uint32_t>(bytes, 0x07064b50);
        appendLittleEndian<std::uint32_t>(bytes, 0);
        appendLittleEndian<std::uint64_t>(bytes, offset + size);
        appendLittleEndian<std::uint32_t>(bytes, 1);  // disks
    }
    const auto shortCount = static_cast<std::uint16_t>(count >= 0xffff ? 0xffff : count);
    appendLittleEndian<std::uint32_t>(bytes, 0x06054b50);
    appendLittleEndian<std::uint32_t>(bytes, 0);  // both disk numbers
    appendLittleEndian<std::uint16_t>(bytes, shortCount);
    appendLittleEndian<std::uint16_t>(bytes, shortCount);
    appendLittleEndian<std::uint32_t>(bytes, clipped(size));
    appendLittleEndian<std::uint32_t>(bytes, clipped(offset));
    appendLittleEndian<std::uint16_t>(bytes, 0);  // comment
    return m_file.append(bytes);
}

}  // namespace stowage
