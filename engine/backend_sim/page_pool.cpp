// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/page_pool.h"

#include "engine/base/byte_size.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

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
