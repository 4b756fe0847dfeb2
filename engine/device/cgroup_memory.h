// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stowage {

/// What the process's control group allows. Nothing: no group sets a limit, or none is readable.
struct CgroupMemory {
    std::optional<std::uint64_t> limit;  ///< the smallest limit on the way up
    std::optional<std::uint64_t> left;   ///< the smallest limit − use on the way up
};

/// Reads the memory limits of the group named in `membershipFile` (/proc/self/cgroup) and of all
/// groups above it: version 2 (memory.max, memory.current) and version 1
/// (memory.limit_in_bytes, memory.usage_in_bytes) under `mountRoot` (/sys/fs/cgroup). In a
/// container the group's own path may not exist there; its visible ancestors are read then.
[[nodiscard]] CgroupMemory readCgroupMemory(const std::string& membershipFile,
                                            const std::string& mountRoot);

}  // namespace stowage
