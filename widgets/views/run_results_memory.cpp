// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run_results_memory.h"

#include "widgets/models/run_figures.h"
#include "widgets/models/table_unit.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <optional>

namespace stowage {

namespace {

QString translate(const char* text) {
    return QCoreApplication::translate("stowage::RunResultsView", text);
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

using Bytes = std::function<std::optional<std::uint64_t>(const DeviceColumn&)>;

FigureRow bytesRow(const QString& name, const std::vector<DeviceColumn>& columns, TableUnit unit,
                   const Bytes& bytesOf) {
    FigureRow row;
    FigureCell head;
    head.text = name;
    row.cells.push_back(head);
    for (const DeviceColumn& column : columns) {
        FigureCell cell;
        const auto bytes = bytesOf(column);
        cell.text = bytes ? formatInUnit(static_cast<double>(*bytes), unit) : QStringLiteral("—");
        cell.toolTip = bytes ? exactBytesText(static_cast<double>(*bytes)) : QString();
        row.cells.push_back(cell);
    }
    return row;
}

FigureRow strong(FigureRow row) {
    for (FigureCell& cell : row.cells) {
        cell.semibold = true;
    }
    return row;
}

FigureRow faint(FigureRow row) {
    for (FigureCell& cell : row.cells) {
        cell.tone = CellTone::Secondary;
    }
    return row;
}

FigureRow textRow(const QString& name, const std::vector<DeviceColumn>& columns,
                  const std::function<QString(const DeviceColumn&)>& textOf) {
    FigureRow row;
    row.cells.resize(columns.size() + 1);
    row.cells.front().text = name;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        row.cells[i + 1].text = textOf(columns[i]);
    }
    return faint(row);
}

/// A part of what was predicted.
Bytes predictedPart(std::uint64_t PredictedMemory::*part) {
    return [part](const DeviceColumn& column) {
        return column.predicted == nullptr ? std::nullopt
                                           : std::optional((*column.predicted).*part);
    };
}

Bytes measuredFigure(std::uint64_t DeviceRunFigures::*figure) {
    return
        [figure](const DeviceColumn& column) { return std::optional((*column.measured).*figure); };
}

QString peakError(const DeviceColumn& column) {
    return column.predicted == nullptr
               ? QStringLiteral("—")
               : errorShareText(runError(static_cast<double>(column.measured->peakAllocated),
                                         static_cast<double>(column.predicted->total())));
}

}  // namespace

RunMemoryTable runMemoryTable(const RunReport& report) {
    const std::vector<DeviceColumn> columns = columnsOf(report);
    double largest = 0;
    RunMemoryTable table;
    for (const DeviceColumn& column : columns) {
        largest = std::max(largest, static_cast<double>(column.measured->peakReserved));
        table.head.append(QString::fromStdString(deviceLabel(column.measured->device)));
    }
    const TableUnit unit = tableUnitFor(largest);
    table.unit = tableUnitName(unit);
    table.head.prepend(QString());
    const auto add = [&](const QString& name, const Bytes& bytes) -> FigureRow& {
        table.rows.push_back(bytesRow(name, columns, unit, bytes));
        return table.rows.back();
    };
    table.rows.push_back(textRow(translate("Peaks are"), columns, [](const DeviceColumn& column) {
        return column.measured->simulated ? translate("simulated") : translate("measured");
    }));
    add(translate("Weights before"), measuredFigure(&DeviceRunFigures::allocatedBefore));
    FigureRow& peak =
        add(translate("Peak allocated"), measuredFigure(&DeviceRunFigures::peakAllocated));
    peak = strong(peak);
    add(translate("Peak reserved"), measuredFigure(&DeviceRunFigures::peakReserved));
    if (std::ranges::none_of(columns, &DeviceColumn::predicted)) {
        return table;
    }
    FigureRow& predicted = add(translate("Predicted peak"), [](const DeviceColumn& column) {
        return column.predicted == nullptr ? std::nullopt
                                           : std::optional(column.predicted->total());
    });
    predicted = strong(predicted);
    const std::pair<QString, std::uint64_t PredictedMemory::*> parts[] = {
        {translate("· weights"), &PredictedMemory::weights},
        {translate("· prefetch window"), &PredictedMemory::window},
        {translate("· KV cache"), &PredictedMemory::kvCache},
        {translate("· activations"), &PredictedMemory::activations}};
    for (const auto& [name, part] : parts) {
        FigureRow& row = add(name, predictedPart(part));
        row = faint(row);
    }
    table.rows.push_back(textRow(translate("Allocated, error"), columns, peakError));
    return table;
}

}  // namespace stowage
