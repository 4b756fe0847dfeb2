// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/chart_ram.h"

#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr double kAreaShareLight = 0.45;
constexpr double kAreaShareDark = 0.5;
constexpr double kEdgeShare = 0.65;  ///< 35 % darker on the light base

QBrush dots(const QColor& dot, const QColor& ground) {
    constexpr int kTile = 5;
    QPixmap tile(kTile, kTile);
    tile.fill(ground);
    QPainter painter(&tile);
    painter.fillRect(1, 1, 2, 2, dot);
    return QBrush(tile);
}

QColor edgeColor(HostClass kind, const Tokens& colors) {
    const QColor color = hostClassColor(kind, colors);
    return colors.dark ? color : mixColors(color, Qt::black, kEdgeShare);
}

QString shortName(HostClass kind) {
    return kind == HostClass::File ? RamChart::tr("evictable cache") : hostClassName(kind);
}

QString areaName(HostClass kind, const QString& value) {
    switch (kind) {
        case HostClass::Anonymous:
            return RamChart::tr("anonymous %1").arg(value);
        case HostClass::Shared:
            return RamChart::tr("shared: simulated GPUs %1").arg(value);
        case HostClass::File:
            break;
    }
    return RamChart::tr("file-backed: evictable cache %1").arg(value);
}

}  // namespace

QString hostClassName(HostClass kind) {
    switch (kind) {
        case HostClass::Anonymous:
            return RamChart::tr("anonymous");
        case HostClass::Shared:
            return RamChart::tr("shared");
        case HostClass::File:
            break;
    }
    return RamChart::tr("file-backed");
}

QColor hostClassColor(HostClass kind, const Tokens& colors) {
    switch (kind) {
        case HostClass::Anonymous:
            return colors.ramAnonymous;
        case HostClass::Shared:
            return colors.ramShared;
        case HostClass::File:
            break;
    }
    return colors.ramFile;
}

QBrush hostClassBrush(HostClass kind, const Tokens& colors) {
    const QColor color = hostClassColor(kind, colors);
    switch (kind) {
        case HostClass::Anonymous:
            return color;
        case HostClass::Shared:
            return mixColors(color, colors.base, colors.dark ? kAreaShareDark : kAreaShareLight);
        case HostClass::File:
            break;
    }
    const QColor ground = mixColors(color, colors.base, colors.dark ? 0.25 : kAreaShareLight);
    return colors.dark ? dots(mixColors(color, colors.base, 0.6), ground) : QBrush(ground);
}

RamChart::RamChart(const Theme* theme, QWidget* parent) : ChartPlot(theme, parent) {
    setObjectName(QStringLiteral("ram_chart"));
    setAccessibleName(tr("Memory of the process over time"));
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
    double top = tallestCurve();
    for (const double value : series.hostStack(HostClass::File)) {
        top = std::isnan(value) ? top : std::max(top, value);
    }
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
    const Tokens& colors = theme().colors();
    const auto text = [this](double bytes) {
        const ByteUnit own = unitFor(bytes);
        return own.name == unit().name ? formatIn(unit(), bytes) : formatWithUnit(own, bytes);
    };
    std::vector<ChartLimit> limits;
    if (m_budget) {
        limits.push_back({*m_budget, edgeColor(HostClass::Anonymous, colors),
                          tr("CPU limit %1, for anonymous memory").arg(text(*m_budget))});
    }
    const auto add = [&](const QString& name, std::optional<MachineLimit> limit) {
        if (limit) {
            limits.push_back({limit->bytes, colors.secondaryText, name.arg(text(limit->bytes)),
                              std::move(limit->path)});
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
    double below = 0;
    for (const HostClass kind : kHostClasses) {
        const ChartColumn& stack = series.hostStack(kind);
        m_areas[static_cast<std::size_t>(kind)]->data()->set(pointsOf(series, stack), true);
        const double top = lastShown(series, stack);
        if (!std::isnan(top)) {
            const QString value = formatIn(unit(), lastShown(series, series.host(kind)));
            labels.push_back(
                {lastShownTime(series),
                 (below + top) / 2,
                 hostClassColor(kind, theme().colors()),
                 {areaName(kind, value), tr("%1 %2").arg(shortName(kind), value), value}});
            below = top;
        }
    }
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
