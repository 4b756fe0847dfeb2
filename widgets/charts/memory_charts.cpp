// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_plot.h"

#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

/// In the axis's unit where the axis says it; a limit far larger says its own.
QString limitText(double bytes, const ByteUnit& axis) {
    const ByteUnit own = unitFor(bytes);
    return own.name == axis.name ? formatIn(axis, bytes) : formatWithUnit(own, bytes);
}

constexpr double kAreaShareLight = 0.45;
constexpr double kAreaShareDark = 0.5;

QBrush dots(const QColor& dot, const QColor& background) {
    constexpr int kTile = 5;
    QPixmap tile(kTile, kTile);
    tile.fill(background);
    QPainter painter(&tile);
    painter.fillRect(1, 1, 2, 2, dot);
    return QBrush(tile);
}

QColor edgeColor(HostClass kind, const ThemeColors& colors) {
    constexpr double kEdgeShare = 0.65;  ///< 35 % darker on the light base
    const QColor color = hostClassColor(kind, colors);
    return colors.dark ? color : mixColors(color, Qt::black, kEdgeShare);
}

QString shortName(HostClass kind) {
    return kind == HostClass::File ? RamChart::tr("evictable cache") : hostClassName(kind);
}

QString areaName(HostClass kind, const QString& value) {
    constexpr std::array kNames{
        QT_TRANSLATE_NOOP("stowage::RamChart", "anonymous %1"),
        QT_TRANSLATE_NOOP("stowage::RamChart", "shared: simulated GPUs %1"),
        QT_TRANSLATE_NOOP("stowage::RamChart", "file-backed: evictable cache %1")};
    return RamChart::tr(kNames[static_cast<std::size_t>(kind)]).arg(value);
}

}  // namespace

QString hostClassName(HostClass kind) {
    constexpr std::array kNames{QT_TRANSLATE_NOOP("stowage::RamChart", "anonymous"),
                                QT_TRANSLATE_NOOP("stowage::RamChart", "shared"),
                                QT_TRANSLATE_NOOP("stowage::RamChart", "file-backed")};
    return RamChart::tr(kNames[static_cast<std::size_t>(kind)]);
}

QColor hostClassColor(HostClass kind, const ThemeColors& colors) {
    const std::array byClass{colors.ramAnonymous, colors.ramShared, colors.ramFile};
    return byClass[static_cast<std::size_t>(kind)];
}

QBrush hostClassBrush(HostClass kind, const ThemeColors& colors) {
    const QColor color = hostClassColor(kind, colors);
    switch (kind) {
        case HostClass::Anonymous:
            return color;
        case HostClass::Shared:
            return mixColors(color, colors.base, colors.dark ? kAreaShareDark : kAreaShareLight);
        case HostClass::File:
            break;
    }
    const QColor background = mixColors(color, colors.base, colors.dark ? 0.25 : kAreaShareLight);
    return colors.dark ? dots(mixColors(color, colors.base, 0.6), background) : QBrush(background);
}

VramChart::VramChart(const Theme* theme, QWidget* parent) : ChartPlot(theme, parent) {
    withName(this, "vram_chart", tr("VRAM by device over time"));
    offerSaving(QStringLiteral("vram"));
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
    m_simulated.clear();
    if (plan == nullptr) {
        return;
    }
    for (const DevicePlacement& placement : plan->placements) {
        if (!placement.device.id.isGpu()) {
            continue;
        }
        if (placement.device.simulated) {
            m_simulated.insert(placement.device.id);
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
    constexpr double kReservedShare = 0.6;
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
        measured =
            std::max({measured, highestKnown(columns.allocated), highestKnown(columns.reserved)});
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
            names.append(nameText(translated(deviceLabel(device))));
        }
        const QString pattern = limit.isCapacity ? tr("%1 usable %2") : tr("%1 limit %2");
        const QString shortPattern = limit.isCapacity ? tr("usable %1") : tr("limit %1");
        const QString size = limitText(limit.bytes, unit());
        limits.push_back({limit.bytes, theme().colors().deviceLine(limit.devices.front()),
                          pattern.arg(fromTheRight(names.join(listSeparator())), size),
                          shortPattern.arg(size)});
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
    std::vector<MeasuredCurve> measured;
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
        const bool isSimulated = m_simulated.contains(device);
        measured.push_back(
            {curves.allocated,
             (isSimulated ? tr("%1 allocated, simulated") : tr("%1 allocated, measured"))
                 .arg(translated(deviceLabel(device))),
             figuresShown(series, columns.allocated)});
        measured.push_back(
            {curves.reserved,
             (isSimulated ? tr("%1 reserved, simulated") : tr("%1 reserved, measured"))
                 .arg(translated(deviceLabel(device))),
             figuresShown(series, columns.reserved)});
        const double last = lastShown(series, columns.allocated);
        if (!std::isnan(last)) {
            const QString value = formatIn(unit(), last);
            const QString label = translated(deviceLabel(device));
            const QString name = tr("%1 %2").arg(label, value);
            labels.push_back({lastShownTime(series),
                              last,
                              theme().colors().deviceFill(device),
                              {name, name, label}});
        }
    }
    setMeasured(std::move(measured));
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

RamChart::RamChart(const Theme* theme, QWidget* parent) : ChartPlot(theme, parent) {
    withName(this, "ram_chart", tr("Memory of the process over time"));
    offerSaving(QStringLiteral("ram"));
    for (std::size_t i = 0; i < m_areas.size(); ++i) {
        m_areas[i] = addGraph();
        m_areas[i]->setName(hostClassName(kHostClasses[i]));
        if (i > 0) {
            m_areas[i]->setChannelFillGraph(m_areas[i - 1]);
        }
    }
    RamChart::applyTheme();
}

void RamChart::applyTheme() {
    ChartPlot::applyTheme();
    for (const HostClass kind : kHostClasses) {
        QCPGraph* area = m_areas[static_cast<std::size_t>(kind)];
        if (area != nullptr) {
            area->setPen(QPen(edgeColor(kind, theme().colors()), 1.25));
            area->setBrush(hostClassBrush(kind, theme().colors()));
        }
    }
}

void RamChart::setPlan(const PlacementPlan* plan) {
    const DevicePlacement* cpu = plan == nullptr ? nullptr : plan->placement(DeviceId::cpu());
    // A budget that is only what the machine has says nothing of its own.
    const bool own = cpu != nullptr && cpu->budget && !cpu->budgetText.empty();
    m_budget = own ? std::optional(static_cast<double>(*cpu->budget)) : std::nullopt;
}

void RamChart::setMachineNow(std::optional<double> available, std::optional<double> cgroupLimit) {
    m_available = available;
    m_cgroupLimit = cgroupLimit;
}

double RamChart::tallest(const ChartData& series) const {
    double top = std::max(tallestCurve(), highestKnown(series.hostStack(HostClass::File)));
    const double near = top * kFarLimit;
    const MachineColumns& machine = series.machine();
    for (const auto& limit : {machineLimit(series, machine.available, m_available),
                              machineLimit(series, machine.cgroupLimit, m_cgroupLimit)}) {
        top = limit && limit->bytes <= near ? std::max(top, limit->bytes) : top;
    }
    return m_budget && *m_budget <= near ? std::max(top, *m_budget) : top;
}

std::optional<RamChart::MachineLimit> RamChart::machineLimit(const ChartData& series,
                                                             const ChartColumn& column,
                                                             std::optional<double> now) const {
    if (now) {
        return MachineLimit{*now, {}};
    }
    const QCPRange range = xAxis->range();
    const auto last = series.rowAt(range.upper);
    const double value = last ? lastKnown(column, *last) : std::nan("");
    if (std::isnan(value)) {
        return {};
    }
    return MachineLimit{value,
                        thinForChart(series.times(), column, range.lower, range.upper,
                                     static_cast<std::size_t>(std::max(1, axisRect()->width())))};
}

void RamChart::showLimits(const ChartData& series) {
    const ThemeColors& colors = theme().colors();
    const auto text = [this](double bytes) { return limitText(bytes, unit()); };
    std::vector<ChartLimit> limits;
    if (m_budget) {
        limits.push_back({*m_budget, edgeColor(HostClass::Anonymous, colors),
                          tr("CPU limit %1, for anonymous memory").arg(text(*m_budget)),
                          tr("CPU limit %1").arg(text(*m_budget))});
    }
    const auto add = [&](const QString& name, std::optional<MachineLimit> limit) {
        if (limit) {
            // In little room the figure stays: the name is said by the tooltip.
            limits.push_back({limit->bytes, colors.secondaryText, name.arg(text(limit->bytes)),
                              text(limit->bytes), std::move(limit->path)});
        }
    };
    const MachineColumns& machine = series.machine();
    add(tr("MemAvailable %1"), machineLimit(series, machine.available, m_available));
    add(tr("cgroup limit %1"), machineLimit(series, machine.cgroupLimit, m_cgroupLimit));
    setLimits(std::move(limits));
}

void RamChart::showData(const ChartData& series, const ByteUnit& unitToShow) {
    setScale(tallest(series), unitToShow);
    showCurves();
    showLimits(series);
    std::vector<ChartLabel> labels;
    std::vector<MeasuredCurve> measured;
    double below = 0;
    for (const HostClass kind : kHostClasses) {
        const ChartColumn& stack = series.hostStack(kind);
        m_areas[static_cast<std::size_t>(kind)]->data()->set(pointsOf(series, stack), true);
        const double top = lastShown(series, stack);
        if (!std::isnan(top)) {
            const QString value = formatIn(unit(), lastShown(series, series.host(kind)));
            labels.push_back({lastShownTime(series),
                              (below + top) / 2,
                              hostClassColor(kind, theme().colors()),
                              {areaName(kind, value), tr("%1 %2").arg(shortName(kind), value),
                               hostClassName(kind)}});
            below = top;
            measured.push_back({m_areas[static_cast<std::size_t>(kind)],
                                tr("%1, measured").arg(hostClassName(kind)),
                                figuresShown(series, series.host(kind))});
        }
    }
    setMeasured(std::move(measured));
    appendCurveLabels(labels);
    setLabels(std::move(labels));
}

std::vector<ChartMarker> RamChart::markersAt(const ChartData& series, std::size_t row) const {
    std::vector<ChartMarker> markers;
    for (const HostClass kind : kHostClasses) {
        if (!std::isnan(series.hostStack(kind)[row])) {
            markers.push_back({series.hostStack(kind)[row], edgeColor(kind, theme().colors())});
        }
    }
    return markers;
}

}  // namespace stowage
