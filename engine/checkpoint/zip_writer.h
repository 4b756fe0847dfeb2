// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/append_file.h"
#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Writes a zip of stored records whose data is aligned to 64 bytes, as torch.save does, strictly
/// from front to back: a record's sum stands in a descriptor behind it and in the directory, not in
/// its local header. Zip64 fields only where 4 GiB are passed. Bytes of a record are appended to
/// the file between `beginRecord` and `endRecord`.
class ZipWriter {
public:
    explicit ZipWriter(AppendFile& file) : m_file(file) {}

    /// Writes a local header with room for `size` bytes after it.
    [[nodiscard]] Result<void> beginRecord(std::string name, std::uint64_t size);
    /// Writes the descriptor of the record whose bytes were just appended.
    [[nodiscard]] Result<void> endRecord(std::uint32_t crc);
    /// A whole small record.
    [[nodiscard]] Result<void> addRecord(std::string name, std::string_view bytes);
    /// Writes the central directory. To be called once, last.
    [[nodiscard]] Result<void> finish();

private:
    struct Entry {
        std::string name;
        std::uint64_t headerOffset = 0;
        std::uint64_t size = 0;
        std::uint32_t crc = 0;
    };
    [[nodiscard]] static std::string localHeader(const Entry& entry);
    [[nodiscard]] static std::string descriptor(const Entry& entry);
    [[nodiscard]] static std::string centralHeader(const Entry& entry);

    AppendFile& m_file;
    std::vector<Entry> m_entries;
};

}  // namespace stowage
