// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

namespace stowage::test {

/// What the kernel says of the memory file behind a simulated GPU.
struct MemoryFile {
    std::uint64_t pages = 0;  ///< bytes of pages that exist (st_blocks)
    std::uint64_t size = 0;   ///< bytes from its begin to its end, holes included
};

/// Of the one memory file of this process that was made under `name`; zeros where there is none.
inline MemoryFile memoryFileNamed(const std::string& name) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        const std::string target = std::filesystem::read_symlink(entry, gone).string();
        struct stat status {};
        if (target.find("memfd:" + name + " ") != std::string::npos &&
            ::stat(entry.path().c_str(), &status) == 0) {
            return {512 * static_cast<std::uint64_t>(status.st_blocks),
                    static_cast<std::uint64_t>(status.st_size)};
        }
    }
    return {};
}

}  // namespace stowage::test
