// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/chart_vram.h"

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr double kReservedShare = 0.6;

double highest(const ChartColumn& column) {
    double result = 0;
    for (const double value : column) {
        result = std::isnan(value) ? result : std::max(result, value);
    }
    return result;
}

/// In the axis's unit where the axis says it; a limit far larger says its own.
QString limitText(double bytes, const ByteUnit& axis) {
    const ByteUnit own = unitFor(bytes);
    return own.name == axis.name ? formatIn(axis, bytes) : formatWithUnit(own, bytes);
}

}  // namespace

VramChart::VramChart(const Theme* theme, QWidget* parent) : ChartPlot(theme, parent) {
    setObjectName(QStringLiteral("vram_chart"));
    setAccessibleName(tr("VRAM by device over time"));
}

void VramChart::addLimit(DeviceId device, double bytes, bool isCapacity) {
    const auto same = std::ranges::find_if(m_planLimits, [&](const Limit& limit) {
        return limit.isCapacity == isCapacity && limit.bytes == bytes;
    });
    if (same != m_planLimits.end()) {
        same->devices.push_back(device);
    } else {
        m_planLimits.push_back({bytes, isCapacity, {device}});
    }
}

void VramChart::setPlan(const PlacementPlan* plan) {
    m_planLimits.clear();
    m_planLargest = 0;
    if (plan == nullptr) {
        return;
    }
    for (const DevicePlacement& placement : plan->placements) {
        if (!placement.device.id.isGpu()) {
            continue;
        }
        m_planLargest = std::max(m_planLargest, static_cast<double>(placement.weightsReserved));
        if (placement.budget) {
            addLimit(placement.device.id, *placement.budget, false);
        }
        const auto free = placement.device.freeBytes();
        if (free && placement.budget != static_cast<double>(*free)) {
            addLimit(placement.device.id, static_cast<double>(*free), true);
        }
    }
}

void VramChart::styleCurves(DeviceId device, const Curves& curves) {
    const QColor line = theme().colors().deviceLine(device);
    curves.allocated->setPen(QPen(line, 2.5, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    curves.reserved->setPen(QPen(mixColors(line, theme().colors().base, kReservedShare), 1));
}

void VramChart::applyTheme() {
    ChartPlot::applyTheme();
    for (const auto& [device, curves] : m_curves) {
        styleCurves(device, curves);
    }
}

double VramChart::largestMeasured(const ChartData& series) {
    double measured = 0;
    for (const auto& [device, columns] : series.gpus()) {
        measured = std::max({measured, highest(columns.allocated), highest(columns.reserved)});
    }
    return measured;
}

double VramChart::largestTaken(const ChartData& series) const {
    return std::max({m_planLargest, largestMeasured(series), tallestCurve()});
}

double VramChart::tallest(const ChartData& series) const {
    const double measured = std::max(largestMeasured(series), tallestCurve());
    double top = measured;
    for (const Limit& limit : m_planLimits) {
        // Before a load nothing is measured yet, and the limits alone make the axis.
        if (measured == 0 || limit.bytes <= measured * kFarLimit) {
            top = std::max(top, limit.bytes);
        }
    }
    return top;
}

void VramChart::showLimits() {
    std::vector<ChartLimit> limits;
    for (const Limit& limit : m_planLimits) {
        QStringList names;
        for (const DeviceId device : limit.devices) {
            names.append(QString::fromStdString(deviceLabel(device)));
        }
        const QString pattern = limit.isCapacity ? tr("%1 usable %2") : tr("%1 limit %2");
        limits.push_back(
            {limit.bytes, theme().colors().deviceLine(limit.devices.front()),
             pattern.arg(names.join(QStringLiteral(", ")), limitText(limit.bytes, unit()))});
    }
    setLimits(std::move(limits));
}

void VramChart::showData(const ChartData& series, const ByteUnit& unitToShow) {
    setScale(tallest(series), unitToShow);
    showCurves();
    showLimits();
    for (const auto& [device, curves] : m_curves) {
        if (!series.gpus().contains(device)) {
            curves.allocated->data()->clear();
            curves.reserved->data()->clear();
        }
    }
    std::vector<ChartLabel> labels;
    for (const auto& [device, columns] : series.gpus()) {
        Curves& curves = m_curves[device];
        if (curves.allocated == nullptr) {
            curves.reserved = addGraph();
            curves.allocated = addGraph();
            const QString name = QString::fromStdString(deviceName(device));
            curves.reserved->setName(QStringLiteral("reserved ") + name);
            curves.allocated->setName(QStringLiteral("allocated ") + name);
            styleCurves(device, curves);
        }
        curves.allocated->data()->set(pointsOf(series, columns.allocated), true);
        curves.reserved->data()->set(pointsOf(series, columns.reserved), true);
        const double last = lastShown(series, columns.allocated);
        if (!std::isnan(last)) {
            const QString value = formatIn(unit(), last);
            const QString name =
                tr("%1 %2").arg(QString::fromStdString(deviceLabel(device)), value);
            labels.push_back({lastShownTime(series),
                              last,
                              theme().colors().deviceFill(device),
                              {name, name, value}});
        }
    }
    appendCurveLabels(labels);
    setLabels(std::move(labels));
}

std::vector<ChartMarker> VramChart::markersAt(const ChartData& series, std::size_t row) const {
    std::vector<ChartMarker> markers;
    for (const auto& [device, columns] : series.gpus()) {
        if (!std::isnan(columns.allocated[row])) {
            markers.push_back({columns.allocated[row], theme().colors().deviceLine(device)});
        }
    }
    return markers;
}

}  // namespace stowage
