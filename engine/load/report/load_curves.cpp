// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/load_curves.h"

#include "engine/base/csv.h"
#include "engine/telemetry/memory_sampler.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace stowage {
namespace {

double difference(const std::optional<std::uint64_t>& value,
                  const std::optional<std::uint64_t>& baseline) {
    return value ? static_cast<double>(*value) - static_cast<double>(baseline.value_or(0))
                 : kNotMeasured;
}

/// One moment: host figures first, then allocated and reserved of each GPU.
using Row = std::vector<double>;

constexpr std::size_t kHostFigures = 3;

std::vector<DeviceId> gpusOf(const std::vector<MemorySample>& samples) {
    std::vector<DeviceId> gpus;
    for (const MemorySample& sample : samples) {
        for (const DeviceSample& device : sample.devices) {
            if (device.device.isGpu() && std::ranges::find(gpus, device.device) == gpus.end()) {
                gpus.push_back(device.device);
            }
        }
    }
    std::ranges::sort(gpus);
    return gpus;
}

Row rowOf(const MemorySample& sample, const std::vector<DeviceId>& gpus,
          const ProcessMemory& baseline) {
    Row row{difference(sample.process.anon, baseline.anon),
            difference(sample.process.file, baseline.file),
            difference(sample.process.shmem, baseline.shmem)};
    row.resize(kHostFigures + 2 * gpus.size(), kNotMeasured);
    for (const DeviceSample& device : sample.devices) {
        const auto found = std::ranges::lower_bound(gpus, device.device);
        if (found != gpus.end() && *found == device.device) {
            const auto place = kHostFigures + 2 * static_cast<std::size_t>(found - gpus.begin());
            row[place] = static_cast<double>(device.allocated);
            row[place + 1] = static_cast<double>(device.reserved);
        }
    }
    return row;
}

void raiseRow(Row& highest, const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        // Not std::max: an unknown figure must not hide a known one.
        highest[i] = std::isnan(highest[i]) || row[i] > highest[i] ? row[i] : highest[i];
    }
}

void append(LoadCurves& curves, double seconds, const Row& row) {
    curves.seconds.push_back(seconds);
    curves.hostAnon.push_back(row[0]);
    curves.hostFile.push_back(row[1]);
    curves.hostShmem.push_back(row[2]);
    for (std::size_t i = 0; i < curves.devices.size(); ++i) {
        curves.devices[i].allocated.push_back(row[kHostFigures + 2 * i]);
        curves.devices[i].reserved.push_back(row[kHostFigures + 2 * i + 1]);
    }
}

/// What a column of the table holds.
struct Column {
    enum class Kind { Other, Time, Allocated, Reserved, Anon, File, Shmem };
    Kind kind = Kind::Other;
    DeviceId device;
};

Column columnOf(std::string_view head) {
    using Kind = Column::Kind;
    if (head == "time [s]") {
        return {Kind::Time, {}};
    }
    if (head == "anon [B]") {
        return {Kind::Anon, {}};
    }
    if (head == "file (evictable cache) [B]") {
        return {Kind::File, {}};
    }
    if (head == "shmem [B]") {
        return {Kind::Shmem, {}};
    }
    constexpr std::pair<std::string_view, Kind> kFigures[] = {{" allocated [B]", Kind::Allocated},
                                                              {" reserved [B]", Kind::Reserved}};
    for (const auto& [ending, kind] : kFigures) {
        if (head.ends_with(ending)) {
            const auto device = parseDevice(head.substr(0, head.size() - ending.size()));
            if (device && device->isGpu()) {
                return {kind, *device};
            }
        }
    }
    return {};
}

template <class Number>
std::optional<Number> numberOf(std::string_view cell) {
    Number value{};
    const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return failure == std::errc() && end == cell.data() + cell.size() ? std::optional(value)
                                                                      : std::nullopt;
}

DeviceSample& deviceIn(MemorySample& sample, DeviceId id) {
    const auto found = std::ranges::find(sample.devices, id, &DeviceSample::device);
    return found != sample.devices.end() ? *found
                                         : sample.devices.emplace_back(DeviceSample{id, 0, 0, 0});
}

/// False where the cell is no number; an empty one is unknown.
bool take(MemorySample& sample, const Column& column, std::string_view cell) {
    using Kind = Column::Kind;
    if (column.kind == Kind::Time) {
        const auto seconds = numberOf<double>(cell);
        sample.seconds = seconds.value_or(0);
        return seconds.has_value();
    }
    if (column.kind == Kind::Other || cell.empty()) {
        return true;
    }
    const auto bytes = numberOf<std::uint64_t>(cell);
    if (!bytes) {
        return false;
    }
    switch (column.kind) {
        case Kind::Allocated:
            deviceIn(sample, column.device).allocated = *bytes;
            break;
        case Kind::Reserved:
            deviceIn(sample, column.device).reserved = *bytes;
            break;
        case Kind::Anon:
            sample.process.anon = bytes;
            break;
        case Kind::File:
            sample.process.file = bytes;
            break;
        case Kind::Shmem:
            sample.process.shmem = bytes;
            break;
        case Kind::Time:
        case Kind::Other:
            break;
    }
    return true;
}

Unexpected malformed(const std::string& file, std::size_t line) {
    return fail(
        ErrorCode::Malformed,
        say("%1 does not contain memory samples as written by load --csv: line %2 cannot be read.",
            file, line),
        file);
}

}  // namespace

LoadCurves curvesOfSamples(const std::vector<MemorySample>& samples, const CurveSpan& span,
                           std::size_t most) {
    const auto within = [&span](const MemorySample& sample) {
        return sample.seconds >= span.begin && sample.seconds <= span.end;
    };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(samples, within));
    LoadCurves curves;
    const std::vector<DeviceId> gpus = gpusOf(samples);
    for (const DeviceId gpu : gpus) {
        curves.devices.push_back({gpu, {}, {}});
    }
    const std::size_t each = std::max<std::size_t>(1, (count + most - 1) / std::max(most, {1}));
    std::size_t gathered = 0;
    Row highest;
    double seconds = 0;
    for (const MemorySample& sample : samples) {
        if (!within(sample)) {
            continue;
        }
        const Row row = rowOf(sample, gpus, span.baseline);
        if (gathered == 0) {
            highest = row;
            seconds = sample.seconds - span.begin;
        } else {
            raiseRow(highest, row);
        }
        if (++gathered == each) {
            append(curves, seconds, highest);
            gathered = 0;
        }
    }
    if (gathered > 0) {
        append(curves, seconds, highest);
    }
    return curves;
}

LoadCurves curvesOf(const MemorySampler& sampler, const CurveSpan& span) {
    std::uint64_t cursor = 0;
    return curvesOfSamples(sampler.series().since(cursor).samples, span);
}

Result<LoadCurves> curvesOfCsv(std::string_view csv, const std::string& file, const CurveSpan& span,
                               std::size_t most) {
    std::vector<Column> columns;
    std::vector<MemorySample> samples;
    CsvReader rows(csv, file);
    auto row = rows.next();
    for (; row && *row; row = rows.next()) {
        const std::vector<std::string>& cells = **row;
        if (columns.empty()) {
            std::ranges::transform(cells, std::back_inserter(columns), columnOf);
            if (columns.front().kind != Column::Kind::Time) {
                return malformed(file, rows.line());
            }
            continue;
        }
        if (cells.size() != columns.size()) {
            return malformed(file, rows.line());
        }
        MemorySample sample;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (!take(sample, columns[i], cells[i])) {
                return malformed(file, rows.line());
            }
        }
        samples.push_back(std::move(sample));
    }
    STOWAGE_TRY(row);
    if (columns.empty()) {
        return malformed(file, 1);
    }
    return curvesOfSamples(samples, span, most);
}

}  // namespace stowage
