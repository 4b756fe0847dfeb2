// SPDX-License-Identifier: GPL-3.0-or-later
// The table beside the charts for one moment, measured or foreseen.
#include "engine/load/program_model.h"
#include "widgets/views/chart_ram.h"
#include "widgets/views/chart_units.h"
#include "widgets/views/live_side.h"

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

using Kind = LiveSideRow::Kind;

LiveSideRow rowOf(Kind kind, const QString& label, const QStringList& values = {}) {
    LiveSideRow row;
    row.kind = kind;
    row.label = label;
    row.values = values;
    return row;
}

LiveSideRow deviceRow(DeviceId device, const QStringList& values) {
    LiveSideRow row = rowOf(Kind::Figure, {}, values);
    row.device = device;
    return row;
}

LiveSideRow memoryRow(HostClass kind, const QStringList& values) {
    LiveSideRow row = rowOf(Kind::Figure, hostClassName(kind), values);
    row.memory = kind;
    return row;
}

QString originText(VramOrigin origin) {
    switch (origin) {
        case VramOrigin::Measured:
            return LiveSide::tr("measured");
        case VramOrigin::Simulated:
            return LiveSide::tr("simulated");
        case VramOrigin::Mixed:
            break;
    }
    return LiveSide::tr("part sim.");
}

double inBytes(std::uint64_t bytes) {
    return static_cast<double>(bytes);
}

/// The values of a row with a column of predictions, where there are any.
class Columns {
public:
    explicit Columns(const SampleView& view) : m_view(view) {}

    [[nodiscard]] QStringList head(const QString& first) const {
        return m_view.predicted ? QStringList{first, LiveSide::tr("predicted")}
                                : QStringList{first};
    }
    [[nodiscard]] QStringList values(const QString& measured, const QString& predicted) const {
        return m_view.predicted ? QStringList{measured, predicted} : QStringList{measured};
    }

private:
    const SampleView& m_view;
};

void addVram(std::vector<LiveSideRow>& rows, std::size_t row, const SampleView& view) {
    const Columns columns(view);
    const ByteUnit& unit = view.units.vram;
    if (!view.data.gpus().empty()) {
        rows.push_back(rowOf(Kind::Head, LiveSide::tr("VRAM, %1").arg(unit.name),
                             columns.head(originText(view.vram))));
    }
    for (const auto& [device, figures] : view.data.gpus()) {
        QString allocated = QStringLiteral("–");
        QString reserved = allocated;
        if (view.predicted && view.predicted->gpus.contains(device)) {
            allocated = formatIn(unit, inBytes(view.predicted->gpus.at(device).allocated));
            reserved = formatIn(unit, inBytes(view.predicted->gpus.at(device).reserved));
        }
        LiveSideRow first =
            deviceRow(device, columns.values(formatIn(unit, figures.allocated[row]), allocated));
        first.label = LiveSide::tr("allocated");
        rows.push_back(std::move(first));
        rows.push_back(rowOf(Kind::Figure, LiveSide::tr("reserved"),
                             columns.values(formatIn(unit, figures.reserved[row]), reserved)));
        rows.back().indented = true;
    }
}

void addRam(std::vector<LiveSideRow>& rows, std::size_t row, const SampleView& view) {
    const Columns columns(view);
    const ByteUnit& unit = view.units.ram;
    rows.push_back(rowOf(Kind::Head, LiveSide::tr("RAM of the process, %1").arg(unit.name),
                         columns.head(LiveSide::tr("measured"))));
    for (const HostClass kind : kHostClasses) {
        const bool known = kind == HostClass::Anonymous && view.predicted;
        const QString predicted =
            known ? formatIn(unit, view.baseline + view.predicted->hostAnon) : QString();
        rows.push_back(
            memoryRow(kind, columns.values(formatIn(unit, view.data.host(kind)[row]), predicted)));
    }
    LiveSideRow sum =
        rowOf(Kind::Figure, LiveSide::tr("resident (RSS)"),
              columns.values(formatIn(unit, view.data.hostStack(HostClass::File)[row]), {}));
    sum.strong = true;
    rows.push_back(std::move(sum));
    const double held = lastKnown(view.data.machine().allocatorHeld, row);
    if (!std::isnan(held)) {
        rows.push_back(rowOf(Kind::Figure, LiveSide::tr("freed, held by malloc"),
                             columns.values(formatIn(unit, held), {})));
    }
}

void addMachine(std::vector<LiveSideRow>& rows, std::size_t row, const SampleView& view) {
    const MachineColumns& machine = view.data.machine();
    const auto add = [&rows, row](const ChartColumn& column, const QString& name) {
        const double value = lastKnown(column, row);
        if (!std::isnan(value)) {
            rows.push_back(rowOf(Kind::Figure, name, {formatWithUnit(unitFor(value), value)}));
        }
    };
    add(machine.available, LiveSide::tr("machine: MemAvailable"));
    add(machine.cgroupLimit, LiveSide::tr("machine: cgroup limit"));
}

}  // namespace

std::vector<LiveSideRow> sampleRows(const QString& title, std::size_t row, const SampleView& view) {
    std::vector<LiveSideRow> rows;
    rows.push_back(
        rowOf(Kind::Title, title, {formatSeconds(std::max(0.0, view.data.times()[row]))}));
    if (view.tensor) {
        rows.push_back(
            rowOf(Kind::Caption, LiveSide::tr("%1, complete at %2")
                                     .arg(view.tensor->name, formatSeconds(view.tensor->seconds))));
    }
    addVram(rows, row, view);
    addRam(rows, row, view);
    addMachine(rows, row, view);
    rows.push_back(
        rowOf(Kind::Caption, LiveSide::tr("File-backed is evictable cache: the kernel can take its "
                                          "pages back at any time.")));
    return rows;
}

std::vector<LiveSideRow> forecastRows(const QString& where, const ForecastFigures& figures,
                                      double baseline, const LiveUnits& units) {
    std::vector<LiveSideRow> rows;
    rows.push_back(rowOf(Kind::Title, LiveSide::tr("Predicted"), {where}));
    rows.push_back(rowOf(Kind::Figure, LiveSide::tr("Read until then"),
                         {formatWithUnit(unitFor(figures.bytesRead), figures.bytesRead)}));
    rows.push_back(rowOf(Kind::Head, LiveSide::tr("VRAM, %1").arg(units.vram.name),
                         {LiveSide::tr("allocated"), LiveSide::tr("reserved")}));
    for (const auto& [device, held] : figures.gpus) {
        rows.push_back(deviceRow(device, {formatIn(units.vram, inBytes(held.allocated)),
                                          formatIn(units.vram, inBytes(held.reserved))}));
    }
    rows.push_back(rowOf(Kind::Head, LiveSide::tr("RAM, %1").arg(units.ram.name)));
    rows.push_back(
        memoryRow(HostClass::Anonymous, {formatIn(units.ram, baseline + figures.hostAnon)}));
    rows.push_back(
        rowOf(Kind::Caption, LiveSide::tr("Of it, %1 are there before the load, measured.")
                                 .arg(formatWithUnit(units.ram, baseline))));
    return rows;
}

std::vector<LiveSideRow> planRows(const ForecastCurves& curves) {
    const LoadSchedule& schedule = *curves.schedule;
    double largest = inBytes(schedule.predictedHostAnonBytes);
    for (const auto& [device, peak] : schedule.predictedPeaks) {
        largest = std::max(largest, inBytes(peak.reserved));
    }
    const ByteUnit unit = unitFor(std::max(largest, inBytes(schedule.totalBytes)));
    const auto name = loadMethodName(schedule.method);
    std::vector<LiveSideRow> rows;
    rows.push_back(rowOf(Kind::Title, LiveSide::tr("Predicted: %1")
                                          .arg(QString::fromUtf8(
                                              name.data(), static_cast<qsizetype>(name.size())))));
    rows.push_back(rowOf(Kind::Figure, LiveSide::tr("Time"),
                         {schedule.predictedSeconds ? formatSeconds(*schedule.predictedSeconds)
                                                    : LiveSide::tr("not known")}));
    rows.push_back(rowOf(Kind::Figure, LiveSide::tr("To be read"),
                         {formatWithUnit(unit, inBytes(schedule.totalBytes))}));
    rows.push_back(rowOf(Kind::Head, LiveSide::tr("Peak, %1").arg(unit.name),
                         {LiveSide::tr("allocated"), LiveSide::tr("reserved")}));
    for (const auto& [device, peak] : schedule.predictedPeaks) {
        if (device.isGpu()) {
            rows.push_back(deviceRow(device, {formatIn(unit, inBytes(peak.allocated)),
                                              formatIn(unit, inBytes(peak.reserved))}));
        }
    }
    rows.push_back(memoryRow(HostClass::Anonymous,
                             {formatIn(unit, inBytes(schedule.predictedHostAnonBytes)), {}}));
    if (schedule.forecast && schedule.forecast->mappedFileBytes > 0) {
        rows.push_back(memoryRow(
            HostClass::File, {formatIn(unit, inBytes(schedule.forecast->mappedFileBytes)), {}}));
    }
    rows.push_back(rowOf(
        Kind::Caption,
        curves.seconds.empty()
            ? LiveSide::tr("RAM comes on top of what is there now. The time is not known until "
                           "this machine is measured (stowagectl devices --measure): the axis "
                           "counts the bytes that the load moves.")
            : LiveSide::tr("RAM comes on top of what is there now. The time follows from this "
                           "machine's measured rates.")));
    return rows;
}

}  // namespace stowage
