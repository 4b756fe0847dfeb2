// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/telemetry/memory_series.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace stowage {

/// Kinds of this process's memory, from the one that cannot be given back upwards.
enum class HostClass { Anonymous, Shared, File };
inline constexpr std::array kHostClasses{HostClass::Anonymous, HostClass::Shared, HostClass::File};

/// Bytes by sample; NaN where a figure is not known.
using ChartColumn = std::vector<double>;

struct DeviceColumns {
    ChartColumn allocated;
    ChartColumn reserved;
};

/// What the machine has, and what malloc keeps. Known in few samples only.
struct MachineColumns {
    ChartColumn available;      ///< MemAvailable
    ChartColumn cgroupLimit;    ///< of the control group with the least left
    ChartColumn allocatorHeld;  ///< freed memory that malloc holds on to
};

struct ChartPoint {
    double seconds = 0;
    double bytes = 0;
};

/// The row that holds at `seconds`: the last one not after it; nothing before the first.
[[nodiscard]] std::optional<std::size_t> rowAt(std::span<const double> times, double seconds);

/// The sampler's series by columns, on the run's clock: what both charts draw from. Grows with
/// pull() only; as bounded as the series it reads.
class ChartData {
public:
    /// Makes `seconds` on the sampler's clock the new zero and drops what lies before it.
    void setOrigin(double seconds);
    [[nodiscard]] double origin() const { return m_origin; }

    /// Takes what is new in the series. True if something was.
    bool pull(const MemorySeries& series);

    [[nodiscard]] const std::vector<double>& times() const { return m_times; }
    /// By device, GPUs only.
    [[nodiscard]] const std::map<DeviceId, DeviceColumns>& gpus() const { return m_gpus; }
    [[nodiscard]] const ChartColumn& host(HostClass kind) const {
        return m_host[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] const MachineColumns& machine() const { return m_machine; }
    /// Anonymous up to and with `kind`, for stacked areas.
    [[nodiscard]] const ChartColumn& hostStack(HostClass kind) const {
        return m_stack[static_cast<std::size_t>(kind)];
    }
    /// Level of anonymous memory at the new zero; NaN before the first sample.
    [[nodiscard]] double firstAnon() const;
    /// The sample that holds at `seconds`: the last one not after it; nothing before the first.
    [[nodiscard]] std::optional<std::size_t> rowAt(double seconds) const {
        return stowage::rowAt(m_times, seconds);
    }

private:
    void append(const MemorySample& sample);
    void clear();

    double m_origin = 0;
    std::uint64_t m_cursor = 0;
    std::vector<double> m_times;
    std::map<DeviceId, DeviceColumns> m_gpus;
    MachineColumns m_machine;
    std::array<ChartColumn, kHostClasses.size()> m_host;
    std::array<ChartColumn, kHostClasses.size()> m_stack;
};

/// rowAt() of a run that is over: nothing from its last row on, either.
[[nodiscard]] std::optional<std::size_t> rowWithin(std::span<const double> times, double seconds);

/// The highest known figure of a column; 0 without any.
[[nodiscard]] double highestKnown(std::span<const double> column);

/// The last known figure of a column up to and with `row`; NaN where there is none.
[[nodiscard]] double lastKnown(const ChartColumn& column, std::size_t row);

/// What a column comes to in a stretch of time; NaN where nothing of it is known.
struct ColumnFigures {
    double last = std::numeric_limits<double>::quiet_NaN();
    double least = std::numeric_limits<double>::quiet_NaN();
    double greatest = std::numeric_limits<double>::quiet_NaN();
};

/// Those of the rows within [begin, end], and of the one that holds at `begin`.
[[nodiscard]] ColumnFigures figuresWithin(std::span<const double> times,
                                          std::span<const double> column, double begin, double end);

/// A column within [begin, end], and one sample on either side of it, as at most about
/// 2 × `buckets` points: of each stretch of time the lowest and the highest, in their order, so
/// that no summit is lost. Unknown figures are left out.
[[nodiscard]] std::vector<ChartPoint> thinForChart(std::span<const double> times,
                                                   std::span<const double> values, double begin,
                                                   double end, std::size_t buckets);

/// How wheel and keys move in a chart: alike in all of them.
inline constexpr double kWheelNotch = 120;  ///< of QWheelEvent::angleDelta()
inline constexpr double kZoomStep = 0.8;    ///< of the range is left after a step inwards
inline constexpr double kPanShare = 0.1;    ///< of the range, a step sideways

/// Where a range begins that is `size` long and in which `centre` keeps its place of [begin, end].
[[nodiscard]] constexpr double zoomedBegin(double begin, double end, double centre, double size) {
    return centre - (centre - begin) * size / (end - begin);
}

}  // namespace stowage
