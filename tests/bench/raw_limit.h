// SPDX-License-Identifier: GPL-3.0-or-later
// The quickest way of doing nothing but reading a file: what its loads are held against.
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/page_cache.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage::bench {

/// One way of reading the whole file into memory that is touched already. Bytes per second.
struct RawWay {
    std::string text;  ///< "direct, 2 threads, 4 MiB"
    std::function<Result<double>(std::span<std::byte> target)> read;
};

/// pread by one to four threads, past the page cache and through it, in blocks of 1 and 4 MiB; past
/// it also by io_uring, 8 and 32 blocks at once, where liburing was there when this was built and
/// the kernel lets one.
[[nodiscard]] std::vector<RawWay> rawWays(const std::string& file, const std::stop_token& stop);

/// The quickest of them: each once, the three quickest twice more, each time with the file's pages
/// in `state`. Errors: those of reading; Unsupported where no way is to be had.
[[nodiscard]] Result<RawWay> quickestRawWay(const std::string& file, PageCacheState state,
                                            std::span<std::byte> target,
                                            const std::stop_token& stop);

}  // namespace stowage::bench
