// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/zip_style.h"

#include "engine/base/checksums.h"

#include <span>

namespace stowage::test {
namespace {

constexpr std::uint64_t kElsewhere = 0xffffffff;
constexpr std::size_t kLocalBytes = 30;

std::uint32_t sumOf(const std::string& bytes) {
    return crc32(0, std::as_bytes(std::span(bytes.data(), bytes.size())));
}

/// Flags, method and time, as both headers have them.
std::string common(const ZipStyle& style) {
    return littleEndian(style.hasDescriptors ? 0x808 : 0, 2) + littleEndian(0, 6);
}

std::string padding(const ZipPart& part, std::size_t offset, const ZipStyle& style) {
    constexpr std::size_t kExtraHead = 4;
    if (style.alignment == 1) {
        return {};
    }
    const std::size_t begin = offset + kLocalBytes + part.name.size() + kExtraHead;
    const std::size_t fill = (style.alignment - begin % style.alignment) % style.alignment;
    return "FB" + littleEndian(fill, 2) + std::string(fill, 'Z');
}

std::string localPart(const ZipPart& part, std::size_t offset, const ZipStyle& style) {
    const std::uint64_t size = style.hasDescriptors ? 0 : part.bytes.size();
    const std::uint64_t sum = style.hasDescriptors ? 0 : sumOf(part.bytes);
    const std::string extra = padding(part, offset, style);
    std::string text = "PK\x03\x04" + littleEndian(20, 2) + common(style) + littleEndian(sum, 4) +
                       littleEndian(size, 4) + littleEndian(size, 4) +
                       littleEndian(part.name.size(), 2) + littleEndian(extra.size(), 2) +
                       part.name + extra + part.bytes;
    if (style.hasDescriptors) {
        const unsigned width = style.isZip64 ? 8 : 4;
        text += "PK\x07\x08" + littleEndian(sumOf(part.bytes), 4) +
                littleEndian(part.bytes.size(), width) + littleEndian(part.bytes.size(), width);
    }
    return text;
}

std::string centralPart(const ZipPart& part, std::size_t offset, const ZipStyle& style) {
    const std::uint64_t size = part.bytes.size();
    std::string extra;
    if (style.isZip64) {
        // Behind a field that is somebody else's.
        extra = "XX" + littleEndian(2, 2) + "ab" + littleEndian(1, 2) + littleEndian(24, 2) +
                littleEndian(size, 8) + littleEndian(size, 8) + littleEndian(offset, 8);
    }
    const auto field = [&](std::uint64_t value) {
        return littleEndian(style.isZip64 ? kElsewhere : value, 4);
    };
    return "PK\x01\x02" + littleEndian(45, 2) + littleEndian(45, 2) + common(style) +
           littleEndian(sumOf(part.bytes), 4) + field(size) + field(size) +
           littleEndian(part.name.size(), 2) + littleEndian(extra.size(), 2) + littleEndian(0, 10) +
           field(offset) + part.name + extra;
}

std::string endOf(std::size_t count, std::size_t bytes, std::size_t offset, const ZipStyle& style) {
    std::string text;
    if (style.isZip64) {
        text = "PK\x06\x06" + littleEndian(44, 8) + littleEndian(45, 2) + littleEndian(45, 2) +
               littleEndian(0, 8) + littleEndian(count, 8) + littleEndian(count, 8) +
               littleEndian(bytes, 8) + littleEndian(offset, 8);
        text += "PK\x06\x07" + littleEndian(0, 4) + littleEndian(offset + bytes, 8) +
                littleEndian(1, 4);
    }
    const std::uint64_t records = style.isZip64 ? 0xffff : count;
    return text + "PK\x05\x06" + littleEndian(0, 4) + littleEndian(records, 2) +
           littleEndian(records, 2) + littleEndian(style.isZip64 ? kElsewhere : bytes, 4) +
           littleEndian(style.isZip64 ? kElsewhere : offset, 4) +
           littleEndian(style.comment.size(), 2) + style.comment;
}

}  // namespace

std::string styledZip(const std::vector<ZipPart>& parts, const ZipStyle& style) {
    std::string file;
    std::string directory;
    for (const ZipPart& part : parts) {
        directory += centralPart(part, file.size(), style);
        file += localPart(part, file.size(), style);
    }
    return file + directory + endOf(parts.size(), directory.size(), file.size(), style);
}

}  // namespace stowage::test
