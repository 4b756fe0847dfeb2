// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/memory_group.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <utility>

namespace stowage {

namespace {

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

MemoryGroup::MemoryGroup(std::string folder, std::string home)
    : m_folder(std::move(folder)), m_home(std::move(home)) {}

MemoryGroup::~MemoryGroup() {
    (void)writeTo(m_home + "/cgroup.procs", std::to_string(::getpid()));
    ::rmdir(m_folder.c_str());
}

Result<std::unique_ptr<MemoryGroup>> MemoryGroup::enter(std::uint64_t bytes, const Places& places) {
    const auto own = ownGroup(places.membership);
    if (!own) {
        return fail(ErrorCode::Unsupported, "this system has no control groups of version 2");
    }
    bool anyCould = false;
    for (std::string group = *own;; group.resize(group.rfind('/'))) {
        const std::string parent = places.mount + group;
        if (handsMemoryDown(parent)) {
            anyCould = true;
            const std::string folder = parent + "/stowage-" + std::to_string(::getpid());
            if (::mkdir(folder.c_str(), 0755) == 0) {
                if (fill(folder, bytes)) {
                    return std::unique_ptr<MemoryGroup>(
                        new MemoryGroup(folder, places.mount + *own));
                }
                ::rmdir(folder.c_str());
            }
        }
        if (group.empty()) {
            break;
        }
    }
    return fail(ErrorCode::Unsupported, anyCould
                                            ? "this user may not make a control group here"
                                            : "no control group here hands control of memory down");
}

}  // namespace stowage
