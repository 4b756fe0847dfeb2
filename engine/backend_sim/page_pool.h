// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace stowage {

/// The pages behind a simulated GPU: a memfd in slabs of 64 MiB (or one segment, where that is
/// larger), each mapped shared once; segments lie inside slabs. Pages come when they are first
/// written, 2 MiB at once where the system has huge pages: no segment is smaller. A released
/// segment's pages stay, so that a segment that comes right after it finds them in place, until
/// punchSome() gives them back; a slab without a segment is unmapped then. A segment may be far
/// larger than what is ever written of it. Not thread-safe: its owner holds a lock.
class PagePool {
public:
    /// Error: OutOfMemory where the system gives no memfd.
    [[nodiscard]] static Result<std::unique_ptr<PagePool>> create(const std::string& name);
    ~PagePool();
    PagePool(const PagePool&) = delete;
    PagePool& operator=(const PagePool&) = delete;

    static constexpr std::uint64_t kSlab = std::uint64_t{64} << 20U;

    /// Finds `size` bytes (a multiple of kHugePage, as the allocator's segments are) for segment
    /// `id`. Error: OutOfMemory.
    [[nodiscard]] Result<void> addSegment(std::uint64_t id, std::uint64_t size);
    /// Its pages stay until they are punched out or used again. Unknown ids are ignored, below too.
    void releaseSegment(std::uint64_t id);
    /// The same for a part of a segment, whose addresses stay taken; and back.
    void releasePart(std::uint64_t id, std::uint64_t offset, std::uint64_t size);
    void usePart(std::uint64_t id, std::uint64_t offset, std::uint64_t size);
    /// Gives back up to 64 MiB of released segments' pages; false when none are left. In pieces, so
    /// that the owner can let others pass in between.
    bool punchSome();
    /// Where a segment is mapped; null for an unknown id.
    [[nodiscard]] std::byte* segmentData(std::uint64_t id) const;
    /// Where its extent begins in the memory file; 0 for an unknown id.
    [[nodiscard]] std::uint64_t segmentOffset(std::uint64_t id) const;

    /// Puts pages behind `mapped`, which lies in a segment that outlives the call, where there are
    /// none. Needs no lock. False where the system refuses.
    bool makePages(std::span<std::byte> mapped) const;
    /// Copies `source` to `mapped`, which lies at `fileOffset` of the memory file in a segment
    /// that outlives the call. Needs no lock. Error: OutOfMemory where the system has no page left.
    [[nodiscard]] Result<void> copyIn(std::byte* mapped, std::uint64_t fileOffset,
                                      std::span<const std::byte> source) const;

private:
    using Extents = std::map<std::uint64_t, std::uint64_t>;  ///< offset → size, merged
    struct Slab {
        std::uint64_t size = 0;
        std::byte* data = nullptr;
        Extents free;  ///< what no segment holds, as offsets in the memory file
    };
    struct Segment {
        std::uint64_t offset = 0;  ///< in the memory file
        std::uint64_t size = 0;
    };
    using Slabs = std::map<std::uint64_t, Slab>;  ///< by offset in the memory file

    explicit PagePool(FileDescriptor file) : m_file(std::move(file)) {}
    [[nodiscard]] Result<std::uint64_t> takeExtent(std::uint64_t size);
    /// A free place that has as many pages as the first released extent can offer.
    [[nodiscard]] std::optional<std::uint64_t> findReleased(std::uint64_t size) const;
    [[nodiscard]] std::optional<std::uint64_t> findFree(std::uint64_t size) const;
    [[nodiscard]] Result<std::uint64_t> addSlab(std::uint64_t size);
    [[nodiscard]] Result<std::uint64_t> takeFileRange(std::uint64_t size);
    [[nodiscard]] Slabs::const_iterator slabOf(std::uint64_t offset) const;
    void dropEmptySlabs();

    FileDescriptor m_file;
    std::uint64_t m_fileSize = 0;
    mutable std::atomic<bool> m_hasHugePages{true};  ///< until the system refuses one
    /// By address of a block of kHugePage: who gives it pages.
    mutable std::array<std::mutex, 64> m_blocks;
    Slabs m_slabs;
    std::map<std::uint64_t, Segment> m_segments;
    Extents m_released;  ///< what was released and whose pages are not given back yet
    Extents m_unused;    ///< ranges of the memory file that belong to no slab
};

}  // namespace stowage
