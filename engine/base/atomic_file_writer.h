// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/append_file.h"
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace stowage {

/// A file that appears under its name only when it is complete: bytes go to a temporary name in
/// the same folder, `commit` renames it. Without `commit` the destructor removes it, so that a
/// cancelled or failed job leaves nothing behind. Symbolic links are followed, and a file that is
/// replaced keeps its permissions. `writeAt` may be called from several threads.
/// What is no regular file (a FIFO, a device, /dev/stdout) is written into as the bytes come.
class AtomicFileWriter : public AppendFile {
public:
    /// How sure the bytes must be to survive a power cut before the name appears.
    enum class Durability {
        Synced,  ///< fsync before the rename
        Cached,  ///< the page cache decides: for scratch files
    };

    /// Errors: PermissionDenied, FileNotFound (no such folder), NotARegularFile (a folder),
    /// DiskFull, WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<AtomicFileWriter>> create(
        const std::string& path, Durability durability = Durability::Synced);
    ~AtomicFileWriter() override;
    AtomicFileWriter(const AtomicFileWriter&) = delete;
    AtomicFileWriter& operator=(const AtomicFileWriter&) = delete;

    [[nodiscard]] const std::string& path() const override { return m_path; }
    /// The temporary name, for tests and messages; empty where bytes go straight into a stream.
    [[nodiscard]] const std::string& temporaryPath() const { return m_temporaryPath; }
    /// For copy_file_range, direct I/O and the like.
    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// Bytes appended so far.
    [[nodiscard]] std::uint64_t position() const override { return m_position; }

    /// Reserves room for `bytes`; where the file system cannot, the file only gets that length.
    /// Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> reserve(std::uint64_t bytes);
    /// Writes at the end of what was appended. One thread only. Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> append(std::span<const std::byte> bytes) override;
    using AppendFile::append;
    /// Writes at a place of its own; a stream takes bytes in order only. Errors: DiskFull,
    /// WriteFailed.
    [[nodiscard]] Result<void> writeAt(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Gives the file its name. To be called once, last. Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> commit();

private:
    [[nodiscard]] bool isStream() const { return m_temporaryPath.empty(); }

    AtomicFileWriter(std::string path, std::string temporaryPath, int descriptor,
                     Durability durability);

    std::string m_path;
    std::string m_temporaryPath;
    int m_descriptor = -1;
    Durability m_durability;
    std::uint64_t m_position = 0;
    bool m_isCommitted = false;
};

/// Writes a whole small file atomically.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view text);

/// Bytes that an ordinary user may still write on the file system of `folder` (statvfs).
/// Errors: FileNotFound, PermissionDenied, ReadFailed.
[[nodiscard]] Result<std::uint64_t> freeSpaceBytes(const std::string& folder);

/// DiskFull unless `folder`'s file system has room for `neededBytes` and a reserve of 16 MiB.
[[nodiscard]] Result<void> requireFreeSpace(const std::string& folder, std::uint64_t neededBytes);

}  // namespace stowage
