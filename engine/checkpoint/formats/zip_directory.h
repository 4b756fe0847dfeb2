// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_table.h"
#include "engine/base/random_access_file.h"
#include "engine/base/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// One stored (uncompressed) record of a zip file.
struct ZipRecord {
    std::string name;
    std::uint64_t dataOffset = 0;  ///< of its first byte in the file
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
};

/// The records of a zip file, from its central directory; local headers are only looked at for
/// where their data begins, because torch leaves sizes and checksums there zero.
/// Format: PKWARE APPNOTE 6.3.9, with zip64.
class ZipDirectory {
public:
    ZipDirectory() = default;
    ~ZipDirectory() = default;
    ZipDirectory(ZipDirectory&&) = default;
    ZipDirectory& operator=(ZipDirectory&&) = default;
    ZipDirectory(const ZipDirectory&) = delete;
    ZipDirectory& operator=(const ZipDirectory&) = delete;

    /// Errors: Truncated (no end record), Malformed (bounds, overlaps, duplicates), Unsupported
    /// (compressed, encrypted or split archives), LimitExceeded, ReadFailed, Cancelled.
    [[nodiscard]] static Result<ZipDirectory> read(const RandomAccessFile& file,
                                                   const std::stop_token& stop);

    [[nodiscard]] const std::vector<ZipRecord>& records() const { return m_records; }
    [[nodiscard]] const ZipRecord* find(std::string_view name) const;

private:
    std::vector<ZipRecord> m_records;
    NameTable<std::string_view, std::size_t> m_position;  ///< names of m_records
};

}  // namespace stowage
