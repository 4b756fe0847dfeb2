// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace stowage {

/// A control group (version 2) that this whole process lives in while the object does, with a
/// limit for memory and no swap. What the process held before stays charged to the group it came
/// from; from then on its anonymous and shared pages count, and pages of files until the system
/// takes them back, which it does before it refuses anything. A process that goes over the limit
/// is ended by the system. Source of the rules: the kernel's Documentation/admin-guide/cgroup-v2.
class MemoryGroup {
public:
    /// Where control groups are found; tests give folders of their own.
    struct Places {
        std::string membership = "/proc/self/cgroup";
        std::string mount = "/sys/fs/cgroup";
    };

    /// Makes a group below the nearest one, from the process's own upward, that hands control of
    /// memory down, and enters it. Error: Unsupported, with the reason.
    [[nodiscard]] static Result<std::unique_ptr<MemoryGroup>> enter(std::uint64_t bytes,
                                                                    const Places& places);
    [[nodiscard]] static Result<std::unique_ptr<MemoryGroup>> enter(std::uint64_t bytes) {
        return enter(bytes, Places{});
    }
    /// Goes back to where the process was, and removes the group.
    ~MemoryGroup();
    MemoryGroup(const MemoryGroup&) = delete;
    MemoryGroup& operator=(const MemoryGroup&) = delete;

private:
    MemoryGroup(std::string folder, std::string home);

    std::string m_folder;
    std::string m_home;  ///< the folder of the group that the process came from
};

}  // namespace stowage
