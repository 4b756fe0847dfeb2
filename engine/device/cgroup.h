// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace stowage {

/// What the process's control group allows. Nothing: no group sets a limit, or none is readable.
struct CgroupMemory {
    std::optional<std::uint64_t> limit;  ///< the smallest limit on the way up
    std::optional<std::uint64_t> left;   ///< the smallest limit − use on the way up
    /// The same with the pages of files that are in use: what files may keep in the page cache.
    std::optional<std::uint64_t> forFiles;
};

/// Reads the memory limits of the group named in `membershipFile` (/proc/self/cgroup) and of all
/// groups above it: version 2 (memory.max, memory.current) and version 1
/// (memory.limit_in_bytes, memory.usage_in_bytes) under `mountRoot` (/sys/fs/cgroup). In a
/// container the group's own path may not exist there; its visible ancestors are read then.
[[nodiscard]] CgroupMemory readCgroupMemory(const std::string& membershipFile,
                                            const std::string& mountRoot);

/// A control group (version 2) that this whole process lives in while the object does, with a
/// limit for memory and no swap. What the process held before stays charged to the group it came
/// from; from then on its anonymous and shared pages count, and pages of files until the system
/// takes them back, which it does before it refuses anything. A process that goes over the limit
/// is ended by the system. Source of the rules: the kernel's Documentation/admin-guide/cgroup-v2.
class MemoryCgroup {
public:
    /// Where control groups are found; tests give folders of their own.
    struct Places {
        std::string membership = "/proc/self/cgroup";
        std::string mount = "/sys/fs/cgroup";
    };

    /// Makes a group below the nearest one, from the process's own upward, that hands control of
    /// memory down, and enters it. Error: Unsupported, with the reason.
    [[nodiscard]] static Result<std::unique_ptr<MemoryCgroup>> enter(std::uint64_t bytes,
                                                                     const Places& places);
    [[nodiscard]] static Result<std::unique_ptr<MemoryCgroup>> enter(std::uint64_t bytes) {
        return enter(bytes, Places{});
    }
    /// Goes back to where the process was, and removes the group.
    ~MemoryCgroup();
    MemoryCgroup(const MemoryCgroup&) = delete;
    MemoryCgroup& operator=(const MemoryCgroup&) = delete;

private:
    MemoryCgroup(std::string folder, std::string home);

    std::string m_folder;
    std::string m_home;  ///< the folder of the group that the process came from
};

}  // namespace stowage
