// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"
#include "engine/base/random_access_file.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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
    std::uint64_t blockBytes = 4 * kMiB;  ///< of one read: 1 or 4 MiB
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

/// One try of a probe: so many bytes of the load itself, read in one way.
struct ProbeRound {
    ReadChoice choice;
    std::uint64_t bytes = 0;
    double seconds = 0;  ///< measured
};

/// With fewer threads asked for, no more read at once; else a disk is read by as many as its way
/// says, and what is in the page cache copied by copyThreads().
inline constexpr unsigned kUsualReaders = 2;

/// One for each processor, up to where memory is the limit.
[[nodiscard]] unsigned copyThreads();

/// Loads below this are read in the usual way: a probe would be most of them.
inline constexpr std::uint64_t kSmallestProbedLoad = kGiB;

/// The rounds of a probe, 288 MiB in all, in the order they are run. What reads past the page
/// cache comes first and in turns, because a buffered round reads ahead of itself.
[[nodiscard]] std::vector<ProbeRound> probeRounds();

/// The fastest choice over its rounds. Buffered reading must be faster by a tenth, because it fills
/// the page cache with what was only to pass through, another than the usual choice by a
/// twentieth. Nothing of no rounds.
[[nodiscard]] std::optional<ReadChoice> fastestChoice(const std::vector<ProbeRound>& rounds);

/// Whether it lies on a file system of another machine; false where that cannot be told.
[[nodiscard]] bool liesOnNetwork(const OpenDescriptor& file);

/// How a file is read that nobody has probed: past the page cache, but through it on a network
/// file system.
[[nodiscard]] ReadChoice usualChoice(const OpenDescriptor& file);

/// The choice of a probe of this process for a file system: a disk does not change from one load to
/// the next. Both are thread-safe.
[[nodiscard]] std::optional<ReadChoice> rememberedChoice(std::uint64_t fileSystem);
void rememberChoice(std::uint64_t fileSystem, const ReadChoice& choice);

}  // namespace stowage
