// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stowage {

/// A file that is written from its beginning to its end by one thread. It may begin with bytes
/// that an interrupted run left and that are known to be right: they are passed over.
class AppendFile {
public:
    virtual ~AppendFile() = default;

    /// Where the file will be found; for messages.
    [[nodiscard]] virtual const std::string& path() const = 0;
    /// Bytes from its beginning to where the next ones go.
    [[nodiscard]] virtual std::uint64_t position() const = 0;
    /// Writes at the position; of kept bytes it only moves on. Errors: DiskFull, WriteFailed.
    [[nodiscard]] virtual Result<void> append(std::span<const std::byte> bytes) = 0;
    [[nodiscard]] Result<void> append(std::string_view text) {
        return append(std::as_bytes(std::span(text.data(), text.size())));
    }
    /// How many bytes from the position on are kept ones.
    [[nodiscard]] virtual std::uint64_t keptBytes() const { return 0; }
    /// Moves on over kept bytes; `target`, where not empty, gets what they are and has their count.
    /// Errors: ReadFailed, Internal (more than are kept).
    [[nodiscard]] virtual Result<void> passKept(std::uint64_t count, std::span<std::byte> target) {
        (void)target;
        return count == 0
                   ? Result<void>()
                   : fail(ErrorCode::Internal, say("%1 has no stored bytes.", path()), path());
    }
};

/// What a path leads to that somebody named for a result. Every writer of the program asks it, so
/// that a device node, a FIFO or a pipe is written into, never replaced by a regular file.
struct OutputTarget {
    enum class Kind {
        File,    ///< a regular file, or nothing yet: it is replaced as a whole
        Stream,  ///< a FIFO, a device, or what is open already (/dev/stdout, /dev/fd/63)
    };
    Kind kind = Kind::File;
    std::string path;                       ///< where the symbolic links lead
    int openDescriptor = -1;                ///< of a stream that this process has open already
    std::optional<unsigned> permissions{};  ///< of the file that is replaced
};

/// Checks only. A symbolic link is followed, also where what it names does not exist yet.
/// Errors: FileNotFound (no such folder, a link to itself), PermissionDenied, NotARegularFile (a
/// folder, a socket).
[[nodiscard]] Result<OutputTarget> outputTarget(const std::string& path);

/// A descriptor of its own to write a stream with. Never waits: a FIFO that
/// no program reads from is refused. Errors: PermissionDenied, WriteFailed.
[[nodiscard]] Result<FileDescriptor> openStream(const OutputTarget& target);

/// Writes all of it. A reader that has gone is an error here, never the signal that would end the
/// process. `path` is for messages. Errors: DiskFull, WriteFailed.
[[nodiscard]] Result<void> writeStream(int descriptor, std::span<const std::byte> bytes,
                                       const std::string& path);

/// Whether `path` can be written, found out without touching what is there: before a long job.
/// Errors: those of outputTarget and of creating a file in its folder.
[[nodiscard]] Result<void> requireWritable(const std::string& path);

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

    [[nodiscard]] const std::string& path() const override { return m_path; }
    /// The temporary name, for tests and messages; empty where bytes go straight into a stream.
    [[nodiscard]] const std::string& temporaryPath() const { return m_temporaryPath; }
    /// For copy_file_range, direct I/O and the like.
    [[nodiscard]] int descriptor() const { return m_descriptor.get(); }
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

    AtomicFileWriter(std::string path, std::string temporaryPath, FileDescriptor descriptor,
                     Durability durability);

    std::string m_path;
    std::string m_temporaryPath;
    FileDescriptor m_descriptor;
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
