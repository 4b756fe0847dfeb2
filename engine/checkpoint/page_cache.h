// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a file's pages in memory should be before it is read.
enum class PageCacheState {
    AsIs,  ///< left alone
    Cold,  ///< written back and dropped: fsync, posix_fadvise(POSIX_FADV_DONTNEED)
    Warm,  ///< read once from end to end
};

/// "as-is", "cold", "warm".
[[nodiscard]] std::string_view pageCacheStateName(PageCacheState state);
/// Error: InvalidArgument.
[[nodiscard]] Result<PageCacheState> pageCacheStateFromName(std::string_view name);
/// How it is brought about, for reports: "posix_fadvise(POSIX_FADV_DONTNEED)". Empty for as-is.
[[nodiscard]] Phrase pageCacheMeans(PageCacheState state);

/// The state to which files can be brought: Warm instead of Cold if a file is in memory (tmpfs).
[[nodiscard]] PageCacheState attainablePageCache(PageCacheState asked,
                                                 const std::vector<std::string>& files);

/// Brings the files into that state. Cold is a request that the system grants for pages which
/// nobody maps; warm cannot hold for files larger than the free memory.
/// Errors: those of opening and reading, Cancelled.
[[nodiscard]] Result<void> preparePageCache(const std::vector<std::string>& files,
                                            PageCacheState state, const std::stop_token& stop = {});

/// The share of the file's pages that lie in the page cache, 0 to 1, from a sample of some
/// thousand pages (mincore); 1 of a file that lies in memory. 0 where the system does not tell.
[[nodiscard]] double residentShare(const std::string& path);

/// Bytes of that range of the file, from a whole page on, that lie in the page cache.
[[nodiscard]] std::uint64_t residentBytes(const std::string& path, std::uint64_t offset,
                                          std::uint64_t length);

}  // namespace stowage
