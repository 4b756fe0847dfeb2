// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/host_mapping.h"

#include "engine/base/byte_size.h"

#include <sys/mman.h>

#include <algorithm>

namespace stowage {

namespace {

constexpr std::uint64_t kPage = 4 * kKiB;
constexpr std::uint64_t kHugePage = 2 * kMiB;
/// Given back in pieces, so that whoever reads this process's figures is let in between.
constexpr std::uint64_t kPiece = 64 * kMiB;

std::uint64_t roundUp(std::uint64_t bytes, std::uint64_t to) {
    return (bytes + to - 1) / to * to;
}

/// The kernel only gives huge pages on their own boundaries: cut the mapping to start there.
std::byte* trimToHugePages(std::byte* raw, std::uint64_t span, std::uint64_t size) {
    const auto address = reinterpret_cast<std::uintptr_t>(raw);
    const std::uint64_t head = roundUp(address, kHugePage) - address;
    if (head > 0) {
        ::munmap(raw, head);
    }
    if (span - head > size) {
        ::munmap(raw + head + size, span - head - size);
    }
    (void)::madvise(raw + head, size, MADV_HUGEPAGE);
    return raw + head;
}

}  // namespace

std::shared_ptr<HostMapping> HostMapping::make(std::uint64_t bytes) {
    const std::uint64_t size = roundUp(bytes, kPage);
    const bool huge = size >= kHugePage;
    const std::uint64_t span = huge ? size + kHugePage : size;
    void* raw = ::mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED) {
        return nullptr;
    }
    auto* data = static_cast<std::byte*>(raw);
    if (huge) {
        data = trimToHugePages(data, span, size);
    }
    return std::shared_ptr<HostMapping>(new HostMapping(data, size));
}

HostMapping::~HostMapping() {
    for (std::uint64_t at = 0; at < m_size; at += kPiece) {
        ::munmap(m_data + at, std::min(kPiece, m_size - at));
    }
}

}  // namespace stowage
