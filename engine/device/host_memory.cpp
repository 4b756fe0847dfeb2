// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/host_memory.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stowage {
namespace {

/// Version 1 writes a number near 2^63 where there is no limit.
constexpr std::uint64_t kUnlimitedFrom = std::uint64_t{1} << 60U;

struct Hierarchy {
    std::string mount;
    std::string group;  ///< "/a/b"
    const char* limitFile;
    const char* usageFile;
    std::string_view inactiveFiles;  ///< fields of memory.stat
    std::string_view activeFiles;
};

/// The number in a file; nothing for "max" and where the file is absent.
std::optional<std::uint64_t> readNumber(const std::string& path) {
    std::ifstream file(path);
    std::string word;
    if (!(file >> word)) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, status] = std::from_chars(word.data(), end, value);
    if (status != std::errc() || stop != end) {
        return std::nullopt;
    }
    return value;
}

/// Pages of files that a group's memory.stat tells of; the system takes them back where they are
/// in the way.
std::uint64_t filePages(const Hierarchy& hierarchy, const std::string& folder) {
    std::ifstream file(folder + "memory.stat");
    std::string name;
    std::uint64_t value = 0;
    std::uint64_t pages = 0;
    while (file >> name >> value) {
        pages += name == hierarchy.inactiveFiles || name == hierarchy.activeFiles ? value : 0;
    }
    return pages;
}

void keepSmaller(std::optional<std::uint64_t>& kept, std::uint64_t value) {
    kept = kept ? std::min(*kept, value) : value;
}

void walkUp(const Hierarchy& hierarchy, HostMemory& result) {
    std::string group = hierarchy.group;
    while (true) {
        const std::string folder = hierarchy.mount + group + "/";
        const auto limit = readNumber(folder + hierarchy.limitFile);
        const auto usage = readNumber(folder + hierarchy.usageFile);
        if (limit && *limit < kUnlimitedFrom) {
            keepSmaller(result.cgroupLimit, *limit);
            if (usage) {
                const std::uint64_t left = *limit - std::min(*limit, *usage);
                keepSmaller(result.cgroupLeft, left);
                keepSmaller(result.cgroupForFiles,
                            left + std::min(*usage, filePages(hierarchy, folder)));
            }
        }
        if (group.empty()) {
            return;
        }
        group.resize(group.rfind('/'));
    }
}

bool listsMemory(std::string_view controllers) {
    while (!controllers.empty()) {
        const std::size_t comma = std::min(controllers.find(','), controllers.size());
        if (controllers.substr(0, comma) == "memory") {
            return true;
        }
        controllers.remove_prefix(std::min(comma + 1, controllers.size()));
    }
    return false;
}

/// "10:memory:/group" or "0::/group" as a hierarchy that can limit memory.
std::optional<Hierarchy> hierarchyOf(const std::string& line, const std::string& mountRoot) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos || second + 1 >= line.size() || line[second + 1] != '/') {
        return std::nullopt;
    }
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string group = line.substr(second + 1);
    if (group == "/") {
        group.clear();
    }
    if (controllers.empty()) {
        return Hierarchy{mountRoot,        group,           "memory.max",
                         "memory.current", "inactive_file", "active_file"};
    }
    if (listsMemory(controllers)) {
        return Hierarchy{mountRoot + "/memory",   group,
                         "memory.limit_in_bytes", "memory.usage_in_bytes",
                         "total_inactive_file",   "total_active_file"};
    }
    return std::nullopt;
}

/// A whole line at once, as the kernel's files want it.
bool writeTo(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text << '\n' << std::flush;
    return file.good();
}

/// "/a/b" of the line "0::/a/b", which is the group of version 2.
std::optional<std::string> ownGroup(const std::string& membership) {
    std::ifstream file(membership);
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("0::/")) {
            const std::string group = line.substr(3);
            return group == "/" ? std::string() : group;
        }
    }
    return std::nullopt;
}

/// Whether groups below this one can have a limit for memory.
bool handsMemoryDown(const std::string& folder) {
    std::ifstream file(folder + "/cgroup.subtree_control");
    std::string word;
    while (file >> word) {
        if (word == "memory") {
            return true;
        }
    }
    return false;
}

bool fill(const std::string& folder, std::uint64_t bytes) {
    // Without swap of its own a kernel has no such file, and nothing to forbid.
    (void)writeTo(folder + "/memory.swap.max", "0");
    return writeTo(folder + "/memory.max", std::to_string(bytes)) &&
           writeTo(folder + "/cgroup.procs", std::to_string(::getpid()));
}

}  // namespace

HostMemory readCgroupMemory(const std::string& membershipFile, const std::string& mountRoot) {
    HostMemory result;
    std::ifstream membership(membershipFile);
    std::string line;
    while (std::getline(membership, line)) {
        if (const auto hierarchy = hierarchyOf(line, mountRoot)) {
            walkUp(*hierarchy, result);
        }
    }
    return result;
}

MemoryCgroup::MemoryCgroup(std::string folder, std::string home)
    : m_folder(std::move(folder)), m_home(std::move(home)) {}

MemoryCgroup::~MemoryCgroup() {
    (void)writeTo(m_home + "/cgroup.procs", std::to_string(::getpid()));
    ::rmdir(m_folder.c_str());
}

Result<std::unique_ptr<MemoryCgroup>> MemoryCgroup::enter(std::uint64_t bytes,
                                                          const Places& places) {
    const auto own = ownGroup(places.membership);
    if (!own) {
        return fail(ErrorCode::Unsupported, say("this system has no control groups of version 2"));
    }
    bool anyCould = false;
    for (std::string group = *own;; group.resize(group.rfind('/'))) {
        const std::string parent = places.mount + group;
        if (handsMemoryDown(parent)) {
            anyCould = true;
            const std::string folder = parent + "/stowage-" + std::to_string(::getpid());
            if (::mkdir(folder.c_str(), 0755) == 0) {
                if (fill(folder, bytes)) {
                    return std::unique_ptr<MemoryCgroup>(
                        new MemoryCgroup(folder, places.mount + *own));
                }
                ::rmdir(folder.c_str());
            }
        }
        if (group.empty()) {
            break;
        }
    }
    return fail(ErrorCode::Unsupported,
                anyCould
                    ? say("this user is not allowed to set up a control group with a memory limit")
                    : say("neither the control group of this process nor a group above it "
                          "delegates the memory controller"));
}

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
    HostMemory memory = readCgroupMemory("/proc/self/cgroup", "/sys/fs/cgroup");
    const std::string text = textOf("/proc/meminfo");
    memory.total = fieldBytes(text, "MemTotal:");
    memory.available = fieldBytes(text, "MemAvailable:");
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

Result<FreeMemoryState> freeMemoryStateFromName(std::string_view name) {
    if (name == "as-is" || name == "touched") {
        return name == "touched" ? FreeMemoryState::Touched : FreeMemoryState::AsIs;
    }
    return fail(
        ErrorCode::InvalidArgument,
        say("%1 is not a state of free memory; use as-is or touched.", quotedForMessage(name)));
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

bool hostTakesFreeMemoryBack(const std::string& driver) {
    constexpr std::size_t kPageReporting = 5;  // the bit of the feature
    std::error_code failure;
    for (auto device = std::filesystem::directory_iterator(driver, failure);
         !failure && device != std::filesystem::directory_iterator(); device.increment(failure)) {
        // A digit for each feature that driver and device have agreed on, the first bit first.
        std::ifstream file(device->path() / "features");
        std::string features;
        if (file >> features && features.size() > kPageReporting &&
            features[kPageReporting] == '1') {
            return true;
        }
    }
    return false;
}

}  // namespace stowage
