// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>

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

inline ProcessCounts processCounts() {
    return {entriesOf("/proc/self/fd"), entriesOf("/proc/self/task")};
}

}  // namespace stowage::test
