// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

namespace stowage {

/// A regular file's descriptor, closed with the last share of it.
class OpenDescriptor {
public:
    /// Errors: FileNotFound, PermissionDenied, NotARegularFile, ReadFailed.
    [[nodiscard]] static Result<std::shared_ptr<const OpenDescriptor>> open(
        const std::string& path);
    /// Another descriptor of the very same file, also where its path leads elsewhere by now, with
    /// `flags` beside those for reading (O_DIRECT). Null where the system refuses.
    [[nodiscard]] std::shared_ptr<const OpenDescriptor> openAgain(int flags) const;

    [[nodiscard]] int number() const { return m_descriptor.get(); }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// A hash of device, inode, size and time of change: another file has another.
    [[nodiscard]] std::uint64_t identity() const { return m_identity; }
    /// The number of the file system that the file lies on (st_dev).
    [[nodiscard]] std::uint64_t fileSystem() const { return m_fileSystem; }

private:
    OpenDescriptor(FileDescriptor descriptor, std::uint64_t size, std::uint64_t identity,
                   std::uint64_t fileSystem)
        : m_descriptor(std::move(descriptor)),
          m_size(size),
          m_identity(identity),
          m_fileSystem(fileSystem) {}

    FileDescriptor m_descriptor;
    std::uint64_t m_size;
    std::uint64_t m_identity;
    std::uint64_t m_fileSystem;
};

/// A regular file opened for positioned reads (pread). Safe to use from several threads.
/// Folders, FIFOs and devices are refused without blocking.
///
/// A file made by `open` keeps its descriptor. One made by `openWhenRead` keeps none: a read takes
/// one from a pool of at most kPooledDescriptors open files, least recently read out first, so
/// that a checkpoint of ten thousand files needs no more of them. Opened again, it must be the
/// same file (device, inode, size, time of change).
class RandomAccessFile {
public:
    static constexpr std::size_t kPooledDescriptors = 64;

    /// Errors: FileNotFound, PermissionDenied, NotARegularFile, ReadFailed.
    [[nodiscard]] static Result<std::shared_ptr<const RandomAccessFile>> open(
        const std::string& path);
    /// The same checks and errors; the descriptor goes to the pool.
    [[nodiscard]] static Result<std::shared_ptr<const RandomAccessFile>> openWhenRead(
        const std::string& path);
    ~RandomAccessFile();
    RandomAccessFile(const RandomAccessFile&) = delete;
    RandomAccessFile& operator=(const RandomAccessFile&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    /// Size in bytes when it was opened.
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// The descriptor, for what pread cannot do. A file made by `openWhenRead` is opened and from
    /// then on keeps it; −1 where it can no longer be opened.
    [[nodiscard]] int descriptor() const;

    /// The descriptor for a while: a file made by `openWhenRead` is opened where the pool has
    /// dropped it, and does not keep it. Errors: those of `open`, ReadFailed for another file.
    [[nodiscard]] Result<std::shared_ptr<const OpenDescriptor>> lease() const;

    /// Fills all of `target` from `offset`. Errors: Truncated (the file ends before), ReadFailed
    /// (also for a file that was replaced since), and of pooled files those of `open`.
    [[nodiscard]] Result<void> readAt(std::uint64_t offset, std::span<std::byte> target) const;

private:
    RandomAccessFile(std::string path, std::shared_ptr<const OpenDescriptor> opened,
                     bool keepsDescriptor);

    std::string m_path;
    std::uint64_t m_size = 0;
    std::uint64_t m_identity = 0;  ///< of OpenDescriptor
    std::uint64_t m_number = 0;    ///< in the pool; never used twice
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const OpenDescriptor> m_kept;  ///< empty: taken from the pool
};

/// The bytes of a whole file. Errors: those of RandomAccessFile; LimitExceeded where it has more
/// than `most`, with what `tooLong` says of its size.
[[nodiscard]] Result<std::string> readWholeFile(
    const std::string& path, std::uint64_t most,
    const std::function<Message(std::uint64_t size)>& tooLong);

}  // namespace stowage
