// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/plan_tables.h"

#include "widgets/models/table_unit.h"
#include "widgets/views/chart_units.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace stowage {
namespace {

QString translate(const char* text) {
    return QCoreApplication::translate("PlanTables", text);
}

FigureCell textCell(const QString& text) {
    FigureCell cell;
    cell.text = text;
    return cell;
}

FigureCell bytesCell(double bytes, TableUnit unit) {
    FigureCell cell = textCell(formatInUnit(bytes, unit));
    cell.toolTip = exactBytesText(bytes);
    return cell;
}

/// How far the weights are from the limit.
FigureCell limitCell(const DevicePlacement& placement, TableUnit unit) {
    if (!placement.budget) {
        return textCell(QStringLiteral("–"));
    }
    const double shown = placement.weights - *placement.budget;
    // A small model is counted in MiB; how much of a machine's RAM is left is not.
    const TableUnit own = tableUnitFor(std::abs(shown));
    const bool other = unit == TableUnit::MiB && own != unit;
    FigureCell cell = textCell(formatDifference(shown, other ? own : unit));
    cell.unit = other ? tableUnitName(own) : QString();
    cell.toolTip = exactBytesText(shown);
    if (shown > 0) {
        cell.tone = CellTone::Over;
        cell.semibold = true;
    }
    return cell;
}

/// What lies on a device is marked where the device has no room for it.
void markOverCapacity(FigureCell& cell, const DevicePlacement& placement) {
    const auto over = static_cast<double>(placement.overCapacity());
    if (over > 0) {
        cell.tone = CellTone::Over;
        cell.semibold = true;
        cell.toolTip += translate("; %1 over the capacity").arg(sizeText(over));
    }
}

FigureRow totalRow(int blocks, double weights, double reserved, TableUnit unit) {
    FigureRow row;
    row.cells = {textCell(translate("Total")), textCell(QString::number(blocks)),
                 bytesCell(weights, unit), bytesCell(reserved, unit), textCell({})};
    for (FigureCell& cell : row.cells) {
        cell.semibold = true;
    }
    return row;
}

FigureCell timeCell(const std::optional<double>& seconds) {
    FigureCell cell = textCell(seconds ? formatSeconds(*seconds) : QStringLiteral("–"));
    cell.toolTip = seconds ? translate("Predicted from what `stowagectl devices --measure` found")
                           : translate(
                                 "Unknown: the file system that holds the file was not "
                                 "measured");
    return cell;
}

/// Red where a device has no room for a peak.
void markMissing(FigureCell& cell, std::uint64_t missing, const QString& why) {
    if (missing > 0) {
        cell.errorMark = true;
        cell.tone = CellTone::Error;
        cell.toolTip += why.arg(sizeText(static_cast<double>(missing)));
    }
}

/// What a method would take, behind its name.
void addPredicted(FigureRow& row, const LoadPrediction& found, TableUnit unit, bool timed) {
    if (timed) {
        row.cells.push_back(timeCell(found.seconds));
    }
    FigureCell gpu = textCell(QStringLiteral("–"));
    if (found.device) {
        gpu = bytesCell(static_cast<double>(found.allocated), unit);
        gpu.toolTip = translate("Allocated %1, reserved %2, predicted")
                          .arg(exactBytesText(static_cast<double>(found.allocated)),
                               exactBytesText(static_cast<double>(found.reserved)));
        markMissing(gpu, found.missingOnDevice, translate("; %1 more than the card has free"));
    }
    FigureCell device = textCell(found.device ? QString::fromStdString(deviceLabel(*found.device))
                                              : QStringLiteral("–"));
    device.tone = CellTone::Secondary;
    FigureCell host = bytesCell(static_cast<double>(found.hostAnonBytes), unit);
    host.toolTip = translate("Anonymous memory of the process, %1, predicted").arg(host.toolTip);
    markMissing(host, found.missingOnHost, translate("; %1 more than the RAM that is free"));
    row.cells.push_back(device);
    row.cells.push_back(gpu);
    row.cells.push_back(host);
}

}  // namespace

DeviceTable makeDeviceTable(const BoardModel& board) {
    double weights = 0;
    double reserved = 0;
    for (const DevicePlacement& placement : board.lanes) {
        weights += placement.weights;
        reserved +=
            placement.device.id.isGpu() ? static_cast<double>(placement.weightsReserved) : 0;
    }
    const TableUnit unit = tableUnitFor(weights);
    std::map<DeviceId, int> blocks;
    int blockCount = 0;
    for (const BoardBlock& block : board.blocks) {
        ++blocks[block.device];
        ++blockCount;
    }
    DeviceTable table;
    table.head = {tableUnitName(unit), translate("Blocks"), translate("Weights"),
                  translate("Reserved"), translate("To limit")};
    for (const DevicePlacement& placement : board.lanes) {
        FigureRow row;
        FigureCell chip;
        chip.chip = placement.device.id;
        FigureCell reservedCell = textCell(QStringLiteral("–"));
        if (placement.device.id.isGpu()) {
            reservedCell = bytesCell(static_cast<double>(placement.weightsReserved), unit);
            reservedCell.toolTip =
                translate("%1, predicted by the allocator's rules").arg(reservedCell.toolTip);
        }
        FigureCell weightsCell = bytesCell(placement.weights, unit);
        markOverCapacity(placement.device.id.isGpu() ? reservedCell : weightsCell, placement);
        row.cells = {chip, textCell(QString::number(blocks[placement.device.id])), weightsCell,
                     reservedCell, limitCell(placement, unit)};
        table.rows.push_back(std::move(row));
    }
    table.rows.push_back(totalRow(blockCount, weights, reserved, unit));
    return table;
}

LoadTable makeLoadTable(const std::vector<LoadPrediction>& predictions, LoadMethod chosen) {
    double largest = 0;
    bool timed = false;
    for (const LoadPrediction& prediction : predictions) {
        largest = std::max({largest, static_cast<double>(prediction.allocated),
                            static_cast<double>(prediction.hostAnonBytes)});
        timed = timed || prediction.seconds;
    }
    const TableUnit unit = tableUnitFor(largest);
    LoadTable table;
    table.unit = tableUnitName(unit);
    table.head = {translate("Method"), translate("On"), translate("GPU peak"),
                  translate("RAM peak")};
    if (timed) {
        table.head.insert(1, translate("Time"));
    }
    for (const LoadMethod method : allLoadMethods()) {
        const auto found = std::ranges::find(predictions, method, &LoadPrediction::method);
        const std::string_view name = loadMethodName(method);
        FigureRow row;
        row.highlighted = method == chosen;
        row.cells.push_back(
            textCell(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))));
        if (found != predictions.end() && found->problem.empty()) {
            addPredicted(row, *found, unit, timed);
        } else {
            const QString why =
                found == predictions.end() ? QString() : QString::fromStdString(found->problem);
            while (static_cast<qsizetype>(row.cells.size()) < table.head.size()) {
                row.cells.push_back(textCell(QStringLiteral("–")));
                row.cells.back().toolTip = why;
            }
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace stowage
