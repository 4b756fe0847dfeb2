// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/program/load_program.h"
#include "engine/load/program/load_schedule.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// What the time of a load depends on beside its program, as things are now.
struct TimeConditions {
    std::shared_ptr<const MachineRates> rates;  ///< never null
    FileSystemRates source;              ///< of the file system that the weights are read from
    std::optional<double> offloadWrite;  ///< bytes per second into the offload folder
    std::optional<double> spillWrite;    ///< into the system's folder for temporary files
    /// By shard: the share of its pages that the page cache holds, 0 to 1.
    std::vector<double> warmShares;
};

/// Nothing where the schedule has no rates, neither files nor a described source (a dry run of a
/// tree), or files on a file system that was not measured. Asks the page cache about a sample of
/// each file's pages.
[[nodiscard]] std::optional<TimeConditions> timeConditionsFor(const LoadSchedule& schedule);

/// Calculates how long each step of a program takes, from measured rates: who copies what from
/// where, which pages must first be made, what the disk does meanwhile. It is told every step in
/// order.
///
/// Serial methods read with one thread; the system reads ahead (TimeConditions::source), so a disk
/// works while the loader copies, but only that far. `streamed` overlaps reads and copies; its rate
/// by destination was measured whole. A link limit of a GPU holds for all that goes there.
class LoadClock {
public:
    /// All three must outlive it.
    LoadClock(const LoadSchedule& schedule, const LoadProgram& program,
              const TimeConditions& conditions);

    /// Of BulkRead nothing: its reads are told one by one.
    void step(const LoadOp& op);
    /// One read of BulkRead; `place` is the tensor's buffer, kNone for the offload folder.
    void bulkRead(const ReadStep& read, std::uint32_t place);
    /// Since the load began; nothing once a rate was needed that is unknown.
    [[nodiscard]] std::optional<double> seconds() const;

private:
    /// Pages of a GPU: what the load touches first is fresh only above `populated`.
    struct GpuPages {
        std::uint64_t touched = 0;    ///< by buffers that are alive
        std::uint64_t populated = 0;  ///< highest `touched` so far, or what was cached before
        double linkFreeAt = 0;        ///< seconds: when the link has carried all it was given
    };
    /// Bytes of a write to a GPU, parted by what their pages cost.
    struct Parted {
        std::uint64_t fresh = 0;
        std::uint64_t populated = 0;
    };

    void release(std::uint32_t buffer);
    /// What new pages of this machine's memory add for one thread: those that the host has taken
    /// back have to come from there.
    double secondsToTake(double bytes);
    /// Of `streamed`: several threads take pages; for what comes from the disk, while others wait
    /// for it.
    void waitForStream(double seconds, double warm, double freshBytes);
    void read(std::uint32_t tensor, std::uint64_t bytes, std::uint32_t target);
    void readMapped(std::uint32_t tensor);
    /// The disk brings `cold` bytes at `rate` while the processor is busy for `busy` seconds.
    void fetch(std::uint64_t cold, std::optional<double> rate, double busy);
    void copy(const LoadOp& op);
    void copyWithinGpu(std::uint64_t bytes, std::uint32_t target);
    void reload(const LoadOp& op);
    /// Into the offload folder, after a cast where dtypes differ.
    void store(std::uint32_t tensor, DType from, std::uint64_t bytes);
    /// Over the link or within host memory, after a cast where dtypes differ.
    void deliver(DType from, std::uint64_t bytes, std::uint32_t target);
    void cast(DType from, DType to, std::uint64_t bytes);
    void touch(std::uint32_t buffer);
    Parted touchGpu(std::uint32_t buffer, std::uint64_t bytes);
    void pass(std::uint64_t bytes, std::optional<double> rate);
    void wait(double seconds);
    /// The link of `gpu` takes `bytes` from `begin` on.
    void carry(DeviceId gpu, std::uint64_t bytes, double begin);
    [[nodiscard]] double streamSeconds(double bytes, double warm, DiskRate cold,
                                       DiskRate fromCache) const;
    [[nodiscard]] const ProgramBuffer& buffer(std::uint32_t index) const {
        return m_program.buffers[index];
    }
    [[nodiscard]] double warmShare(std::uint32_t tensor) const;
    [[nodiscard]] bool isCard(DeviceId device) const;
    [[nodiscard]] const DeviceInfo* infoOf(DeviceId device) const;

    const LoadSchedule& m_schedule;
    const LoadProgram& m_program;
    const TimeConditions& m_now;
    std::vector<bool> m_touched;  ///< by buffer
    std::map<DeviceId, GpuPages> m_gpus;
    double m_seconds = 0;    ///< NaN once a rate was unknown
    double m_keptBytes = 0;  ///< free memory that need not come from the host
    double m_streamThreads = 1;
    double m_bytesAhead = 0;   ///< read ahead by the system already
    bool m_isReading = false;  ///< the system knows that there is something to be read ahead
};

}  // namespace stowage
