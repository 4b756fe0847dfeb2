// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace stowage {

/// A file opened afresh and read plainly, on purpose apart from RandomAccessFile: what verifies a
/// load must not share its reading with it.
class PlainFile {
public:
    /// Errors: FileNotFound, PermissionDenied, ReadFailed.
    [[nodiscard]] static Result<PlainFile> open(const std::string& path);
    ~PlainFile();
    PlainFile(PlainFile&& other) noexcept;
    PlainFile& operator=(PlainFile&& other) noexcept;
    PlainFile(const PlainFile&) = delete;
    PlainFile& operator=(const PlainFile&) = delete;

    /// Errors: Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> target) const;
    [[nodiscard]] Result<std::uint64_t> size() const;

private:
    PlainFile(std::string path, int descriptor);
    std::string m_path;
    int m_descriptor = -1;
};

}  // namespace stowage
