// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace stowage {

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

/// Looks only. A symbolic link is followed, also where what it names does not exist yet.
/// Errors: FileNotFound (no such folder, a link to itself), PermissionDenied, NotARegularFile (a
/// folder, a socket).
[[nodiscard]] Result<OutputTarget> outputTarget(const std::string& path);

/// A descriptor of its own to write a stream with; the caller closes it. Never waits: a FIFO that
/// no program reads from is refused. Errors: PermissionDenied, WriteFailed.
[[nodiscard]] Result<int> openStream(const OutputTarget& target);

/// Writes all of it. A reader that has gone is an error here, never the signal that would end the
/// process. `path` is for messages. Errors: DiskFull, WriteFailed.
[[nodiscard]] Result<void> writeStream(int descriptor, std::span<const std::byte> bytes,
                                       const std::string& path);

/// Whether `path` can be written, found out without touching what is there: before a long job.
/// Errors: those of outputTarget and of creating a file in its folder.
[[nodiscard]] Result<void> requireWritable(const std::string& path);

}  // namespace stowage
