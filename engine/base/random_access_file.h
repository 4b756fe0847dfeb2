// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace stowage {

/// A regular file opened for positioned reads (pread). Safe to use from several threads.
/// Folders, FIFOs and devices are refused without blocking.
class RandomAccessFile {
public:
    /// Errors: FileNotFound, PermissionDenied, NotARegularFile, ReadFailed.
    [[nodiscard]] static Result<std::shared_ptr<const RandomAccessFile>> open(
        const std::string& path);
    ~RandomAccessFile();
    RandomAccessFile(const RandomAccessFile&) = delete;
    RandomAccessFile& operator=(const RandomAccessFile&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    /// Size in bytes when it was opened.
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] int descriptor() const { return m_descriptor; }

    /// Fills all of `target` from `offset`. Errors: Truncated (the file ends before), ReadFailed.
    [[nodiscard]] Result<void> readAt(std::uint64_t offset, std::span<std::byte> target) const;

private:
    RandomAccessFile(std::string path, int descriptor, std::uint64_t size);

    std::string m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

}  // namespace stowage
