// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"
#include "engine/telemetry/memory_sample.h"
#include "widgets/views/chart_data.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// What a load is expected to take, as columns of which each row is one point of the forecast. Its
/// place on a time axis is found apart: see timesFromRates(), timesFromBytes(), timesFromPace().
struct ForecastCurves {
    struct Phase {
        std::string name;
        double bytes = 0;  ///< that it moves; 0 where it only allocates or frees
        std::size_t firstRow = 0;
    };
    std::shared_ptr<const LoadSchedule> schedule;
    std::vector<Phase> phases;
    std::vector<std::size_t> phaseOf;  ///< by row
    std::vector<double> share;         ///< by row: how far its phase is then, 0…1
    std::vector<double> seconds;       ///< by row, since the load began; empty: not known
    std::vector<double> bytesRead;     ///< by row
    std::map<DeviceId, DeviceColumns> gpus;
    ChartColumn hostAnon;  ///< above the level before the load
    ChartColumn hostFile;  ///< pages of mapped files

    [[nodiscard]] std::size_t rows() const { return share.size(); }
};

/// Walks the schedule's forecast and program: some ms, more for a hundred thousand tensors. Run it
/// in a worker. A schedule without a forecast gives no rows.
[[nodiscard]] ForecastCurves forecastCurves(std::shared_ptr<const LoadSchedule> schedule);

/// By row: the seconds reckoned from this machine's rates; empty where they are not known.
[[nodiscard]] std::vector<double> timesFromRates(const ForecastCurves& curves);

/// By row: bytes moved until then: read, initialised, copied, each once. For an axis of bytes,
/// where no time is known.
[[nodiscard]] std::vector<double> timesFromBytes(const ForecastCurves& curves);

/// How far a phase was at one moment of a load.
struct PaceSample {
    std::string phase;
    double seconds = 0;  ///< since the load began
    double share = 0;    ///< 0…1
};

/// What is known of a load's progress: phases on the sampler's clock from `origin` on, samples on
/// the load's own, up to `now` there.
struct MeasuredPace {
    std::span<const PhaseMark> phases;
    double origin = 0;
    std::span<const PaceSample> samples;
    double now = 0;
};

/// By row: when the load was there; and when it will be, should it go on at the mean pace until
/// now. Never descends.
[[nodiscard]] std::vector<double> timesFromPace(const ForecastCurves& curves,
                                                const MeasuredPace& pace);

/// What was foreseen for one moment. Bytes.
struct ForecastFigures {
    std::map<DeviceId, PredictedPeak> gpus;
    double hostAnon = 0;
    double bytesRead = 0;
};

/// The figures of the last row not after `time`; nothing before the first. `times` as one of the
/// functions above gave them.
[[nodiscard]] std::optional<ForecastFigures> forecastAt(const ForecastCurves& curves,
                                                        std::span<const double> times, double time);

}  // namespace stowage
