// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/descriptor_pool.h"

#include <cstdint>
#include <optional>

namespace stowage {

/// Which pages of a file are in memory already (mincore over a map that is never touched).
class CachedPages {
public:
    /// Never fails: where the system does not tell, sample() does not either.
    explicit CachedPages(const OpenDescriptor& file);
    ~CachedPages();
    CachedPages(CachedPages&& other) noexcept;
    CachedPages& operator=(CachedPages&& other) noexcept;
    CachedPages(const CachedPages&) = delete;
    CachedPages& operator=(const CachedPages&) = delete;

    /// The share, 0 to 1, of a few pages spread evenly over the range that are in the page cache;
    /// a few microseconds. Nothing for files of others, of which the system does not tell, and for
    /// ranges beyond the end.
    [[nodiscard]] std::optional<double> sample(std::uint64_t offset, std::uint64_t length) const;

private:
    void* m_address = nullptr;
    std::uint64_t m_size = 0;
};

}  // namespace stowage
