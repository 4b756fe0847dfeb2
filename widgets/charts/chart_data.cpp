// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stowage {

namespace {

constexpr double kChartDataUnknown = std::numeric_limits<double>::quiet_NaN();

double toDouble(const std::optional<std::uint64_t>& value) {
    return value ? static_cast<double>(*value) : kChartDataUnknown;
}

void eraseFront(ChartColumn& column, std::size_t count) {
    column.erase(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(count));
}

std::array<ChartColumn*, 3> allOf(MachineColumns& machine) {
    return {&machine.available, &machine.cgroupLimit, &machine.allocatorHeld};
}

/// The lowest and the highest of some neighbouring points.
class Extremes {
public:
    void add(const ChartPoint& point) {
        if (!m_any || point.bytes < m_low.bytes) {
            m_low = point;
        }
        if (!m_any || point.bytes > m_high.bytes) {
            m_high = point;
        }
        m_any = true;
    }
    void flush(std::vector<ChartPoint>& points) {
        if (!m_any) {
            return;
        }
        const bool lowFirst = m_low.seconds <= m_high.seconds;
        points.push_back(lowFirst ? m_low : m_high);
        if (m_low.seconds != m_high.seconds) {
            points.push_back(lowFirst ? m_high : m_low);
        }
        m_any = false;
    }

private:
    bool m_any = false;
    ChartPoint m_low, m_high;
};

}  // namespace

void ChartData::setOrigin(double seconds) {
    const double shift = seconds - m_origin;
    m_origin = seconds;
    const auto first = std::ranges::lower_bound(m_times, shift);
    const auto dropped = static_cast<std::size_t>(first - m_times.begin());
    eraseFront(m_times, dropped);
    for (double& time : m_times) {
        time -= shift;
    }
    for (auto& [device, columns] : m_gpus) {
        eraseFront(columns.allocated, dropped);
        eraseFront(columns.reserved, dropped);
    }
    for (std::size_t kind = 0; kind < kHostClasses.size(); ++kind) {
        eraseFront(m_host[kind], dropped);
        eraseFront(m_stack[kind], dropped);
    }
    for (ChartColumn* column : allOf(m_machine)) {
        eraseFront(*column, dropped);
    }
    if (m_times.empty()) {
        m_gpus.clear();  // the next run may have other devices
    }
}

bool ChartData::pull(const MemorySeries& series) {
    const MemorySeries::Batch batch = series.since(m_cursor);
    if (batch.reset) {
        clear();
    }
    const std::size_t before = m_times.size();
    for (const MemorySample& sample : batch.samples) {
        if (sample.seconds >= m_origin) {
            append(sample);
        }
    }
    return batch.reset || m_times.size() != before;
}

void ChartData::append(const MemorySample& sample) {
    const std::size_t row = m_times.size();
    m_times.push_back(sample.seconds - m_origin);
    for (const DeviceSample& device : sample.devices) {
        if (device.device.isGpu()) {
            DeviceColumns& columns = m_gpus[device.device];
            columns.allocated.resize(row, kChartDataUnknown);
            columns.reserved.resize(row, kChartDataUnknown);
            columns.allocated.push_back(static_cast<double>(device.allocated));
            columns.reserved.push_back(static_cast<double>(device.reserved));
        }
    }
    for (auto& [device, columns] : m_gpus) {
        columns.allocated.resize(row + 1, kChartDataUnknown);
        columns.reserved.resize(row + 1, kChartDataUnknown);
    }
    m_machine.available.push_back(toDouble(sample.available));
    m_machine.cgroupLimit.push_back(toDouble(sample.cgroupLimit));
    m_machine.allocatorHeld.push_back(toDouble(sample.allocatorHeld));
    const std::array classes{sample.process.anon, sample.process.shmem, sample.process.file};
    double sum = 0;
    for (std::size_t kind = 0; kind < classes.size(); ++kind) {
        m_host[kind].push_back(toDouble(classes[kind]));
        sum += m_host[kind].back();
        m_stack[kind].push_back(sum);
    }
}

void ChartData::clear() {
    m_times.clear();
    m_gpus.clear();
    for (std::size_t kind = 0; kind < kHostClasses.size(); ++kind) {
        m_host[kind].clear();
        m_stack[kind].clear();
    }
    for (ChartColumn* column : allOf(m_machine)) {
        column->clear();
    }
}

double ChartData::firstAnon() const {
    const ChartColumn& anon = host(HostClass::Anonymous);
    const auto known = std::ranges::find_if(anon, [](double value) { return !std::isnan(value); });
    return known == anon.end() ? kChartDataUnknown : *known;
}

std::optional<std::size_t> rowAt(std::span<const double> times, double seconds) {
    const auto after = std::ranges::upper_bound(times, seconds);
    return after == times.begin()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(after - times.begin()) - 1);
}

std::optional<std::size_t> rowWithin(std::span<const double> times, double seconds) {
    const auto row = rowAt(times, seconds);
    return row && *row + 1 < times.size() ? row : std::nullopt;
}

double highestKnown(std::span<const double> column) {
    double most = 0;
    for (const double value : column) {
        most = std::isnan(value) ? most : std::max(most, value);
    }
    return most;
}

ColumnFigures figuresWithin(std::span<const double> times, std::span<const double> column,
                            double begin, double end) {
    ColumnFigures figures;
    const auto last = rowAt(times, end);
    for (std::size_t row = rowAt(times, begin).value_or(0); last && row <= *last; ++row) {
        if (std::isnan(column[row])) {
            continue;
        }
        figures.last = column[row];
        figures.least = std::fmin(figures.least, column[row]);  // of a number and NaN the number
        figures.greatest = std::fmax(figures.greatest, column[row]);
    }
    return figures;
}

double lastKnown(const ChartColumn& column, std::size_t row) {
    for (std::size_t i = std::min(row + 1, column.size()); i > 0; --i) {
        if (!std::isnan(column[i - 1])) {
            return column[i - 1];
        }
    }
    return kChartDataUnknown;
}

std::vector<ChartPoint> thinForChart(std::span<const double> times, std::span<const double> values,
                                     double begin, double end, std::size_t buckets) {
    auto first = static_cast<std::size_t>(std::ranges::lower_bound(times, begin) - times.begin());
    auto last = static_cast<std::size_t>(std::ranges::upper_bound(times, end) - times.begin());
    first = first > 0 ? first - 1 : 0;
    last = std::min(last + 1, times.size());

    std::vector<ChartPoint> points;
    const double width = (end - begin) / static_cast<double>(std::max<std::size_t>(buckets, 1));
    const bool dense = last - first > 2 * buckets;
    Extremes extremes;
    double bucketEnd = -std::numeric_limits<double>::infinity();
    for (std::size_t row = first; row < last; ++row) {
        if (std::isnan(values[row])) {
            continue;
        }
        if (!dense || times[row] >= bucketEnd) {
            extremes.flush(points);
            bucketEnd = begin + (std::floor((times[row] - begin) / width) + 1) * width;
        }
        extremes.add({times[row], values[row]});
    }
    extremes.flush(points);
    return points;
}

}  // namespace stowage
