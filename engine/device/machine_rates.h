// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a load pays for in host memory and on simulated GPUs, whatever the disk. Each is measured
/// by doing just that, in bytes per second on one thread, unless it says otherwise.
enum class HostRate : std::uint8_t {
    Memcpy,                ///< from one touched buffer in huge pages to another
    HostToDevice,          ///< pinned memory to a CUDA card
    TouchLarge,            ///< first write to pages of a tensor of some MiB
    TouchSmall,            ///< first write to pages of a tensor below a huge page
    TouchIdle,             ///< first write to free memory that the host took back, in huge pages;
                           ///< unknown where it takes none back (MachineRates::keptBytes)
    Release,               ///< pages given back to the system
    SimulatedFresh,        ///< host to a simulated GPU whose pages must still be made
    SimulatedPopulated,    ///< host to a simulated GPU whose pages are there
    SimulatedWithin,       ///< from one place of a simulated GPU to another, pages there
    SimulatedWithinFresh,  ///< the same, the target's pages must still be made
};
inline constexpr std::size_t kHostRates = 10;

/// What a load pays for a file system, in bytes per second. "Cold": no page of the file is in
/// memory; "warm": all are.
enum class DiskRate : std::uint8_t {
    Cold,            ///< the raw limit: the best of direct and buffered reads, 1 and 2 threads
    Warm,            ///< the same from the page cache, into touched huge pages
    ReadCold,        ///< one thread, buffered, 4 MiB a read, into touched pages
    ReadWarm,        ///< the same from the page cache
    MapCold,         ///< pages of a mapped file brought in by touching them in order
    MapWarm,         ///< the same where they are in the page cache
    StreamHostCold,  ///< `streamed`, whole, to fresh host memory
    StreamHostWarm,
    StreamSimulatedCold,  ///< `streamed`, whole, to a simulated GPU without pages
    StreamSimulatedWarm,
    StreamPopulatedCold,  ///< the same where the pages are there
    StreamPopulatedWarm,
    Write,           ///< into the page cache, file after file (an offload folder)
    StagedWarm,      ///< from the page cache through one small buffer, which the processor's cache
                     ///< holds, to a simulated GPU whose pages are there: as a run brings weights
    StreamCardWarm,  ///< from the page cache to a CUDA card, as `streamed` does, with places there;
                     ///< unknown without a card
};
inline constexpr std::size_t kDiskRates = 15;

/// "memcpy", "touch_large" …: the key in JSON.
[[nodiscard]] std::string_view hostRateName(HostRate rate);
/// "disk_cold", "read_warm" …
[[nodiscard]] std::string_view diskRateName(DiskRate rate);

/// The file system that a path lies on, so that its rates are found again after a restart.
struct FileSystemIdentity {
    std::string mountPoint;  ///< "/data"
    std::string source;      ///< "/dev/vda1", "server:/export"
    std::string type;        ///< "ext4"
    friend bool operator==(const FileSystemIdentity&, const FileSystemIdentity&) = default;
};

struct FileSystemRates {
    FileSystemIdentity identity;
    std::string date;  ///< of the measurement, UTC, "2026-01-31T12:00:00Z"
    std::array<std::optional<double>, kDiskRates> bytesPerSecond{};
    /// Bytes that the system reads ahead of a reader in order; the disk works on them while the
    /// reader does something else. 0: it does not.
    double readAheadBytes = 0;

    [[nodiscard]] std::optional<double> of(DiskRate rate) const {
        return bytesPerSecond[static_cast<std::size_t>(rate)];
    }
    void set(DiskRate rate, std::optional<double> value) {
        bytesPerSecond[static_cast<std::size_t>(rate)] = value;
    }
};

/// What `stowagectl devices --measure` found on this machine. A value: whoever has it passes it on
/// (ScheduleOptions::rates). What was not measured is unknown, never zero.
struct MachineRates {
    std::string date;  ///< of the newest measurement, as in FileSystemRates
    std::array<std::optional<double>, kHostRates> bytesPerSecond{};
    std::map<std::string, double> matmul;      ///< by dtype name: floating operations per second
    std::map<std::string, double> initialise;  ///< by dtype name: random weights into touched pages
    std::map<std::string, double> cast;        ///< by "from>to": bytes of the source per second
    /// What takes every number for itself, by the dtype of activations: "float32" has bytes read
    /// and written per second, "float32 calls" operations on a single row per second, "float32
    /// products" how many products could begin.
    std::map<std::string, double> elementwise;
    /// What each of two keeps of its rate, above 0 and at most 1, where one multiplies and the
    /// other copies within memory: "float32 x1" a product of so many rows, "float32 x1 copies" the
    /// copies beside it, "float32 x1 runs" a product beside those of another run.
    std::map<std::string, double> sharing;
    /// Under a hypervisor: bytes of idle free memory that a program gets before what comes has to
    /// be given by the host, at HostRate::TouchIdle. What is counted is what lay idle when it was
    /// measured; nothing in the guest tells how much it is now.
    double keptBytes = 0;
    std::vector<FileSystemRates> disks;

    [[nodiscard]] std::optional<double> of(HostRate rate) const {
        return bytesPerSecond[static_cast<std::size_t>(rate)];
    }
    void set(HostRate rate, std::optional<double> value) {
        bytesPerSecond[static_cast<std::size_t>(rate)] = value;
    }
    /// Null where that file system was not measured.
    [[nodiscard]] const FileSystemRates* findDisk(const FileSystemIdentity& identity) const;
    /// Replaces what was known of the same file system.
    void setDisk(FileSystemRates disk);
};

/// From /proc/self/mountinfo; where no mount there holds the path, as in a chroot, from the file's
/// own device (stat, statfs). Nothing where the path cannot be found.
[[nodiscard]] std::optional<FileSystemIdentity> fileSystemOf(const std::string& path);
/// The same with the text of mountinfo given.
[[nodiscard]] std::optional<FileSystemIdentity> fileSystemOf(const std::string& path,
                                                             std::istream& mounts);

/// That on which a path lies or will lie: the nearest folder above it that is there.
[[nodiscard]] std::optional<FileSystemIdentity> fileSystemFor(const std::string& path);

/// ${XDG_CONFIG_HOME:-~/.config}/stowage/machine.json; "" where the environment names no home.
[[nodiscard]] std::string defaultRatesPath();

/// Nothing where the file does not exist (or `path` is ""). Errors: Malformed and LimitExceeded
/// with one sentence that says to measure again; those of reading. Callers warn and go on without.
[[nodiscard]] Result<std::optional<MachineRates>> readMachineRates(const std::string& path);

/// Makes the folder and writes the file atomically. Errors: those of AtomicFileWriter.
[[nodiscard]] Result<void> writeMachineRates(const std::string& path, const MachineRates& rates);

/// The document of the file, and back. Errors: Malformed.
[[nodiscard]] std::string machineRatesToJson(const MachineRates& rates);
[[nodiscard]] Result<MachineRates> machineRatesFromJson(std::string_view text,
                                                        const std::string& file);

}  // namespace stowage
