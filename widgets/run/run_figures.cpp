// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_figures.h"

#include "engine/base/csv.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QByteArray>
#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace stowage {
namespace {

/// Shares from which on a device's time is told as a problem, or as well spent.
constexpr double kMuch = 0.2;

constexpr double kNearlyAll = 0.8;

/// Whose texts these are, for the catalogues.
struct RunFiguresTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::RunResultsView)
};

bool isOf(const RunReport& report, std::size_t pass, RunPasses passes) {
    return (pass < report.prefillPasses) == (passes == RunPasses::Prefill);
}

const PredictedPass* predictedPass(const RunReport& report, RunPasses passes) {
    if (!report.predicted) {
        return nullptr;
    }
    const auto& pass =
        passes == RunPasses::Prefill ? report.predicted->prefill : report.predicted->decode;
    return pass ? &*pass : nullptr;
}

void addPrediction(LayerFigures& layer, const PredictedPass* pass) {
    if (pass == nullptr) {
        return;
    }
    const auto stage = std::ranges::find(pass->stages, layer.module, &PredictedStage::module);
    if (stage != pass->stages.end()) {
        layer.predictedCompute = stage->computeSeconds;
        layer.predictedTransfer = stage->transferSeconds;
    }
}

QString percentOf(double share) {
    return busyText({share, 0, 1 - share});
}

/// "the link to GPU 0 was busy 83 %, the disk 4 %": what brought weights there, the busiest first.
QString bringersText(DeviceId device, const std::vector<LaneTime>& times) {
    std::vector<LaneTime> bringers;
    std::ranges::copy_if(times, std::back_inserter(bringers), [&](const LaneTime& time) {
        return time.kind == SpanKind::Disk ||
               (time.kind == SpanKind::HostToDevice && time.device == device);
    });
    std::ranges::stable_sort(bringers, std::greater(),
                             [](const LaneTime& time) { return time.shares.busy; });
    QStringList parts;
    for (const LaneTime& time : bringers) {
        const QString name =
            time.kind == SpanKind::Disk ? RunFiguresTexts::tr("the disk")
            : device.isGpu()
                ? RunFiguresTexts::tr("the link to %1").arg(translated(deviceLabel(device)))
                : RunFiguresTexts::tr("copying on the host");
        parts.append((parts.isEmpty() ? RunFiguresTexts::tr("%1 was busy %2 of the time")
                                      : RunFiguresTexts::tr("%1 %2"))
                         .arg(name, busyText(time.shares)));
    }
    return parts.join(listSeparator());
}

QString waitSentence(const DeviceTime& time, const RunReport& report,
                     const std::vector<LaneTime>& times, const QString& waited) {
    const QString name = translated(deviceLabel(time.device));
    QStringList causes;
    if (report.window == 0) {
        causes.append(RunFiguresTexts::tr("no weights were prefetched"));
    }
    if (const QString bringers = bringersText(time.device, times); !bringers.isEmpty()) {
        causes.append(bringers);
    }
    if (const unsigned refused = report.prefetch.refused; refused > 0) {
        causes.append(
            refused == 1
                ? RunFiguresTexts::tr("1 prefetch failed because too little memory was free")
                : RunFiguresTexts::tr("%1 prefetches failed because too little memory was free")
                      .arg(refused));
    }
    return causes.isEmpty()
               ? RunFiguresTexts::tr("%1 waited %2 of the time for weights.").arg(name, waited)
               : RunFiguresTexts::tr("%1 waited %2 of the time for weights: %3.")
                     .arg(name, waited, causes.join(QStringLiteral("; ")));
}

/// `elsewhere`: of the time in which other devices computed or waited.
QString timeSentence(const DeviceTime& time, const RunReport& report,
                     const std::vector<LaneTime>& times, double elsewhere) {
    const QString name = translated(deviceLabel(time.device));
    if (time.layers == 0) {
        return RunFiguresTexts::tr("%1 idled: no layer ran on this device.").arg(name);
    }
    const auto [busy, waited, idle] = shareTexts(time.shares);
    if (time.shares.waiting >= kMuch) {
        return waitSentence(time, report, times, waited);
    }
    if (time.shares.idle >= kMuch && elsewhere >= kMuch) {
        return RunFiguresTexts::tr(
                   "%1 idled %2 of the time: layers run one after another, and other devices ran "
                   "layers for %3 of the time.")
            .arg(name, idle, percentOf(std::min(elsewhere, 1.0)));
    }
    return time.shares.busy >= kNearlyAll
               ? RunFiguresTexts::tr("%1 computed %2 of the time.").arg(name, busy)
               : RunFiguresTexts::tr("%1 computed %2 of the time, waited %3 and idled %4.")
                     .arg(name, busy, waited, idle);
}

/// A device with what was predicted for it, if anything was.
struct DeviceColumn {
    const DeviceRunFigures* measured = nullptr;
    const PredictedMemory* predicted = nullptr;
};

std::vector<DeviceColumn> columnsOf(const RunReport& report) {
    std::vector<DeviceColumn> columns;
    for (const DeviceRunFigures& device : report.devices) {
        if (device.peakReserved == 0 && device.peakAllocated == 0) {
            continue;
        }
        DeviceColumn column{&device, nullptr};
        if (report.predicted) {
            const auto& devices = report.predicted->devices;
            const auto found = std::ranges::find(devices, device.device, &PredictedMemory::device);
            column.predicted = found == devices.end() ? nullptr : &*found;
        }
        columns.push_back(column);
    }
    return columns;
}

using DeviceBytes = std::function<std::optional<std::uint64_t>(const DeviceColumn&)>;

FigureRow bytesRow(const QString& name, const std::vector<DeviceColumn>& columns, TableUnit unit,
                   const DeviceBytes& bytesOf) {
    FigureRow row;
    row.cells.push_back({.text = name});
    for (const DeviceColumn& column : columns) {
        if (const auto bytes = bytesOf(column)) {
            row.cells.push_back({.text = formatInUnit(static_cast<double>(*bytes), unit),
                                 .toolTip = exactBytesText(*bytes)});
        } else {
            row.cells.push_back({.text = QStringLiteral("—")});
        }
    }
    return row;
}

void makeStrong(FigureRow& row) {
    for (FigureCell& cell : row.cells) {
        cell.semibold = true;
    }
}

void makeFaint(FigureRow& row) {
    for (FigureCell& cell : row.cells) {
        cell.tone = CellTone::Secondary;
    }
}

FigureRow textRow(const QString& name, const std::vector<DeviceColumn>& columns,
                  const std::function<QString(const DeviceColumn&)>& textOf) {
    FigureRow row;
    row.cells.push_back({.text = name});
    for (const DeviceColumn& column : columns) {
        row.cells.push_back({.text = textOf(column)});
    }
    makeFaint(row);
    return row;
}

/// A part of what was predicted.
DeviceBytes predictedPart(std::uint64_t PredictedMemory::*part) {
    return [part](const DeviceColumn& column) {
        return column.predicted == nullptr ? std::nullopt
                                           : std::optional((*column.predicted).*part);
    };
}

DeviceBytes measuredFigure(std::uint64_t DeviceRunFigures::*figure) {
    return
        [figure](const DeviceColumn& column) { return std::optional((*column.measured).*figure); };
}

QString peakError(const DeviceColumn& column) {
    return column.predicted == nullptr
               ? QStringLiteral("—")
               : errorShareText(runError(static_cast<double>(column.measured->peakAllocated),
                                         static_cast<double>(column.predicted->peakAllocated)));
}

}  // namespace

std::vector<LayerFigures> layerFigures(const RunReport& report, RunPasses passes) {
    std::vector<LayerFigures> layers;
    for (const RunLayerFigures& ran : report.layers) {
        if (!isOf(report, ran.pass, passes)) {
            continue;
        }
        auto layer = std::ranges::find(layers, ran.module, &LayerFigures::module);
        if (layer == layers.end()) {
            layer = layers.insert(layers.end(), LayerFigures());
            layer->module = ran.module;
            layer->device = ran.device;
        }
        // The chunks of a prompt are one pass of it.
        layer->passes = passes == RunPasses::Prefill ? 1 : layer->passes + 1;
        layer->bytesMoved += static_cast<double>(ran.bytesMoved);
        layer->computeSeconds += ran.computeSeconds;
        layer->transferSeconds += ran.transferSeconds;
        layer->waitedSeconds += ran.waitedSeconds;
    }
    const PredictedPass* const predicted = predictedPass(report, passes);
    for (LayerFigures& layer : layers) {
        for (double* figure : {&layer.bytesMoved, &layer.computeSeconds, &layer.transferSeconds,
                               &layer.waitedSeconds}) {
            *figure /= layer.passes;
        }
        addPrediction(layer, predicted);
    }
    return layers;
}

LayerFigures sumOf(const std::vector<LayerFigures>& layers) {
    LayerFigures sum;
    sum.predictedCompute = sum.predictedTransfer =
        layers.empty() ? std::nullopt : std::optional(0.0);
    const auto add = [](std::optional<double>& total, const std::optional<double>& figure) {
        total = total && figure ? std::optional(*total + *figure) : std::nullopt;
    };
    for (const LayerFigures& layer : layers) {
        sum.passes = std::max(sum.passes, layer.passes);
        sum.bytesMoved += layer.bytesMoved;
        sum.computeSeconds += layer.computeSeconds;
        sum.transferSeconds += layer.transferSeconds;
        sum.waitedSeconds += layer.waitedSeconds;
        add(sum.predictedCompute, layer.predictedCompute);
        add(sum.predictedTransfer, layer.predictedTransfer);
    }
    return sum;
}

std::optional<double> runError(double measured, const std::optional<double>& predicted) {
    return predicted && *predicted > 0 ? std::optional((measured - *predicted) / *predicted)
                                       : std::nullopt;
}

QString errorShareText(const std::optional<double>& error) {
    if (!error) {
        return QStringLiteral("—");
    }
    constexpr double kMost = 9.995;  // a prediction of next to nothing: the digits say no more
    if (*error >= kMost) {
        return RunFiguresTexts::tr(">+999 %");
    }
    return signedPercentText(*error);
}

QString passSentence(const RunReport& report, RunPasses passes) {
    double seconds = 0;
    std::uint64_t tokens = 0;
    int count = 0;
    for (std::size_t pass = 0; pass < report.passes.size(); ++pass) {
        if (isOf(report, pass, passes)) {
            seconds += report.passes[pass].end - report.passes[pass].begin;
            tokens += report.passes[pass].tokens;
            ++count;
        }
    }
    if (count == 0) {
        return passes == RunPasses::Prefill
                   ? RunFiguresTexts::tr("The prompt pass did not start.")
                   : RunFiguresTexts::tr("No token was generated after the first.");
    }
    const double mean = passes == RunPasses::Prefill ? seconds : seconds / count;
    QString text = passes == RunPasses::Prefill
                       ? RunFiguresTexts::tr("Prefill of %1 prompt tokens: %2, measured")
                             .arg(tokens)
                             .arg(durationText(mean))
                       : RunFiguresTexts::tr("Mean of %1 passes of one token each: %2, measured")
                             .arg(count)
                             .arg(durationText(mean));
    if (const PredictedPass* const predicted = predictedPass(report, passes)) {
        text += RunFiguresTexts::tr(" · %1 predicted, error %2")
                    .arg(durationText(predicted->seconds),
                         errorShareText(runError(mean, predicted->seconds)));
    }
    return text;
}

QString predictionSentence(const RunReport& report) {
    if (report.predicted && report.predicted->prefill) {
        return joinedSentences(textList(report.predicted->assumptions));
    }
    return RunFiguresTexts::tr(
        "No times are predicted because this machine's rates for this run are not known. Run "
        "stowagectl devices --measure once.");
}

std::string layersToCsv(const RunReport& report) {
    const auto figure = [](const std::optional<double>& value) {
        return value ? QByteArray::number(*value, 'g', 9).toStdString() : std::string();
    };
    std::string csv = csvRow({"layer", "device", "pass", "passes", "weights moved [B]",
                              "compute measured [s]", "compute predicted [s]",
                              "transfer measured [s]", "transfer predicted [s]", "waited [s]"});
    for (const RunPasses passes : {RunPasses::Prefill, RunPasses::Decode}) {
        const char* const name = passes == RunPasses::Prefill ? "prefill" : "decode, mean";
        for (const LayerFigures& layer : layerFigures(report, passes)) {
            csv +=
                csvRow({layer.module, deviceName(layer.device), name, std::to_string(layer.passes),
                        figure(layer.bytesMoved), figure(layer.computeSeconds),
                        figure(layer.predictedCompute), figure(layer.transferSeconds),
                        figure(layer.predictedTransfer), figure(layer.waitedSeconds)});
        }
    }
    return csv;
}

std::vector<DeviceTime> deviceTimes(const RunReport& report) {
    const std::vector<LaneTime> lanes = laneTimes(report);
    std::vector<DeviceTime> times;
    double working = 0;  // of all devices: layers run one after the other
    for (const LaneTime& lane : lanes) {
        if (lane.kind != SpanKind::Compute) {
            continue;
        }
        std::set<std::string> layers;
        for (const RunLayerFigures& layer : report.layers) {
            if (layer.device == lane.device) {
                layers.insert(layer.module);
            }
        }
        working += lane.shares.busy + lane.shares.waiting;
        if (lane.device.isGpu() || (!layers.empty() && lane.device == DeviceId::cpu())) {
            times.push_back({lane.device, lane.shares, layers.size(), {}});
        }
    }
    for (DeviceTime& time : times) {
        const double own = time.shares.busy + time.shares.waiting;
        time.sentence = timeSentence(time, report, lanes, std::max(0.0, working - own));
    }
    return times;
}

RunMemoryTable runMemoryTable(const RunReport& report) {
    const std::vector<DeviceColumn> columns = columnsOf(report);
    double largest = 0;
    RunMemoryTable table;
    for (const DeviceColumn& column : columns) {
        largest = std::max(largest, static_cast<double>(column.measured->peakReserved));
        table.head.append(translated(deviceLabel(column.measured->device)));
    }
    const TableUnit unit = tableUnitFor(largest);
    table.unit = tableUnitName(unit);
    table.head.prepend(QString());
    const auto add = [&](const QString& name, const DeviceBytes& bytes) -> FigureRow& {
        table.rows.push_back(bytesRow(name, columns, unit, bytes));
        return table.rows.back();
    };
    table.rows.push_back(
        textRow(RunFiguresTexts::tr("Peaks are"), columns, [](const DeviceColumn& column) {
            return column.measured->simulated ? RunFiguresTexts::tr("simulated")
                                              : RunFiguresTexts::tr("measured");
        }));
    add(RunFiguresTexts::tr("Weights before run"),
        measuredFigure(&DeviceRunFigures::allocatedBefore));
    makeStrong(add(RunFiguresTexts::tr("Peak allocated"),
                   measuredFigure(&DeviceRunFigures::peakAllocated)));
    add(RunFiguresTexts::tr("Peak reserved"), measuredFigure(&DeviceRunFigures::peakReserved));
    if (std::ranges::none_of(columns, &DeviceColumn::predicted)) {
        return table;
    }
    makeStrong(add(RunFiguresTexts::tr("Predicted peak"), [](const DeviceColumn& column) {
        return column.predicted == nullptr ? std::nullopt
                                           : std::optional(column.predicted->peakAllocated);
    }));
    const std::pair<QString, std::uint64_t PredictedMemory::*> parts[] = {
        {RunFiguresTexts::tr("· weights"), &PredictedMemory::weights},
        {RunFiguresTexts::tr("· prefetch window"), &PredictedMemory::window},
        {RunFiguresTexts::tr("· KV cache"), &PredictedMemory::kvCache},
        {RunFiguresTexts::tr("· activations"), &PredictedMemory::activations}};
    for (const auto& [name, part] : parts) {
        makeFaint(add(name, predictedPart(part)));
    }
    table.rows.push_back(textRow(RunFiguresTexts::tr("Error of the peak"), columns, peakError));
    const auto errors = runPredictionErrors(report);
    const auto unaccounted =
        errors ? unaccountedBytes(*errors) : std::map<DeviceId, std::int64_t>();
    table.rows.push_back(
        textRow(RunFiguresTexts::tr("Unaccounted"), columns, [&](const DeviceColumn& column) {
            const auto found = unaccounted.find(column.measured->device);
            return found == unaccounted.end() ? QStringLiteral("—")
                                              : unaccountedText(found->second);
        }));
    return table;
}

}  // namespace stowage
