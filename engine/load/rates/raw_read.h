// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

namespace stowage {

/// A way of reading a file that does nothing but read: what any load is held against.
struct RawReadWay {
    bool isDirect = false;  ///< O_DIRECT: past the page cache
    unsigned threads = 1;
    std::uint64_t blockBytes = std::uint64_t{4} << 20;
};

/// "direct, 2 threads".
[[nodiscard]] std::string rawReadWayText(const RawReadWay& way);

/// Reads the whole blocks of the file at `path` into `target`, each to its own place modulo the
/// length of `target`, and returns bytes per second. `target` begins on a page, is touched already
/// and holds `threads` blocks at least; the end of the file below one block is left out.
/// Errors: Unsupported (the file system has no direct I/O), FileNotFound, ReadFailed, Cancelled.
[[nodiscard]] Result<double> rawReadRate(const std::string& path, const RawReadWay& way,
                                         std::span<std::byte> target, const std::stop_token& stop);

}  // namespace stowage
