// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/chart_ram.h"
#include "widgets/views/chart_units.h"
#include "widgets/views/live_side.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stowage {

namespace {

double orUnknown(const std::optional<std::uint64_t>& value) {
    return value ? static_cast<double>(*value) : std::numeric_limits<double>::quiet_NaN();
}

LiveSideRow figure(const QString& label, const QString& value) {
    LiveSideRow row;
    row.label = label;
    row.values = {value};
    return row;
}

LiveSideRow textRow(LiveSideRow::Kind kind, const QString& label, const QStringList& values = {}) {
    LiveSideRow row;
    row.kind = kind;
    row.label = label;
    row.values = values;
    return row;
}

ByteUnit unitOf(const FinishedLoad& run) {
    double largest = std::max(static_cast<double>(run.report->bytes),
                              static_cast<double>(run.report->peak.anon.value_or(0)));
    for (const DeviceLoadFigures& device : run.report->devices) {
        largest = std::max(largest, static_cast<double>(device.peakReserved));
    }
    return unitFor(largest);
}

QString sourcesCaption(const LoadReport& report) {
    const bool simulated = std::ranges::any_of(
        report.devices, [](const DeviceLoadFigures& f) { return f.device.simulated; });
    const QString gpus = simulated ? LiveSide::tr("GPUs simulated") : LiveSide::tr("GPUs measured");
    return LiveSide::tr("%1, RAM measured above its level before; %2 samples, %3 ms apart.")
        .arg(gpus)
        .arg(report.samples)
        .arg(report.sampleIntervalSeconds * 1000, 0, 'g', 3);
}

void appendPeaks(std::vector<LiveSideRow>& rows, const FinishedLoad& run, const ByteUnit& unit) {
    rows.push_back(
        textRow(LiveSideRow::Kind::Head, LiveSide::tr("Peak, %1").arg(unit.name),
                {LiveSide::tr("allocated"), LiveSide::tr("reserved"), LiveSide::tr("predicted")}));
    for (const DeviceLoadFigures& device : run.report->devices) {
        if (!device.device.id.isGpu()) {
            continue;
        }
        LiveSideRow row;
        row.device = device.device.id;
        QString predicted = QStringLiteral("–");
        if (run.schedule && run.schedule->predictedPeaks.contains(device.device.id)) {
            predicted = formatIn(
                unit,
                static_cast<double>(run.schedule->predictedPeaks.at(device.device.id).allocated));
        }
        row.values = {formatIn(unit, static_cast<double>(device.peakAllocated)),
                      formatIn(unit, static_cast<double>(device.peakReserved)), predicted};
        rows.push_back(std::move(row));
    }
    LiveSideRow anonymous;
    anonymous.label = LiveSide::tr("anonymous");
    anonymous.memory = HostClass::Anonymous;
    anonymous.values = {
        formatIn(unit, orUnknown(run.report->peak.anon)), QString(),
        run.schedule ? formatIn(unit, static_cast<double>(run.schedule->predictedHostAnonBytes))
                     : QStringLiteral("–")};
    rows.push_back(std::move(anonymous));
}

}  // namespace

QString runTitle(const FinishedLoad& run) {
    const auto name = loadMethodName(run.report->method);
    return LiveSide::tr("Run %1: load, %2")
        .arg(run.number)
        .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
}

std::vector<LiveSideRow> runRows(const FinishedLoad& run) {
    const LoadReport& report = *run.report;
    const ByteUnit unit = unitOf(run);
    std::vector<LiveSideRow> rows;
    rows.push_back(textRow(LiveSideRow::Kind::Title, runTitle(run)));
    rows.push_back(figure(LiveSide::tr("Time, measured"), formatSeconds(report.seconds)));
    rows.push_back(figure(LiveSide::tr("Read, measured"),
                          formatWithUnit(unit, static_cast<double>(report.bytes))));
    if (report.seconds > 0) {
        rows.push_back(figure(LiveSide::tr("Mean rate, measured"),
                              formatRate(static_cast<double>(report.bytes) / report.seconds)));
    }
    appendPeaks(rows, run, unit);
    rows.push_back(textRow(LiveSideRow::Kind::Caption, sourcesCaption(report)));
    return rows;
}

std::vector<LiveSideRow> sampleRows(const QString& title, const ChartData& data, std::size_t row,
                                    const LiveUnits& units) {
    std::vector<LiveSideRow> rows;
    rows.push_back(textRow(LiveSideRow::Kind::Title, title,
                           {formatSeconds(std::max(0.0, data.times()[row]))}));
    if (!data.gpus().empty()) {
        rows.push_back(textRow(LiveSideRow::Kind::Head,
                               LiveSide::tr("VRAM, %1").arg(units.vram.name),
                               {LiveSide::tr("allocated"), LiveSide::tr("reserved")}));
    }
    for (const auto& [device, columns] : data.gpus()) {
        LiveSideRow figures;
        figures.device = device;
        figures.values = {formatIn(units.vram, columns.allocated[row]),
                          formatIn(units.vram, columns.reserved[row])};
        rows.push_back(std::move(figures));
    }
    rows.push_back(
        textRow(LiveSideRow::Kind::Head, LiveSide::tr("RAM, measured"), {units.ram.name}));
    for (const HostClass kind : kHostClasses) {
        LiveSideRow figures =
            figure(hostClassName(kind), formatIn(units.ram, data.host(kind)[row]));
        figures.memory = kind;
        rows.push_back(std::move(figures));
    }
    LiveSideRow sum = figure(LiveSide::tr("resident (RSS)"),
                             formatIn(units.ram, data.hostStack(HostClass::File)[row]));
    sum.strong = true;
    rows.push_back(std::move(sum));
    rows.push_back(textRow(LiveSideRow::Kind::Caption,
                           LiveSide::tr("The kernel can take file-backed pages back.")));
    return rows;
}

}  // namespace stowage
