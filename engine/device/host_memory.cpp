// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/host_memory.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/cgroup.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace stowage {
namespace {

constexpr std::size_t kStatusSize = 8192;  ///< /proc/self/status is about 1.5 KiB

/// The number behind `label` in "label:   123 kB", in bytes.
std::optional<std::uint64_t> fieldBytes(std::string_view text, std::string_view label) {
    std::size_t at = text.starts_with(label) ? 0 : text.find("\n" + std::string(label));
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    at = text.find(label, at) + label.size();
    at = text.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    std::uint64_t kilobytes = 0;
    const auto [stop, status] =
        std::from_chars(text.data() + at, text.data() + text.size(), kilobytes);
    if (status != std::errc()) {
        return std::nullopt;
    }
    return kilobytes * 1024;
}

std::string textOf(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::optional<std::uint64_t> smallerKnown(std::optional<std::uint64_t> machine,
                                          std::optional<std::uint64_t> cgroup) {
    return machine && cgroup ? std::min(machine, cgroup) : machine ? machine : cgroup;
}

constexpr std::array kStates{FreeMemoryState::AsIs, FreeMemoryState::Touched};

constexpr std::uint64_t kPage = 4 * kKiB;

constexpr std::uint64_t kPiece = 64 * kMiB;  ///< between two checks of the stop token

constexpr unsigned kMostThreads = 8;

constexpr double kShareOfFree = 0.9;

}  // namespace

ProcessMemoryReader::ProcessMemoryReader()
    : m_descriptor(::open("/proc/self/status", O_RDONLY | O_CLOEXEC)) {}

ProcessMemoryReader::~ProcessMemoryReader() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

ProcessMemory ProcessMemoryReader::read() const {
    std::array<char, kStatusSize> buffer{};
    const ssize_t count =
        m_descriptor < 0 ? -1 : ::pread(m_descriptor, buffer.data(), buffer.size(), 0);
    if (count <= 0) {
        return {};
    }
    const std::string_view text(buffer.data(), static_cast<std::size_t>(count));
    return {fieldBytes(text, "VmRSS:"), fieldBytes(text, "RssAnon:"), fieldBytes(text, "RssFile:"),
            fieldBytes(text, "RssShmem:")};
}

HostMemory readHostMemory() {
    HostMemory memory;
    const std::string text = textOf("/proc/meminfo");
    memory.total = fieldBytes(text, "MemTotal:");
    memory.available = fieldBytes(text, "MemAvailable:");
    const CgroupMemory cgroup = readCgroupMemory("/proc/self/cgroup", "/sys/fs/cgroup");
    memory.cgroupLimit = cgroup.limit;
    memory.cgroupLeft = cgroup.left;
    memory.cgroupForFiles = cgroup.forFiles;
    return memory;
}

std::optional<std::uint64_t> hostBudgetBytes(const HostMemory& memory) {
    return smallerKnown(memory.available, memory.cgroupLeft);
}

std::optional<std::uint64_t> roomForFiles(const HostMemory& memory) {
    return smallerKnown(memory.available, memory.cgroupForFiles);
}

std::optional<std::uint64_t> heapHeldByAllocator() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 33))
    return static_cast<std::uint64_t>(::mallinfo2().fordblks);
#else
    return std::nullopt;
#endif
}

bool resetResidentPeak() {
    const int file = ::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    const bool done = ::write(file, "5", 1) == 1;
    ::close(file);
    return done;
}

std::optional<std::uint64_t> readResidentPeak() {
    return fieldBytes(textOf("/proc/self/status"), "VmHWM:");
}

std::string_view freeMemoryStateName(FreeMemoryState state) {
    return state == FreeMemoryState::Touched ? "touched" : "as-is";
}

Result<FreeMemoryState> freeMemoryStateFromName(std::string_view name) {
    for (const FreeMemoryState state : kStates) {
        if (freeMemoryStateName(state) == name) {
            return state;
        }
    }
    return fail(ErrorCode::InvalidArgument,
                say("Free memory cannot be %1; take as-is or touched.", quotedForMessage(name)));
}

Result<void> touchFreeMemory(std::uint64_t bytes, const std::stop_token& stop) {
    if (const auto left = hostBudgetBytes(readHostMemory())) {
        bytes =
            std::min(bytes, static_cast<std::uint64_t>(static_cast<double>(*left) * kShareOfFree));
    }
    if (bytes == 0) {
        return {};
    }
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return {};  // it was a wish: the load says by itself what it cannot get
    }
    (void)::madvise(memory, bytes, MADV_HUGEPAGE);
    auto* const data = static_cast<volatile std::byte*>(memory);
    std::atomic<std::uint64_t> next = 0;
    const auto touch = [&] {
        for (std::uint64_t begin = next.fetch_add(kPiece); begin < bytes && !stop.stop_requested();
             begin = next.fetch_add(kPiece)) {
            const std::uint64_t end = std::min(bytes, begin + kPiece);
            for (std::uint64_t at = begin; at < end; at += kPage) {
                data[at] = std::byte{1};
            }
        }
    };
    {
        std::vector<std::jthread> others;  // a page's first touch waits for the host
        try {
            while (others.size() + 1 <
                   std::min(std::thread::hardware_concurrency(), kMostThreads)) {
                others.emplace_back(touch);
            }
        } catch (const std::system_error&) {
            // Those that there are do it.
        }
        touch();
    }
    ::munmap(memory, bytes);
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, say("Touching free memory was stopped."));
    }
    return {};
}

}  // namespace stowage
