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
    double largest = std::max(static_cast<double>(run.report->bytesRead),
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
    rows.push_back(figure(LiveSide::tr("Model"), run.modelName));
    rows.push_back(figure(LiveSide::tr("Time, measured"), formatSeconds(report.seconds)));
    if (report.pausedSeconds > 0) {
        rows.push_back(
            figure(LiveSide::tr("Paused, not counted"), formatSeconds(report.pausedSeconds)));
    }
    if (run.schedule && run.schedule->predictedSeconds) {
        rows.push_back(figure(LiveSide::tr("Time, predicted"),
                              formatSeconds(*run.schedule->predictedSeconds)));
    }
    rows.push_back(figure(LiveSide::tr("Read, measured"),
                          formatWithUnit(unit, static_cast<double>(report.bytesRead))));
    if (const auto rate = loadRate(report)) {
        rows.push_back(figure(LiveSide::tr("Mean rate, measured"), formatRate(*rate)));
    }
    appendPeaks(rows, run, unit);
    rows.push_back(textRow(LiveSideRow::Kind::Caption, sourcesCaption(report)));
    return rows;
}

}  // namespace stowage
