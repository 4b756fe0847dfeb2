// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace stowage {

/// This process as /proc/self/status tells it, bytes. Absent fields are unknown, never zero.
struct ProcessMemory {
    std::optional<std::uint64_t> rss;
    std::optional<std::uint64_t> anon;   ///< RssAnon: heap and private pages
    std::optional<std::uint64_t> file;   ///< RssFile: mapped file pages, evictable
    std::optional<std::uint64_t> shmem;  ///< RssShmem: simulated GPUs' mapped pages
};

/// The machine: bytes. `cgroupLeft` is memory.max − memory.current, smallest up the tree.
struct HostMemory {
    std::optional<std::uint64_t> total;
    std::optional<std::uint64_t> available;
    std::optional<std::uint64_t> cgroupLimit;
    std::optional<std::uint64_t> cgroupLeft;
};

/// One pread of a descriptor kept open; 6–8 µs. Not safe for use from two threads at once.
class ProcessMemoryReader {
public:
    ProcessMemoryReader();
    ~ProcessMemoryReader();
    ProcessMemoryReader(const ProcessMemoryReader&) = delete;
    ProcessMemoryReader& operator=(const ProcessMemoryReader&) = delete;
    [[nodiscard]] ProcessMemory read() const;

private:
    int m_descriptor = -1;
};

/// MemTotal, MemAvailable and the cgroup (v2, v1 or none).
[[nodiscard]] HostMemory readHostMemory();

/// The host's budget: the smaller of MemAvailable and what the cgroup leaves; nothing if unknown.
[[nodiscard]] std::optional<std::uint64_t> hostBudgetBytes(const HostMemory& memory);

}  // namespace stowage
