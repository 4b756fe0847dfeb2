// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/resident_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace stowage {

namespace {

constexpr std::uint64_t kResidentPage = 4096;
/// MADV_COLLAPSE, which glibc 2.36 does not name.
constexpr int kCollapse = 25;
/// Pages that one question covers.
constexpr std::size_t kPagesAtOnce = 4096;

struct WholePages {
    std::byte* begin = nullptr;
    std::uint64_t size = 0;
};

WholePages wholePages(std::span<const std::byte> mapped) {
    const std::uint64_t head = reinterpret_cast<std::uintptr_t>(mapped.data()) % kResidentPage;
    const std::uint64_t size =
        (head + mapped.size() + kResidentPage - 1) / kResidentPage * kResidentPage;
    return {const_cast<std::byte*>(mapped.data()) - head, size};
}

}  // namespace

std::uint64_t residentBytes(std::span<const std::byte> mapped) {
    const auto [begin, size] = wholePages(mapped);
    const std::uint64_t pages = size / kResidentPage;
    std::array<unsigned char, kPagesAtOnce> states{};
    std::uint64_t resident = 0;
    for (std::uint64_t at = 0; at < pages; at += kPagesAtOnce) {
        const auto count = std::min<std::uint64_t>(kPagesAtOnce, pages - at);
        if (::mincore(begin + at * kResidentPage, count * kResidentPage, states.data()) != 0) {
            return 0;
        }
        resident += static_cast<std::uint64_t>(
            std::count_if(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(count),
                          [](unsigned char state) { return (state & 1U) != 0; }));
    }
    return resident * kResidentPage;
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
