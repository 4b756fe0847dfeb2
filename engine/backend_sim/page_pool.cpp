// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/page_pool.h"

#include "engine/base/byte_size.h"
#include "engine/base/page_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

namespace stowage {

namespace {

Unexpected systemFailure(const Message& what, int reason) {
    return fail(ErrorCode::OutOfMemory,
                say("%1 failed: %2. Free some memory, or plan with smaller simulated GPUs.", what,
                    std::strerror(reason)));
}

/// Maps a part of the memory file at a multiple of kHugePage; MAP_FAILED with errno where that
/// fails.
void* mapAligned(int descriptor, std::uint64_t offset, std::uint64_t size) {
    void* const taken =
        ::mmap(nullptr, size + kHugePage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (taken == MAP_FAILED) {
        return MAP_FAILED;
    }
    std::byte* const place = trimToHugePages(static_cast<std::byte*>(taken), size);
    void* const mapped = ::mmap(place, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                                descriptor, static_cast<off_t>(offset));
    if (mapped == MAP_FAILED) {
        const int reason = errno;
        ::munmap(place, size);
        errno = reason;
    }
    return mapped;
}

using Extents = std::map<std::uint64_t, std::uint64_t>;

/// Adds a range that touches no other one inside, and joins it with its neighbours.
void add(Extents& extents, std::uint64_t offset, std::uint64_t size) {
    auto here = extents.emplace(offset, size).first;
    const auto next = std::next(here);
    if (next != extents.end() && here->first + here->second == next->first) {
        here->second += next->second;
        extents.erase(next);
    }
    if (here != extents.begin()) {
        const auto previous = std::prev(here);
        if (previous->first + previous->second == here->first) {
            previous->second += here->second;
            extents.erase(here);
        }
    }
}

/// Takes a range out, whatever of it is there.
void remove(Extents& extents, std::uint64_t offset, std::uint64_t size) {
    const std::uint64_t end = offset + size;
    auto at = extents.upper_bound(offset);
    if (at != extents.begin()) {
        --at;
    }
    while (at != extents.end() && at->first < end) {
        const auto [begin, length] = *at;
        if (begin + length <= offset) {
            ++at;
            continue;
        }
        at = extents.erase(at);
        if (begin < offset) {
            extents[begin] = offset - begin;
        }
        if (begin + length > end) {
            extents[end] = begin + length - end;
        }
    }
}

}  // namespace

Result<std::unique_ptr<PagePool>> PagePool::create(const std::string& name) {
    FileDescriptor file(::memfd_create(name.c_str(), MFD_CLOEXEC));
    if (file.get() < 0) {
        const int reason = errno;
        return systemFailure(
            say("Creating the memory file for %1 of a simulated GPU", formatSize(0.0)), reason);
    }
    return std::unique_ptr<PagePool>(new PagePool(std::move(file)));
}

PagePool::~PagePool() {
    for (const auto& [offset, slab] : m_slabs) {
        ::munmap(slab.data, slab.size);
    }
}

Result<void> PagePool::addSegment(std::uint64_t id, std::uint64_t size) {
    const Result<std::uint64_t> offset = takeExtent(size);
    STOWAGE_TRY(offset);
    m_segments[id] = Segment{*offset, size};
    return {};
}

void PagePool::releaseSegment(std::uint64_t id) {
    const auto found = m_segments.find(id);
    if (found == m_segments.end()) {
        return;
    }
    const auto [offset, size] = found->second;
    m_segments.erase(found);
    add(m_slabs.find(slabOf(offset)->first)->second.free, offset, size);
    remove(m_released, offset, size);  // parts that were released before
    add(m_released, offset, size);
}

void PagePool::releasePart(std::uint64_t id, std::uint64_t offset, std::uint64_t size) {
    if (const auto found = m_segments.find(id); found != m_segments.end()) {
        add(m_released, found->second.offset + offset, size);
    }
}

void PagePool::usePart(std::uint64_t id, std::uint64_t offset, std::uint64_t size) {
    if (const auto found = m_segments.find(id); found != m_segments.end()) {
        remove(m_released, found->second.offset + offset, size);
    }
}

bool PagePool::punchSome() {
    if (m_released.empty()) {
        return false;
    }
    const auto [offset, available] = *m_released.begin();
    const std::uint64_t size = std::min(available, kSlab);
    // tmpfs always supports punching; were it refused, the pages would only live longer.
    (void)::fallocate(m_file.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      static_cast<off_t>(offset), static_cast<off_t>(size));
    remove(m_released, offset, size);
    if (m_released.empty()) {
        dropEmptySlabs();
        return false;
    }
    return true;
}

std::byte* PagePool::segmentData(std::uint64_t id) const {
    const auto found = m_segments.find(id);
    if (found == m_segments.end()) {
        return nullptr;
    }
    const auto slab = slabOf(found->second.offset);
    return slab->second.data + (found->second.offset - slab->first);
}

std::uint64_t PagePool::segmentOffset(std::uint64_t id) const {
    const auto found = m_segments.find(id);
    return found == m_segments.end() ? 0 : found->second.offset;
}

bool PagePool::makePages(std::span<std::byte> mapped) const {
    bool arePopulated = true;
    while (!mapped.empty()) {
        const auto at = reinterpret_cast<std::uintptr_t>(mapped.data());
        const std::uint64_t size = std::min(kHugePage - at % kHugePage, mapped.size());
        const std::scoped_lock lock(m_blocks[at / kHugePage % m_blocks.size()]);
        m_hasHugePages = m_hasHugePages && populateHugePage(mapped.data());
        arePopulated = populatePages(mapped.first(size)) && arePopulated;
        mapped = mapped.subspan(size);
    }
    return arePopulated;
}

Result<void> PagePool::copyIn(std::byte* mapped, std::uint64_t fileOffset,
                              std::span<const std::byte> source) const {
    // Two threads that write to the file wait for one another; two that make its pages do not.
    if (makePages({mapped, source.size()})) {
        std::memcpy(mapped, source.data(), source.size());
        return {};
    }
    while (!source.empty()) {
        const ssize_t written =
            ::pwrite(m_file.get(), source.data(), source.size(), static_cast<off_t>(fileOffset));
        if (written < 0 && errno != EINTR) {
            const int reason = errno;
            return systemFailure(say("Filling %1 of a simulated GPU",
                                     formatSize(static_cast<double>(source.size()))),
                                 reason);
        }
        const auto done = static_cast<std::size_t>(std::max<ssize_t>(written, 0));
        source = source.subspan(done);
        fileOffset += done;
    }
    return {};  // the pages are mapped when the tensor is first touched
}

Result<std::uint64_t> PagePool::takeExtent(std::uint64_t size) {
    std::optional<std::uint64_t> offset = findReleased(size);
    if (!offset) {
        offset = findFree(size);
    }
    if (!offset) {
        const Result<std::uint64_t> added = addSlab(std::max(size, kSlab));
        STOWAGE_TRY(added);
        offset = *added;
    }
    remove(m_slabs.find(slabOf(*offset)->first)->second.free, *offset, size);
    remove(m_released, *offset, size);
    return *offset;
}

std::optional<std::uint64_t> PagePool::findReleased(std::uint64_t size) const {
    for (const auto& [released, bytes] : m_released) {
        const auto& free = slabOf(released)->second.free;
        const auto after = free.upper_bound(released);
        if (after == free.begin()) {
            continue;  // within a segment
        }
        const auto [offset, available] = *std::prev(after);
        if (available >= size && offset + available > released) {
            return std::min(released, offset + available - size);
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> PagePool::findFree(std::uint64_t size) const {
    for (const auto& [slabOffset, slab] : m_slabs) {
        for (const auto& [offset, available] : slab.free) {
            if (available >= size) {
                return offset;
            }
        }
    }
    return std::nullopt;
}

Result<std::uint64_t> PagePool::addSlab(std::uint64_t size) {
    const Result<std::uint64_t> offset = takeFileRange(size);
    STOWAGE_TRY(offset);
    void* data = mapAligned(m_file.get(), *offset, size);
    if (data == MAP_FAILED) {
        const int reason = errno;
        Unexpected failure = systemFailure(
            say("Mapping %1 of a simulated GPU", formatSize(static_cast<double>(size))), reason);
        add(m_unused, *offset, size);
        return failure;
    }
    m_slabs[*offset] = Slab{size, static_cast<std::byte*>(data), {{*offset, size}}};
    return offset;
}

Result<std::uint64_t> PagePool::takeFileRange(std::uint64_t size) {
    for (const auto& [offset, available] : m_unused) {
        if (available >= size) {
            const std::uint64_t found = offset;
            remove(m_unused, found, size);
            return found;
        }
    }
    if (::ftruncate(m_file.get(), static_cast<off_t>(m_fileSize + size)) != 0) {
        const int reason = errno;
        return systemFailure(say("Growing the memory file of a simulated GPU by %1",
                                 formatSize(static_cast<double>(size))),
                             reason);
    }
    const std::uint64_t offset = m_fileSize;
    m_fileSize += size;
    return offset;
}

PagePool::Slabs::const_iterator PagePool::slabOf(std::uint64_t offset) const {
    return std::prev(m_slabs.upper_bound(offset));
}

void PagePool::dropEmptySlabs() {
    for (auto slab = m_slabs.begin(); slab != m_slabs.end();) {
        const auto& [offset, content] = *slab;
        if (content.free.empty() || content.free.begin()->second != content.size) {
            ++slab;
            continue;
        }
        ::munmap(content.data, content.size);
        add(m_unused, offset, content.size);
        slab = m_slabs.erase(slab);
    }
}

}  // namespace stowage
