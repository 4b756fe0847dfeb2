// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

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
    std::optional<std::uint64_t> cgroupForFiles;  ///< that and the pages of files in use
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

/// How much of files machine and cgroup could keep in the page cache; nothing if unknown.
[[nodiscard]] std::optional<std::uint64_t> roomForFiles(const HostMemory& memory);

/// Bytes that were freed but that malloc has not given back to the system; they count as RssAnon.
/// Nothing where the C library cannot say. Walks the free lists: not for use at every sample.
[[nodiscard]] std::optional<std::uint64_t> heapHeldByAllocator();

/// Lets the kernel's peak of this process's resident memory (VmHWM) start again from what it uses
/// now; 4 µs. False where the kernel does not allow it.
bool resetResidentPeak();

/// That peak: anonymous, file and shared pages together. Nothing where it is not told.
[[nodiscard]] std::optional<std::uint64_t> readResidentPeak();

/// What the machine's free memory should be before it is used.
enum class FreeMemoryState {
    AsIs,
    /// Taken and given back once. Under a hypervisor the first touch of a page that the guest never
    /// had, or gave back long ago, costs up to twenty times as much as any later one, and nothing
    /// in the guest tells which pages those are. What is to be compared should find them touched.
    Touched,
};

/// "as-is", "touched".
[[nodiscard]] std::string_view freeMemoryStateName(FreeMemoryState state);
/// Error: InvalidArgument.
[[nodiscard]] Result<FreeMemoryState> freeMemoryStateFromName(std::string_view name);

/// Touches that many bytes of free memory, but never more than nine tenths of what the machine and
/// the control group have left, and gives them back at once. Blocks. Error: Cancelled.
[[nodiscard]] Result<void> touchFreeMemory(std::uint64_t bytes, const std::stop_token& stop);

}  // namespace stowage
