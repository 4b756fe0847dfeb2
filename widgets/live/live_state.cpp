// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/live_state.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/run/run_controller.h"
#include "widgets/support/translation.h"

#include <QJsonArray>

#include <cmath>
#include <vector>

namespace stowage {
namespace {

QJsonValue number(double value) {
    return std::isnan(value) ? QJsonValue() : QJsonValue(value);
}

QJsonValue number(std::uint64_t value) {
    return static_cast<double>(value);
}

QString key(DeviceId device) {
    return QString::fromStdString(deviceName(device));
}

QString markName(LiveHeaderContent::Mark mark) {
    switch (mark) {
        case LiveHeaderContent::Mark::None:
            return QStringLiteral("none");
        case LiveHeaderContent::Mark::Good:
            return QStringLiteral("good");
        case LiveHeaderContent::Mark::Error:
            break;
    }
    return QStringLiteral("error");
}

QString basisName(PredictionBasis basis) {
    switch (basis) {
        case PredictionBasis::Seconds:
            return QStringLiteral("seconds");
        case PredictionBasis::Bytes:
            return QStringLiteral("bytes");
        case PredictionBasis::Pace:
            return QStringLiteral("pace");
        case PredictionBasis::None:
            break;
    }
    return QStringLiteral("none");
}

/// A list with what `of` makes of each value.
template <class Values, class Of>
QJsonArray listOf(const Values& values, Of of) {
    QJsonArray list;
    for (const auto& value : values) {
        list.append(of(value));
    }
    return list;
}

QJsonObject loadJson(const FinishedLoad& run) {
    QJsonObject devices;
    for (const DeviceLoadFigures& figures : run.report->devices) {
        QJsonObject device{{QStringLiteral("peak_allocated"), number(figures.peakAllocated)},
                           {QStringLiteral("peak_reserved"), number(figures.peakReserved)}};
        if (run.schedule && run.schedule->predictedPeaks.contains(figures.device.id)) {
            const PredictedPeak& predicted = run.schedule->predictedPeaks.at(figures.device.id);
            device[QStringLiteral("predicted_allocated")] = number(predicted.allocated);
            device[QStringLiteral("predicted_reserved")] = number(predicted.reserved);
        }
        devices[key(figures.device.id)] = device;
    }
    const auto& anon = run.report->peak.anon;
    return {{QStringLiteral("number"), run.number},
            {QStringLiteral("title"), loadTitle(run)},
            {QStringLiteral("seconds"), run.report->seconds},
            {QStringLiteral("paused_seconds"), run.report->pausedSeconds},
            {QStringLiteral("bytes"), number(run.report->bytes)},
            {QStringLiteral("bytes_read"), number(run.report->bytesRead)},
            {QStringLiteral("samples"), number(run.report->samples)},
            {QStringLiteral("peak_host_anon"), anon ? number(*anon) : QJsonValue()},
            {QStringLiteral("stopped"),
             run.report->stopped ? translated(run.report->stopped->message) : QString()},
            {QStringLiteral("devices"), devices}};
}

QString sideLine(const LiveFigureRow& row) {
    QStringList parts;
    if (row.device) {
        parts.append(translated(deviceLabel(*row.device)));
    }
    parts.append(row.label);
    parts.append(row.values);
    parts.removeAll(QString());
    return parts.join(u' ');
}

QJsonObject phaseJson(const ChartBand& band) {
    return {{QStringLiteral("name"), band.name},
            {QStringLiteral("begin"), band.begin},
            {QStringLiteral("end"), band.end}};
}

QJsonObject segmentJson(const ProgressSegment& segment) {
    return {{QStringLiteral("device"), key(segment.device)},
            {QStringLiteral("bytes"), number(segment.bytes)}};
}

void insertHeader(QJsonObject& state, const LiveHeader& header) {
    const LiveHeaderContent& content = header.content();
    state[QStringLiteral("text")] = content.strong;
    state[QStringLiteral("detail")] = content.detail;
    state[QStringLiteral("percent")] = content.percent;
    state[QStringLiteral("rate")] = content.rate + content.source;
    state[QStringLiteral("phase")] = content.phase;
    state[QStringLiteral("left")] = content.left;
    state[QStringLiteral("mark")] = markName(content.mark);
    state[QStringLiteral("fraction")] = content.fraction;
    state[QStringLiteral("segments")] = listOf(header.segments(), segmentJson);
    state[QStringLiteral("frozen")] = header.isFrozen();
}

QJsonObject vramJson(const ChartData& data, const ChartTitle& title) {
    QJsonObject devices;
    for (const auto& [device, columns] : data.gpus()) {
        devices[key(device)] =
            QJsonObject{{QStringLiteral("allocated"), number(columns.allocated.back())},
                        {QStringLiteral("reserved"), number(columns.reserved.back())}};
    }
    return {{QStringLiteral("title"), title.title()},
            {QStringLiteral("unit"), title.unit()},
            {QStringLiteral("devices"), devices}};
}

QJsonObject ramJson(const ChartData& data, const ChartTitle& title) {
    const auto last = [&data](HostClass kind) {
        return data.times().empty() ? QJsonValue() : number(data.host(kind).back());
    };
    return {{QStringLiteral("title"), title.title()},
            {QStringLiteral("unit"), title.unit()},
            {QStringLiteral("anon"), last(HostClass::Anonymous)},
            {QStringLiteral("shmem"), last(HostClass::Shared)},
            {QStringLiteral("file"), last(HostClass::File)}};
}

QJsonObject predictionJson(const LivePanelParts& parts) {
    const std::vector<double>& times = parts.times;
    return {
        {QStringLiteral("basis"), basisName(parts.reference.basis(parts.content))},
        {QStringLiteral("points"), static_cast<qint64>(times.size())},
        {QStringLiteral("end"), times.empty() ? QJsonValue() : QJsonValue(times.back())},
        {QStringLiteral("overlays"),
         listOf(parts.reference.overlays(), [](const ChartOverlay& one) { return one.label; })}};
}

}  // namespace

QJsonObject liveState(const LivePanelParts& parts) {
    const LoadController& controller = parts.controller;
    const LiveCharts& charts = parts.charts;
    QJsonObject state{
        {QStringLiteral("state"), QString::fromUtf8(loadStateName(controller.state()))}};
    state[QStringLiteral("model_run")] = QString::fromUtf8(
        modelRunStateName(parts.runs == nullptr ? ModelRunState::Idle : parts.runs->state()));
    insertHeader(state, parts.header);
    state[QStringLiteral("vram")] = vramJson(parts.data, charts.vramTitle());
    state[QStringLiteral("ram")] = ramJson(parts.data, charts.ramTitle());
    state[QStringLiteral("forecast")] = predictionJson(parts);
    const auto nameOf = [](const ChartLimit& limit) { return limit.name; };
    state[QStringLiteral("vram_limits")] = listOf(charts.vram()->limits(), nameOf);
    state[QStringLiteral("ram_limits")] = listOf(charts.ram()->limits(), nameOf);
    state[QStringLiteral("tensor_marks")] = static_cast<qint64>(parts.tensorMarks);
    state[QStringLiteral("phases")] = listOf(charts.vram()->bands(), phaseJson);
    const QCPRange range = charts.vram()->xAxis->range();
    state[QStringLiteral("view")] = QJsonArray{range.lower, range.upper};
    state[QStringLiteral("follow")] = parts.isFollowing;
    state[QStringLiteral("samples")] = static_cast<qint64>(parts.data.times().size());
    state[QStringLiteral("crosshair")] =
        parts.crosshair ? QJsonValue(*parts.crosshair) : QJsonValue();
    state[QStringLiteral("side")] = listOf(parts.side.rows(), sideLine);
    if (!controller.finishedLoads().empty()) {
        state[QStringLiteral("run")] = loadJson(controller.finishedLoads().back());
    }
    return state;
}

}  // namespace stowage
