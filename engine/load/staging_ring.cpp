// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/staging_ring.h"

#include "engine/base/error_conversion.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace stowage {

namespace {

constexpr std::uint64_t kRingHugePage = 2 * kMiB;

}  // namespace

Result<HostScratch> HostScratch::map(std::uint64_t bytes) {
    if (bytes == 0) {
        return HostScratch({});
    }
    void* const data =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) {
        const int reason = errno;
        return fail(ErrorCode::OutOfMemory,
                    say("The system refused %1 of memory for buffers: %2.",
                        formatSize(static_cast<double>(bytes)), systemErrorText(reason)));
    }
    if (bytes >= kRingHugePage) {
        (void)::madvise(data, bytes, MADV_HUGEPAGE);
    }
    return HostScratch({static_cast<std::byte*>(data), bytes});
}

HostScratch::~HostScratch() {
    if (!m_bytes.empty()) {
        ::munmap(m_bytes.data(), m_bytes.size());
    }
}

HostScratch::HostScratch(HostScratch&& other) noexcept
    : m_bytes(std::exchange(other.m_bytes, {})) {}

HostScratch& HostScratch::operator=(HostScratch&& other) noexcept {
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

Result<StagingRing> StagingRing::make(std::uint64_t bytes) {
    Result<HostScratch> memory = HostScratch::map(bytes);
    STOWAGE_TRY(memory);
    // Touched at once: what a load takes does not depend on how many slots a fast disk leaves
    // unused.
    std::ranges::fill(memory->bytes(), std::byte{0});
    return StagingRing(std::move(memory).value());
}

unsigned StagingRing::workers(unsigned threads, std::uint64_t readBytes, unsigned slotsEach) const {
    return std::min(static_cast<unsigned>(slots(readBytes)) / slotsEach,
                    std::max(threads, static_cast<unsigned>(kStagingSlots)));
}

}  // namespace stowage
