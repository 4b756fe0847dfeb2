// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"

#include <cstdint>
#include <string_view>

namespace stowage {

/// How the ranges of a file are read.
enum class ReadMode {
    Buffered,  ///< through the page cache
    Direct,    ///< past it (O_DIRECT), where the file's pages are not in memory already
};

/// "buffered", "direct".
[[nodiscard]] constexpr std::string_view readModeName(ReadMode mode) {
    return mode == ReadMode::Direct ? "direct" : "buffered";
}

/// A way to read a file system: what a probe chooses among.
struct ReadChoice {
    ReadMode mode = ReadMode::Buffered;
    unsigned threads = 2;
    std::uint64_t blockBytes = 4 * kMiB;  ///< of one read: 2 or 4 MiB
    friend bool operator==(const ReadChoice&, const ReadChoice&) = default;
};

/// How a `streamed` load read its files. Bytes.
struct LoadIo {
    ReadChoice choice;                  ///< for what no cache holds; the probe's, if there was one
    std::uint64_t directBytes = 0;      ///< read past the page cache
    std::uint64_t bufferedBytes = 0;    ///< through it: cached already, tails, or so chosen
    std::uint64_t probedBytes = 0;      ///< of the load's own, read while choosing; 0: remembered
    std::uint64_t reusedHostBytes = 0;  ///< host memory that came from the pool: not in the peak
};

}  // namespace stowage
