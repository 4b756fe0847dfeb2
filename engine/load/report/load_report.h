// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/load/program/load_method.h"
#include "engine/load/ram_limit.h"
#include "engine/load/read_choice.h"
#include "engine/model/dtype.h"
#include "engine/telemetry/memory_sampler.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// What is held against the files after a load.
enum class Verification { None, Bytes, BytesAndDigests };

/// One name of the model's state dict, held against plan and file by a verification. Bytes.
struct AuditRow {
    std::string name;
    DeviceId planned;              ///< where the plan wants it
    DeviceId found;                ///< where its memory was taken from; the disk for offloaded ones
    DType dtype = DType::Float32;  ///< as loaded
    DType storedDtype = DType::Float32;  ///< as the file holds it; another one where it was cast
    std::vector<std::int64_t> shape;
    std::uint64_t bytes = 0;  ///< compared, in `dtype`
    std::string tiedTo;       ///< the owner of its memory where that is another name; "" otherwise
    std::optional<std::uint64_t> firstDifference{};  ///< offset of the first byte that differs
    /// The first thing that is not as it should be, as a sentence; "" where all is.
    Message problem{};
    bool holdsNan = false;
    std::string sha256{};  ///< of the loaded bytes; only with Verification::BytesAndDigests

    /// Every byte, the dtype, the shape and the device are as file and plan say.
    [[nodiscard]] bool isRight() const { return problem.empty(); }
};

/// The rows as CSV with units in its head, for `--audit FILE` and the clipboard.
[[nodiscard]] std::string auditToCsv(const std::vector<AuditRow>& rows);

/// A named part of a load with the peaks inside it. Seconds since its start, on the clock of the
/// curves: pauses count.
struct LoadPhase {
    Message name;
    double begin = 0;
    double end = 0;
    std::map<DeviceId, std::uint64_t> peakAllocated;
    std::optional<std::uint64_t> peakHostAnon;  ///< above the baseline
};

struct DeviceLoadFigures {
    DeviceInfo device;
    std::uint64_t peakAllocated = 0;
    std::uint64_t peakReserved = 0;
    std::uint64_t finalAllocated = 0;
    std::uint64_t finalReserved = 0;
    /// As torch.cuda.memory_stats at the end, with the peaks since the load began; GPUs only.
    std::optional<AllocatorCounters> counters{};
    std::vector<SegmentSnapshot> segments{};  ///< which tensor lies where at the end; GPUs only
};

/// What a load did: measured, never predicted, unless it is a dry run (load_job.h), which says so.
/// Bytes and seconds.
struct LoadReport {
    bool dryRun = false;  ///< walked without pages: figures are the prediction's, times unknown
    LoadMethod method = LoadMethod::Streamed;
    double seconds = 0;           ///< of the load itself, without its verification and its pauses
    double pausedSeconds = 0;     ///< that it stood still until its end; a step is work
    std::uint64_t bytes = 0;      ///< of the tensors that came to their places, as stored, densely
    std::uint64_t bytesRead = 0;  ///< from files: gaps between tensors too, nothing of a mere map
    std::optional<LoadIo> io;     ///< how files were read; only `streamed` has a choice
    std::uint64_t tensors = 0;    ///< names brought in, also to disk; tied names each
    std::vector<DeviceLoadFigures> devices;
    ProcessMemory baseline;  ///< before the load
    ProcessMemory peak;      ///< differences from the baseline
    std::uint64_t samples = 0;
    double sampleIntervalSeconds = 0;
    /// Processor time of the sampler's thread meanwhile, as a share of one core: what it cost to
    /// measure. Nothing where the load was too short to tell.
    std::optional<double> samplerShare;
    std::vector<LoadPhase> phases;
    std::optional<RamLimitFigures> ramLimit;  ///< where the load had one
    KeyReport keys;
    std::optional<bool> verified;  ///< only with verification
    Message verifyFailure;         ///< what differed first
    /// SHA-256 over the loaded bytes of every tensor in C order, one after another, by name: all
    /// names of the model's state dict (tied ones each), sorted bytewise. With verification only.
    std::string sha256;
    std::map<std::string, std::string> digests;  ///< SHA-256 of each name's bytes
    std::vector<AuditRow> audit;   ///< every name, sorted bytewise; with verification only
    std::optional<Error> stopped;  ///< Cancelled or the failure
    Message stoppedAt;             ///< phase and tensor
    /// Where memory was refused: the nearest method that would do with less; `stopped` says it too.
    std::optional<LoadMethod> wouldFit;
};

/// The weights in which a verification found NaN, and the sentence that names them; "" for none.
[[nodiscard]] std::vector<std::string> nanWeights(const LoadReport& report);
[[nodiscard]] Message nanNote(const LoadReport& report);

/// Bytes of tensors that were read, a second; nothing where nothing was. Gaps that were read along
/// are no speed, and neither are tensors that a map only points to.
[[nodiscard]] std::optional<double> loadRate(const LoadReport& report);

/// The object of `load --json`.
[[nodiscard]] std::string loadReportToJson(const LoadReport& report, const LoadSchedule& schedule);

/// Measured minus predicted, bytes: above zero where the load took more.
struct PeakErrors {
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
    friend bool operator==(const PeakErrors&, const PeakErrors&) = default;
};

/// How far a load was from what its schedule predicted.
struct PredictionErrors {
    std::map<DeviceId, PeakErrors> devices;  ///< the GPUs
    /// Of the highest anonymous memory above the baseline; nothing where it could not be measured.
    std::optional<std::int64_t> hostAnon;
    /// (measured − predicted) / predicted: −0.08 is a load 8 % quicker than predicted. Nothing
    /// without a calibrated disk.
    std::optional<double> seconds;
    friend bool operator==(const PredictionErrors&, const PredictionErrors&) = default;
};

/// Nothing for a dry run, which is the prediction itself, and for a load that was stopped.
[[nodiscard]] std::optional<PredictionErrors> predictionErrors(const LoadReport& report,
                                                               const LoadSchedule& schedule);

/// By device, what was measured less what was explained, bytes; below zero where more was explained
/// than was there. Of a GPU the reserved peak with the context, less the predicted peak with the
/// context; of the CPU the anonymous peak, which alone is predicted: pages of files and those of
/// simulated GPUs are not in it.
[[nodiscard]] std::map<DeviceId, std::int64_t> unaccountedBytes(const PredictionErrors& errors);

/// The sentence under a load, for people:
/// "Prediction: GPU 0 exact; host anonymous +3.1 MiB; time −8 %". Nothing of the time where none
/// was predicted to pass: a load that only maps files.
[[nodiscard]] Message predictionErrorText(const PredictionErrors& errors,
                                          const LoadSchedule& schedule);

}  // namespace stowage
