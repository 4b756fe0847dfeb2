// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_program.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct TimeConditions;

/// What all devices and the host hold after some step.
struct ForecastPoint {
    std::uint64_t bytesRead = 0;  ///< from the files until then
    std::uint64_t hostAnon = 0;
    std::uint64_t filePages = 0;         ///< of maps, touched until then; evictable
    std::vector<PredictedPeak> devices;  ///< held then; by index of ProgramForecast::devices
    /// Since the load began; 0 everywhere where LoadSchedule::predictedSeconds is unknown.
    double seconds = 0;
};

struct ForecastPhase {
    std::string name;
    std::map<DeviceId, PredictedPeak> peaks;  ///< the highest inside the phase
    std::uint64_t peakHostAnon = 0;
    std::uint64_t firstPoint = 0;  ///< index into ProgramForecast::points
    double seconds = 0;            ///< its length; 0 where the time is unknown
};

/// The first allocation that a device's capacity refuses.
struct ForecastShortage {
    DeviceId device;
    std::string phase;
    std::uint32_t tensor = kNone;
    std::uint64_t neededBytes = 0;  ///< of that allocation
    std::uint64_t freeBytes = 0;    ///< left beside what was reserved then
};

/// What a program will take, found by walking it without a page. Bytes.
/// Host figures are anonymous memory above the baseline: pages count from the moment they are
/// first written, so that the figure is what the system will show.
struct ProgramForecast {
    std::vector<DeviceId> devices;  ///< the GPUs of the plan
    std::map<DeviceId, PredictedPeak> peaks;
    std::map<DeviceId, PredictedPeak> finals;
    std::uint64_t peakHostAnon = 0;
    std::uint64_t finalHostAnon = 0;
    /// The most pages of maps at a time, with those behind views; evictable. 0 without a map.
    std::uint64_t mappedFileBytes = 0;
    /// The highest sum over time of host memory and the pages behind simulated GPUs.
    std::uint64_t peakMachine = 0;
    std::uint64_t peakSimulated = 0;  ///< of it, at that moment, for simulated GPUs
    std::uint64_t bytesRead = 0;
    std::optional<double> seconds;  ///< nothing without conditions, or where a rate is unknown
    std::vector<ForecastPhase> phases;
    std::vector<ForecastPoint> points;  ///< the curves, at most some thousand points
    /// By device; then peaks and curves are those of devices without a limit.
    std::vector<ForecastShortage> shortages;
};

/// Walks `program` with an allocator model for each GPU of the plan and a ledger for the host.
/// A GPU begins as LoadSchedule::deviceStates has it, cached segments and all; peaks are then of
/// everything on it. Exact for simulated GPUs, which run on the very same model. With `conditions`
/// (time_conditions.h) a clock (load_clock.h) walks along.
[[nodiscard]] ProgramForecast forecastProgram(const LoadSchedule& schedule,
                                              const LoadProgram& program,
                                              const TimeConditions* conditions = nullptr);

}  // namespace stowage
