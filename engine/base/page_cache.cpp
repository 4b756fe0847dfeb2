// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/page_cache.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

namespace stowage {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kSamples = 4;

/// Of files that a program could not write to the system calls every page cached.
bool mincoreIsReliable(const OpenDescriptor& file) {
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) {
        return false;
    }
    const std::string path = "/proc/self/fd/" + std::to_string(file.number());
    return status.st_uid == ::geteuid() || ::access(path.c_str(), W_OK) == 0;
}

}  // namespace

CachedPages::CachedPages(const OpenDescriptor& file) {
    if (file.size() == 0 || !mincoreIsReliable(file)) {
        return;
    }
    void* address = ::mmap(nullptr, file.size(), PROT_READ, MAP_SHARED, file.number(), 0);
    if (address != MAP_FAILED) {
        m_address = address;
        m_size = file.size();
    }
}

CachedPages::~CachedPages() {
    if (m_address != nullptr) {
        ::munmap(m_address, m_size);
    }
}

CachedPages::CachedPages(CachedPages&& other) noexcept
    : m_address(std::exchange(other.m_address, nullptr)), m_size(std::exchange(other.m_size, 0)) {}

CachedPages& CachedPages::operator=(CachedPages&& other) noexcept {
    std::swap(m_address, other.m_address);
    std::swap(m_size, other.m_size);
    return *this;
}

std::optional<double> CachedPages::sample(std::uint64_t offset, std::uint64_t length) const {
    if (m_address == nullptr || length == 0 || offset >= m_size || length > m_size - offset) {
        return std::nullopt;
    }
    const std::uint64_t first = offset / kPage;
    const std::uint64_t last = (offset + length - 1) / kPage;
    const std::uint64_t count = std::min(kSamples, last - first + 1);
    std::uint64_t cached = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        // From the middle of each of `count` equal parts.
        const std::uint64_t page = first + (last - first + 1) * (2 * i + 1) / (2 * count);
        unsigned char state = 0;
        if (::mincore(static_cast<char*>(m_address) + page * kPage, kPage, &state) != 0) {
            return std::nullopt;
        }
        cached += state & 1U;
    }
    return static_cast<double>(cached) / static_cast<double>(count);
}

std::optional<DirectReader> DirectReader::open(const OpenDescriptor& file) {
    // Opened through /proc, so that a file put under the same name meanwhile is never taken.
    auto opened = file.openAgain(O_DIRECT);
    if (opened == nullptr) {
        return std::nullopt;
    }
    return DirectReader(std::move(opened));
}

std::uint64_t DirectReader::readSome(std::uint64_t offset, std::span<std::byte> target) const {
    std::uint64_t done = 0;
    while (done < target.size()) {
        const ssize_t count = ::pread(m_descriptor->number(), target.data() + done,
                                      target.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            break;
        }
        done += static_cast<std::uint64_t>(count);
        if (done % kAlignment != 0) {
            break;  // the end of the file
        }
    }
    return done;
}

namespace {

/// MADV_COLLAPSE, which glibc 2.36 does not name.
constexpr int kCollapse = 25;
/// Pages that one question covers.
constexpr std::size_t kPagesAtOnce = 4096;

struct WholePages {
    std::byte* begin = nullptr;
    std::uint64_t size = 0;
};

WholePages wholePages(std::span<const std::byte> mapped) {
    const std::uint64_t head = reinterpret_cast<std::uintptr_t>(mapped.data()) % kPage;
    const std::uint64_t size = (head + mapped.size() + kPage - 1) / kPage * kPage;
    return {const_cast<std::byte*>(mapped.data()) - head, size};
}

}  // namespace

bool liesInMemory(const std::string& path) {
    // As statfs numbers them (linux/magic.h).
    constexpr std::array<std::uint32_t, 2> kTypes{0x01021994 /* tmpfs */, 0x858458F6 /* ramfs */};
    struct statfs status {};
    return ::statfs(path.c_str(), &status) == 0 &&
           std::ranges::find(kTypes, static_cast<std::uint32_t>(status.f_type)) != kTypes.end();
}

std::uint64_t residentBytes(std::span<const std::byte> mapped) {
    const auto [begin, size] = wholePages(mapped);
    const std::uint64_t pages = size / kPage;
    std::array<unsigned char, kPagesAtOnce> states{};
    std::uint64_t resident = 0;
    for (std::uint64_t at = 0; at < pages; at += kPagesAtOnce) {
        const auto count = std::min<std::uint64_t>(kPagesAtOnce, pages - at);
        if (::mincore(begin + at * kPage, count * kPage, states.data()) != 0) {
            return 0;
        }
        resident += static_cast<std::uint64_t>(
            std::count_if(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(count),
                          [](unsigned char state) { return (state & 1U) != 0; }));
    }
    return resident * kPage;
}

bool populatePages(std::span<std::byte> mapped) {
    const auto [begin, size] = wholePages(mapped);
    return ::madvise(begin, size, MADV_POPULATE_WRITE) == 0;
}

std::byte* trimToHugePages(std::byte* mapped, std::uint64_t size) {
    const std::uint64_t beyond = reinterpret_cast<std::uintptr_t>(mapped) % kHugePage;
    const std::uint64_t head = beyond == 0 ? 0 : kHugePage - beyond;
    if (head > 0) {
        ::munmap(mapped, head);
    }
    ::munmap(mapped + head + size, kHugePage - head);
    return mapped + head;
}

bool populateHugePage(std::byte* mapped) {
    // A block without any page cannot be collapsed.
    if (residentBytes({mapped, 1}) != 0 || !populatePages({mapped, 1})) {
        return true;
    }
    std::byte* const block = mapped - reinterpret_cast<std::uintptr_t>(mapped) % kHugePage;
    const bool isRefused = ::madvise(block, kHugePage, kCollapse) != 0;
    return !isRefused || errno == EAGAIN || errno == EBUSY;  // busy is no refusal of the next
}

}  // namespace stowage
