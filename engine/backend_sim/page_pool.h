// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace stowage {

/// The pages behind a simulated GPU: a memfd of which each segment owns one extent, mapped
/// shared. Pages come when they are first written; releasing a segment unmaps it and punches its
/// extent out of the file, which then serves the next segment.
/// Not thread-safe: its owner holds a lock.
class PagePool {
public:
    /// Error: OutOfMemory where the system gives no memfd.
    [[nodiscard]] static Result<std::unique_ptr<PagePool>> create(const std::string& name);
    ~PagePool();
    PagePool(const PagePool&) = delete;
    PagePool& operator=(const PagePool&) = delete;

    /// Maps `size` bytes (a multiple of the page size) for segment `id`. Error: OutOfMemory.
    [[nodiscard]] Result<void> addSegment(std::uint64_t id, std::uint64_t size);
    /// Gives the segment's pages back at once. Unknown ids are ignored.
    void releaseSegment(std::uint64_t id);
    /// Where a segment is mapped; null for an unknown id.
    [[nodiscard]] std::byte* segmentData(std::uint64_t id) const;
    /// Where its extent begins in the memory file; 0 for an unknown id.
    [[nodiscard]] std::uint64_t segmentOffset(std::uint64_t id) const;

    /// Copies `source` to `mapped`, which lies at `fileOffset` of the memory file in a segment
    /// that outlives the call. Pages that are there already are written through the mapping; new
    /// ones through the descriptor (the kernel then need not clear them first, half as fast
    /// again) and mapped at once, so that they show in RssShmem.
    /// Needs no lock. Error: OutOfMemory where the system has no page left.
    [[nodiscard]] Result<void> copyIn(std::byte* mapped, std::uint64_t fileOffset,
                                      std::span<const std::byte> source) const;

private:
    struct Segment {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        std::byte* data = nullptr;
    };

    explicit PagePool(int descriptor) : m_descriptor(descriptor) {}
    [[nodiscard]] Result<std::uint64_t> takeExtent(std::uint64_t size);
    void returnExtent(std::uint64_t offset, std::uint64_t size);

    int m_descriptor = -1;
    std::uint64_t m_fileSize = 0;
    std::map<std::uint64_t, Segment> m_segments;
    std::map<std::uint64_t, std::uint64_t> m_freeExtents;  ///< offset → size, merged
};

}  // namespace stowage
