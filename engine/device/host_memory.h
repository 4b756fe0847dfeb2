// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace stowage {

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

/// This process as /proc/self/status tells it, bytes. Absent fields are unknown, never zero.
struct ProcessMemory {
    std::optional<std::uint64_t> rss;
    std::optional<std::uint64_t> anon;   ///< RssAnon: heap and private pages
    std::optional<std::uint64_t> file;   ///< RssFile: mapped file pages, evictable
    std::optional<std::uint64_t> shmem;  ///< RssShmem: simulated GPUs' mapped pages
};

/// The machine: bytes. `cgroupLeft` is memory.max − memory.current, smallest up the tree. Absent
/// fields are unknown: no group sets a limit, or none is readable.
struct HostMemory {
    std::optional<std::uint64_t> total;
    std::optional<std::uint64_t> available;
    std::optional<std::uint64_t> cgroupLimit;
    std::optional<std::uint64_t> cgroupLeft;
    std::optional<std::uint64_t> cgroupForFiles;  ///< that and the pages of files in use
};

/// Reads the memory limits of the group named in `membershipFile` (/proc/self/cgroup) and of all
/// groups above it: version 2 (memory.max, memory.current) and version 1
/// (memory.limit_in_bytes, memory.usage_in_bytes) under `mountRoot` (/sys/fs/cgroup). In a
/// container the group's own path may not exist there; its visible ancestors are read then. All
/// else of the machine stays unknown.
[[nodiscard]] HostMemory readCgroupMemory(const std::string& membershipFile,
                                          const std::string& mountRoot);

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

/// The state that "as-is" or "touched" names. Error: InvalidArgument.
[[nodiscard]] Result<FreeMemoryState> freeMemoryStateFromName(std::string_view name);

/// Touches that many bytes of free memory, but never more than nine tenths of what the machine and
/// the control group have left, and gives them back at once. Blocks. Error: Cancelled.
[[nodiscard]] Result<void> touchFreeMemory(std::uint64_t bytes, const std::stop_token& stop);

/// Whether the host of this virtual machine takes free memory back, as virtio's balloon lets it
/// with "free page reporting": whoever needs that memory again waits for the host, and nothing in
/// the guest tells which pages those are. `driver`: the balloon's folder under /sys.
/// Source: Virtual I/O Device (VIRTIO) Version 1.2, 5.5.3, VIRTIO_BALLOON_F_PAGE_REPORTING.
[[nodiscard]] bool hostTakesFreeMemoryBack(
    const std::string& driver = "/sys/bus/virtio/drivers/virtio_balloon");

}  // namespace stowage
