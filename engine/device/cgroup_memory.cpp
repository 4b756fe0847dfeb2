// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/cgroup_memory.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>

namespace stowage {

namespace {

/// Version 1 writes a number near 2^63 where there is no limit.
constexpr std::uint64_t kUnlimitedFrom = std::uint64_t{1} << 60U;

struct Hierarchy {
    std::string mount;
    std::string group;  ///< "/a/b"
    const char* limitFile;
    const char* usageFile;
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
                keepSmaller(result.left, *limit - std::min(*limit, *usage));
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
        return Hierarchy{mountRoot, group, "memory.max", "memory.current"};
    }
    if (listsMemory(controllers)) {
        return Hierarchy{mountRoot + "/memory", group, "memory.limit_in_bytes",
                         "memory.usage_in_bytes"};
    }
    return std::nullopt;
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

}  // namespace stowage
