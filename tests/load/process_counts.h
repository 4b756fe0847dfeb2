// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace stowage::test {

/// Entries of a folder of /proc, always with the one descriptor that lists it.
inline std::ptrdiff_t entriesOf(const char* folder) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        count += entry.path().empty() ? 0 : 1;
    }
    return static_cast<std::ptrdiff_t>(count);
}

/// What a process holds beside memory.
struct ProcessCounts {
    std::ptrdiff_t descriptors = 0;
    std::ptrdiff_t threads = 0;
    friend bool operator==(const ProcessCounts&, const ProcessCounts&) = default;
};

/// Threads that have not ended. One that was joined stays in /proc for a moment, marked as exiting
/// (PF_EXITING among the flags, field 9 of stat: proc(5)).
inline std::ptrdiff_t liveThreads() {
    constexpr unsigned long kExiting = 0x4;
    std::ptrdiff_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
        std::string stat;
        std::getline(std::ifstream(entry.path() / "stat"), stat);
        // The name before it, in brackets, may hold anything.
        std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
        std::string field;
        for (int i = 0; i < 6; ++i) {
            fields >> field;
        }
        unsigned long flags = 0;
        const bool isThere = static_cast<bool>(fields >> flags);  // else it is gone by now
        count += isThere && (flags & kExiting) == 0 ? 1 : 0;
    }
    return count;
}

inline ProcessCounts processCounts() {
    return {entriesOf("/proc/self/fd"), liveThreads()};
}

}  // namespace stowage::test
