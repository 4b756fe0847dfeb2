// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/load/report/load_curves.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

class MemorySampler;

/// What one GPU holds at a moment, bytes.
struct LoadEventDevice {
    DeviceId device;
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
};

/// What a load tells of itself while it runs, for another process: one JSON line in a file
/// (`load --events FILE`). Memory is the highest since the line before, so that no peak that the
/// sampler saw is lost. Bytes.
struct LoadEvent {
    /// Since the first phase of the load began; 0 while something is prepared before it, and then
    /// without memory.
    double seconds = 0;
    std::string phase;            ///< as LoadPhase::name, or what comes before and after the load
    std::string item;             ///< the tensor; "" between
    std::uint64_t bytesDone = 0;  ///< of this phase
    std::uint64_t bytesTotal = 0;
    std::uint64_t itemsDone = 0;
    std::uint64_t itemsTotal = 0;
    std::vector<LoadEventDevice> devices;  ///< GPUs
    // Above the level before the load; nothing where not known.
    std::optional<double> hostAnon;
    std::optional<double> hostFile;
    std::optional<double> hostShmem;
};

/// The event as its line, with the line break:
/// {"seconds", "phase", "item", "bytes_done", "bytes_total", "items_done", "items_total",
/// "devices": {"gpu:0": {"allocated", "reserved"}}, "host": {"anon", "file", "shmem"}}
[[nodiscard]] std::string loadEventLine(const LoadEvent& event);

/// The event that a line contains; nothing for an object that is none.
[[nodiscard]] std::optional<LoadEvent> readLoadEvent(const nlohmann::ordered_json& object);

/// Lines a second that a LoadEventWriter writes at most; changes of phase wait as well.
inline constexpr double kMostEventsPerSecond = 30;

/// Writes the events of one load: give it the load's progress and the load's sampler. Each line
/// is written whole by one call to the system. Members may be called from any thread. Never ends
/// a load: what could not be written is told by finish().
class LoadEventWriter {
public:
    /// Makes or empties the file. Errors: those of opening it for writing.
    [[nodiscard]] static Result<std::unique_ptr<LoadEventWriter>> open(
        const std::string& path, std::shared_ptr<const MemorySampler> sampler);
    /// Gives each line to `sink`, without its line break, from the thread that reports.
    [[nodiscard]] static std::unique_ptr<LoadEventWriter> toSink(
        std::function<void(std::string_view line)> sink,
        std::shared_ptr<const MemorySampler> sampler);
    ~LoadEventWriter();
    LoadEventWriter(const LoadEventWriter&) = delete;
    LoadEventWriter& operator=(const LoadEventWriter&) = delete;

    /// The newest progress; a line where the last one is old enough.
    void report(const Progress& progress);
    /// The last line, with what was reported last. Error: WriteFailed, DiskFull: what the first
    /// line that could not be written met.
    [[nodiscard]] Result<void> finish();

private:
    struct Impl;
    explicit LoadEventWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Adds the moment to `curves`, whose columns stay of equal length; an event without memory adds
/// nothing. Beyond kMostCurvePoints neighbours are merged, the highest of every figure kept.
void appendEvent(LoadCurves& curves, const LoadEvent& event);

}  // namespace stowage
