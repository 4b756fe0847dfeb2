// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/telemetry/memory_series.h"

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A figure of a curve at a time at which nobody measured it.
inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

class MemorySampler;

/// As many moments as a load record holds at most.
inline constexpr std::size_t kMostCurvePoints = 2000;

/// What one GPU held over a load; bytes, NaN where not known.
struct DeviceCurve {
    DeviceId device;
    std::vector<double> allocated;
    std::vector<double> reserved;
};

/// The memory curves of one load, by columns of equal length. Seconds since the load began. Host
/// figures are bytes above the level before the load, so that loads of different processes compare;
/// NaN where not known.
struct LoadCurves {
    std::vector<double> seconds;
    std::vector<DeviceCurve> devices;  ///< GPUs, ascending
    std::vector<double> hostAnon;
    std::vector<double> hostFile;  ///< evictable
    std::vector<double> hostShmem;

    [[nodiscard]] bool isEmpty() const { return seconds.empty(); }
};

/// A stretch of a sampler's clock, seconds, and what the process held before.
struct CurveSpan {
    double begin = 0;
    double end = 0;
    ProcessMemory baseline;
};

/// The samples within the span, at most `most` moments: where there are more, each stretch of time
/// becomes one moment with the highest of every figure, so that no peak is lost.
[[nodiscard]] LoadCurves curvesOfSamples(const std::vector<MemorySample>& samples,
                                         const CurveSpan& span,
                                         std::size_t most = kMostCurvePoints);

/// The same of all that a sampler has.
[[nodiscard]] LoadCurves curvesOf(const MemorySampler& sampler, const CurveSpan& span);

/// The same from the CSV that `load --csv` writes; columns are known by their heads, others are
/// passed over. `file` is for messages. Error: Malformed, with the line.
[[nodiscard]] Result<LoadCurves> curvesOfCsv(std::string_view csv, const std::string& file,
                                             const CurveSpan& span,
                                             std::size_t most = kMostCurvePoints);

}  // namespace stowage
