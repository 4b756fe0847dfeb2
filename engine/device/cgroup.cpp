// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/cgroup.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>
#include <utility>

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

void walkUp(const Hierarchy& hierarchy, CgroupMemory& result) {
    std::string group = hierarchy.group;
    while (true) {
        const std::string folder = hierarchy.mount + group + "/";
        const auto limit = readNumber(folder + hierarchy.limitFile);
        const auto usage = readNumber(folder + hierarchy.usageFile);
        if (limit && *limit < kUnlimitedFrom) {
            keepSmaller(result.limit, *limit);
            if (usage) {
                const std::uint64_t left = *limit - std::min(*limit, *usage);
                keepSmaller(result.left, left);
                keepSmaller(result.forFiles, left + std::min(*usage, filePages(hierarchy, folder)));
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

CgroupMemory readCgroupMemory(const std::string& membershipFile, const std::string& mountRoot) {
    CgroupMemory result;
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
                anyCould ? say("this user may not make a control group here")
                         : say("no control group here hands control of memory down"));
}

}  // namespace stowage
