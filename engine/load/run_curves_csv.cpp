// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the samples that `load --csv` wrote.
#include "engine/load/run_curves.h"

#include "engine/base/csv.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

namespace stowage {
namespace {

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
    return fail(ErrorCode::Malformed,
                file + " holds no memory samples as load --csv writes them: line " +
                    std::to_string(line) + " cannot be read.",
                file);
}

}  // namespace

Result<RunCurves> curvesOfCsv(std::string_view csv, const std::string& file, const CurveSpan& span,
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
    if (!row) {
        return row.unexpected();
    }
    if (columns.empty()) {
        return malformed(file, 1);
    }
    return curvesOfSamples(samples, span, most);
}

}  // namespace stowage
