// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/page_pool.h"

#include "engine/base/byte_size.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>

namespace stowage {

namespace {

Unexpected systemFailure(const std::string& what, std::uint64_t size) {
    const std::string reason = std::strerror(errno);
    return fail(ErrorCode::OutOfMemory, what + " " + formatSize(static_cast<double>(size)) +
                                            " of a simulated GPU failed: " + reason +
                                            ". Free memory or plan with smaller simulated GPUs.");
}

constexpr std::uint64_t kPage = 4 * kKiB;
/// Pages that one question about residence covers.
constexpr std::size_t kPagesAtOnce = 512;

struct PageRange {
    std::byte* begin = nullptr;
    std::uint64_t size = 0;
};

PageRange pagesAround(std::byte* begin, std::uint64_t size) {
    const std::uint64_t head = reinterpret_cast<std::uintptr_t>(begin) % kPage;
    return {begin - head, (head + size + kPage - 1) / kPage * kPage};
}

bool isResident(const PageRange& range) {
    std::array<unsigned char, kPagesAtOnce> states{};
    for (std::uint64_t at = 0; at < range.size; at += kPagesAtOnce * kPage) {
        const std::uint64_t part = std::min(kPagesAtOnce * kPage, range.size - at);
        if (::mincore(range.begin + at, part, states.data()) != 0) {
            return false;
        }
        const auto end = states.begin() + static_cast<std::ptrdiff_t>(part / kPage);
        if (!std::all_of(states.begin(), end, [](unsigned char s) { return (s & 1U) != 0; })) {
            return false;
        }
    }
    return true;
}

}  // namespace

Result<std::unique_ptr<PagePool>> PagePool::create(const std::string& name) {
    const int descriptor = ::memfd_create(name.c_str(), MFD_CLOEXEC);
    if (descriptor < 0) {
        return systemFailure("Making the memory file for", 0);
    }
    return std::unique_ptr<PagePool>(new PagePool(descriptor));
}

PagePool::~PagePool() {
    for (const auto& [id, segment] : m_segments) {
        ::munmap(segment.data, segment.size);
    }
    ::close(m_descriptor);
}

Result<void> PagePool::addSegment(std::uint64_t id, std::uint64_t size) {
    const Result<std::uint64_t> offset = takeExtent(size);
    if (!offset) {
        return offset.unexpected();
    }
    void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, m_descriptor,
                        static_cast<off_t>(*offset));
    if (data == MAP_FAILED) {
        Unexpected failure = systemFailure("Mapping", size);
        returnExtent(*offset, size);
        return failure;
    }
    m_segments[id] = Segment{*offset, size, static_cast<std::byte*>(data)};
    return {};
}

void PagePool::releaseSegment(std::uint64_t id) {
    const auto found = m_segments.find(id);
    if (found == m_segments.end()) {
        return;
    }
    const Segment segment = found->second;
    m_segments.erase(found);
    ::munmap(segment.data, segment.size);
    // tmpfs always supports punching; were it refused, the pages would only live longer.
    (void)::fallocate(m_descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      static_cast<off_t>(segment.offset), static_cast<off_t>(segment.size));
    returnExtent(segment.offset, segment.size);
}

std::byte* PagePool::segmentData(std::uint64_t id) const {
    const auto found = m_segments.find(id);
    return found == m_segments.end() ? nullptr : found->second.data;
}

std::uint64_t PagePool::segmentOffset(std::uint64_t id) const {
    const auto found = m_segments.find(id);
    return found == m_segments.end() ? 0 : found->second.offset;
}

Result<void> PagePool::copyIn(std::byte* mapped, std::uint64_t fileOffset,
                              std::span<const std::byte> source) const {
    const PageRange pages = pagesAround(mapped, source.size());
    if (isResident(pages)) {
        std::memcpy(mapped, source.data(), source.size());
        return {};
    }
    while (!source.empty()) {
        const ssize_t written =
            ::pwrite(m_descriptor, source.data(), source.size(), static_cast<off_t>(fileOffset));
        if (written < 0 && errno != EINTR) {
            return systemFailure("Filling", source.size());
        }
        const auto done = static_cast<std::size_t>(std::max<ssize_t>(written, 0));
        source = source.subspan(done);
        fileOffset += done;
    }
    // Kernels before 5.14 lack this; there the pages are mapped when a tensor is first touched.
    (void)::madvise(pages.begin, pages.size, MADV_POPULATE_READ);
    return {};
}

Result<std::uint64_t> PagePool::takeExtent(std::uint64_t size) {
    for (auto extent = m_freeExtents.begin(); extent != m_freeExtents.end(); ++extent) {
        if (extent->second < size) {
            continue;
        }
        const auto [offset, available] = *extent;
        m_freeExtents.erase(extent);
        if (available > size) {
            m_freeExtents[offset + size] = available - size;
        }
        return offset;
    }
    if (::ftruncate(m_descriptor, static_cast<off_t>(m_fileSize + size)) != 0) {
        return systemFailure("Growing the memory file by", size);
    }
    const std::uint64_t offset = m_fileSize;
    m_fileSize += size;
    return offset;
}

void PagePool::returnExtent(std::uint64_t offset, std::uint64_t size) {
    auto here = m_freeExtents.emplace(offset, size).first;
    const auto next = std::next(here);
    if (next != m_freeExtents.end() && here->first + here->second == next->first) {
        here->second += next->second;
        m_freeExtents.erase(next);
    }
    if (here != m_freeExtents.begin()) {
        const auto previous = std::prev(here);
        if (previous->first + previous->second == here->first) {
            previous->second += here->second;
            m_freeExtents.erase(here);
        }
    }
}

}  // namespace stowage
