// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/run_controller.h"
#include "widgets/views/live_panel_private.h"

#include <QJsonArray>

#include <cmath>

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

QJsonObject runJson(const FinishedLoad& run) {
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
    return {
        {QStringLiteral("number"), run.number},
        {QStringLiteral("title"), runTitle(run)},
        {QStringLiteral("seconds"), run.report->seconds},
        {QStringLiteral("paused_seconds"), run.report->pausedSeconds},
        {QStringLiteral("bytes"), number(run.report->bytes)},
        {QStringLiteral("bytes_read"), number(run.report->bytesRead)},
        {QStringLiteral("samples"), number(run.report->samples)},
        {QStringLiteral("peak_host_anon"), anon ? number(*anon) : QJsonValue()},
        {QStringLiteral("stopped"),
         run.report->stopped ? QString::fromStdString(run.report->stopped->message) : QString()},
        {QStringLiteral("devices"), devices}};
}

QJsonArray sideJson(const std::vector<LiveSideRow>& rows) {
    QJsonArray lines;
    for (const LiveSideRow& row : rows) {
        QStringList parts;
        if (row.device) {
            parts.append(QString::fromStdString(deviceLabel(*row.device)));
        }
        parts.append(row.label);
        parts.append(row.values);
        parts.removeAll(QString());
        lines.append(parts.join(u' '));
    }
    return lines;
}

QJsonArray phasesJson(const std::vector<ChartBand>& bands) {
    QJsonArray phases;
    for (const ChartBand& band : bands) {
        phases.append(QJsonObject{{QStringLiteral("name"), band.name},
                                  {QStringLiteral("begin"), band.begin},
                                  {QStringLiteral("end"), band.end}});
    }
    return phases;
}

QJsonArray segmentsJson(const std::vector<ProgressSegment>& segments) {
    QJsonArray list;
    for (const ProgressSegment& segment : segments) {
        list.append(QJsonObject{{QStringLiteral("device"), key(segment.device)},
                                {QStringLiteral("bytes"), number(segment.bytes)}});
    }
    return list;
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
    state[QStringLiteral("segments")] = segmentsJson(header.segments());
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
    QJsonObject ram{{QStringLiteral("title"), title.title()},
                    {QStringLiteral("unit"), title.unit()}};
    const auto last = [&data](HostClass kind) {
        return data.times().empty() ? QJsonValue() : number(data.host(kind).back());
    };
    ram[QStringLiteral("anon")] = last(HostClass::Anonymous);
    ram[QStringLiteral("shmem")] = last(HostClass::Shared);
    ram[QStringLiteral("file")] = last(HostClass::File);
    return ram;
}

QJsonArray limitsJson(const ChartPlot& chart) {
    QJsonArray names;
    for (const ChartLimit& limit : chart.limits()) {
        names.append(limit.name);
    }
    return names;
}

QString basisName(ForecastBasis basis) {
    switch (basis) {
        case ForecastBasis::Seconds:
            return QStringLiteral("seconds");
        case ForecastBasis::Bytes:
            return QStringLiteral("bytes");
        case ForecastBasis::Pace:
            return QStringLiteral("pace");
        case ForecastBasis::None:
            break;
    }
    return QStringLiteral("none");
}

}  // namespace

QJsonObject LivePanel::Private::forecastJson() const {
    QJsonArray labels;
    for (const ChartOverlay& overlay : overlays) {
        labels.append(overlay.label);
    }
    return {{QStringLiteral("basis"), basisName(basis())},
            {QStringLiteral("points"), static_cast<qint64>(times.size())},
            {QStringLiteral("end"), times.empty() ? QJsonValue() : QJsonValue(times.back())},
            {QStringLiteral("overlays"), labels}};
}

QJsonObject LivePanel::Private::state() const {
    QJsonObject state{
        {QStringLiteral("state"), QString::fromUtf8(loadStateName(controller->state()))}};
    state[QStringLiteral("model_run")] = QString::fromUtf8(
        modelRunStateName(modelRuns == nullptr ? ModelRunState::Idle : modelRuns->state()));
    insertHeader(state, *header);
    state[QStringLiteral("vram")] = vramJson(data, *vramTitle);
    state[QStringLiteral("ram")] = ramJson(data, *ramTitle);
    state[QStringLiteral("forecast")] = forecastJson();
    state[QStringLiteral("vram_limits")] = limitsJson(*vram);
    state[QStringLiteral("ram_limits")] = limitsJson(*ram);
    state[QStringLiteral("tensor_marks")] = static_cast<qint64>(tensorMarks->size());
    state[QStringLiteral("phases")] = phasesJson(vram->bands());
    const QCPRange range = vram->xAxis->range();
    state[QStringLiteral("view")] = QJsonArray{range.lower, range.upper};
    state[QStringLiteral("follow")] = follow != Follow::Nothing;
    state[QStringLiteral("samples")] = static_cast<qint64>(data.times().size());
    state[QStringLiteral("crosshair")] = crosshair ? QJsonValue(*crosshair) : QJsonValue();
    state[QStringLiteral("side")] = sideJson(side->rows());
    if (!controller->runs().empty()) {
        state[QStringLiteral("run")] = runJson(controller->runs().back());
    }
    return state;
}

}  // namespace stowage
