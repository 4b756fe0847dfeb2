// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_model.h"
#include "engine/device/machine_rates.h"
#include "engine/load/program/load_method.h"
#include "engine/load/program/load_program.h"
#include "engine/load/tensor_backend.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

struct Checkpoint;
struct LoadSchedule;
struct PlacementPlan;

/// What all devices and the host hold after some step.
struct PredictedPoint {
    std::uint64_t bytesRead = 0;  ///< from the files until then
    std::uint64_t hostAnon = 0;
    std::uint64_t filePages = 0;         ///< of maps, touched until then; evictable
    std::vector<PredictedPeak> devices;  ///< held then; by index of ProgramPrediction::devices
    /// Since the load began; 0 everywhere where LoadSchedule::predictedSeconds is unknown.
    double seconds = 0;
};

struct PredictedPhase {
    Message name;
    std::map<DeviceId, PredictedPeak> peaks;  ///< the highest inside the phase
    std::uint64_t peakHostAnon = 0;
    std::uint64_t firstPoint = 0;  ///< index into ProgramPrediction::points
    double seconds = 0;            ///< its length; 0 where the time is unknown
};

/// The first allocation that a device's capacity refuses.
struct PredictedShortage {
    DeviceId device;
    Message phase;
    std::uint32_t tensor = kNone;
    std::uint64_t neededBytes = 0;  ///< of that allocation
    std::uint64_t freeBytes = 0;    ///< left beside what was reserved then
};

/// What a program will take, found by walking it without a page. Bytes.
/// Host figures are anonymous memory above the baseline: pages count from the moment they are
/// first written, so that the figure is what the system will show.
struct ProgramPrediction {
    std::vector<DeviceId> devices;  ///< the GPUs of the plan
    std::map<DeviceId, PredictedPeak> peaks;
    std::map<DeviceId, PredictedPeak> finals;
    DeviceStates allocators;  ///< of the GPUs, as the program leaves them
    std::uint64_t peakHostAnon = 0;
    std::uint64_t finalHostAnon = 0;
    /// The most pages of maps at a time, with those behind views; evictable. 0 without a map.
    std::uint64_t mappedFileBytes = 0;
    /// The highest sum over time of host memory and the pages behind simulated GPUs.
    std::uint64_t peakMachine = 0;
    std::uint64_t peakSimulated = 0;  ///< of it, at that moment, for simulated GPUs
    std::uint64_t bytesRead = 0;
    std::optional<double> seconds;  ///< nothing without conditions, or where a rate is unknown
    std::vector<PredictedPhase> phases;
    std::vector<PredictedPoint> points;  ///< the curves, at most some thousand points
    /// By device; then peaks and curves are those of devices without a limit.
    std::vector<PredictedShortage> shortages;
};

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

/// Walks `program` (program_walk.h); peaks of a GPU are of everything on it. Exact for simulated
/// GPUs, which run on the very same model. With `conditions` a clock walks along.
[[nodiscard]] ProgramPrediction predictProgram(const LoadSchedule& schedule,
                                               const LoadProgram& program,
                                               const TimeConditions* conditions = nullptr);

/// What one method would take of host and time under a plan: predicted.
struct MethodPrediction {
    LoadMethod method = LoadMethod::Streamed;
    std::uint64_t peakHostAnon = 0;  ///< bytes above the baseline
    std::optional<double> seconds;   ///< nothing without a calibrated disk
};

/// Every method, in their usual order; also for a tree without weights, then without times.
/// Empty where no schedule can be made (a checkpoint of another model, an uncovered tensor).
[[nodiscard]] std::vector<MethodPrediction> predictMethods(
    const std::shared_ptr<const PlacementPlan>& plan,
    const std::shared_ptr<const Checkpoint>& checkpoint,
    const std::shared_ptr<const MachineRates>& rates);

}  // namespace stowage
