// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_memory.h"
#include "engine/load/rates/calibration.h"
#include "engine/load/tensor_backend.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// A clock that starts when it is made.
class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    }

private:
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

/// What the parts of a calibration share. Lives as long as one call of calibrate().
class CalibrationRun {
public:
    /// `fileBytes`: of the file to be read, a multiple of 16 MiB.
    CalibrationRun(const LoadBackends& backends, std::stop_token stop, const ProgressSink& sink,
                   std::uint64_t fileBytes)
        : m_backends(backends), m_stop(std::move(stop)), m_throttle(sink), m_fileBytes(fileBytes) {}

    [[nodiscard]] const LoadBackends& backends() const { return m_backends; }
    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
    [[nodiscard]] DeviceMemory& host() const { return *m_backends.find(DeviceId::cpu()); }
    [[nodiscard]] DeviceMemory& simulated() const;
    /// A card that is none of ours; null without one.
    [[nodiscard]] DeviceMemory* card() const;

    /// What one measurement of memory moves: a multiple of 16 MiB, far above any cache unless the
    /// file is short.
    [[nodiscard]] std::uint64_t passBytes() const;
    /// How often a measurement is repeated: less often where all goes slowly.
    [[nodiscard]] int passes() const;

    /// To be called between any two parts: shows how far it is. Error: Cancelled.
    [[nodiscard]] Result<void> proceed(Phrase phase, std::uint64_t bytesDone);

private:
    const LoadBackends& m_backends;
    std::stop_token m_stop;
    ProgressThrottle m_throttle;
    std::uint64_t m_fileBytes;
    std::uint64_t m_done = 0;
    Stopwatch m_watch;
};

[[nodiscard]] double medianOf(std::vector<double> values);

/// Bytes per second beyond what the same bytes take at `base`: what a first touch adds to a copy.
/// A difference too small to be measured counts as 100 times the base rate.
[[nodiscard]] double rateBeyond(double rate, double base);

/// What a program meets that takes free memory as it lies.
struct IdleMemory {
    /// Bytes per second of what comes from the host; nothing: all is here.
    std::optional<double> rate;
    double keptBytes = 0;  ///< before that
};
/// `pieces`: seconds of the first write to each 32 MiB, in order; `again`: the same where it was
/// written just before.
[[nodiscard]] IdleMemory idleMemoryOf(const std::vector<double>& pieces, double again);
/// Touches free memory as it lies for some half a second, but never what the page cache has:
/// HostRate::TouchIdle and MachineRates::keptBytes. Comes last: a hypervisor has then had some
/// seconds to take back what was in use before. Error: Cancelled.
[[nodiscard]] Result<void> measureIdleMemory(CalibrationRun& run, MachineRates& rates);
/// Everything that no disk is needed for. Errors: Cancelled, OutOfMemory, DeviceOutOfMemory.
[[nodiscard]] Result<void> measureHost(CalibrationRun& run, MachineRates& rates);
/// Dtypes: matrix products, initial weights, casts. What LibTorch cannot do stays unknown.
[[nodiscard]] Result<void> measureTensors(CalibrationRun& run, MachineRates& rates);

/// A safetensors file of 16 MiB matrices to read from and load.
struct CalibrationFile {
    std::string path;
    std::uint64_t bytes = 0;  ///< of its tensors
};
/// Errors: Cancelled, DiskFull, WriteFailed.
[[nodiscard]] Result<CalibrationFile> writeCalibrationFile(CalibrationRun& run,
                                                           const std::string& folder,
                                                           std::uint64_t bytes);
/// The raw limits, one reader, a map, how far the system reads ahead, writing. `populated`: bytes
/// per second to a simulated GPU whose pages are there. Errors: as above.
[[nodiscard]] Result<void> measureReads(CalibrationRun& run, const CalibrationFile& file,
                                        double populated, FileSystemRates& rates);
[[nodiscard]] Result<void> measureWrites(CalibrationRun& run, const std::string& folder,
                                         FileSystemRates& rates);
/// `streamed` to host memory and to a simulated GPU, and out of the page cache to a card, where
/// there is one. Errors: as above and those of a load.
[[nodiscard]] Result<void> measureStreams(CalibrationRun& run, const CalibrationFile& file,
                                          FileSystemRates& rates);

/// A way of reading a file that does nothing but read: what any load is held against.
struct RawReadWay {
    bool isDirect = false;  ///< O_DIRECT: past the page cache
    unsigned threads = 1;
    std::uint64_t blockBytes = std::uint64_t{4} << 20;
};

/// Reads the whole blocks of the file at `path` into `target`, each to its own place modulo the
/// length of `target`, and returns bytes per second. `target` begins on a page, is touched already
/// and holds `threads` blocks at least; the end of the file below one block is left out.
/// Errors: Unsupported (the file system has no direct I/O), FileNotFound, ReadFailed, Cancelled.
[[nodiscard]] Result<double> rawReadRate(const std::string& path, const RawReadWay& way,
                                         std::span<std::byte> target, const std::stop_token& stop);

}  // namespace stowage
