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

QColor edgeColor(HostClass kind, const Tokens& tokens) {
    const QColor color = hostClassColor(kind, tokens);
    return tokens.dark ? color : mixColors(color, Qt::black, kEdgeShare);
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
    return RamChart::tr("file-backed: evictable %1").arg(value);
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

QColor hostClassColor(HostClass kind, const Tokens& tokens) {
    switch (kind) {
        case HostClass::Anonymous:
            return tokens.ramAnonymous;
        case HostClass::Shared:
            return tokens.ramShared;
        case HostClass::File:
            break;
    }
    return tokens.ramFile;
}

QBrush hostClassBrush(HostClass kind, const Tokens& tokens) {
    const QColor color = hostClassColor(kind, tokens);
    switch (kind) {
        case HostClass::Anonymous:
            return color;
        case HostClass::Shared:
            return mixColors(color, tokens.base, tokens.dark ? kAreaShareDark : kAreaShareLight);
        case HostClass::File:
            break;
    }
    const QColor ground = mixColors(color, tokens.base, tokens.dark ? 0.25 : kAreaShareLight);
    return tokens.dark ? dots(mixColors(color, tokens.base, 0.6), ground) : QBrush(ground);
}

RamChart::RamChart(const Theme* theme, QWidget* parent) : ChartPlot(theme, parent) {
    setObjectName(QStringLiteral("ram_chart"));
    setAccessibleName(tr("Memory of the process over time"));
    for (std::size_t i = 0; i < m_areas.size(); ++i) {
        m_areas[i] = addGraph();
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
            area->setPen(QPen(edgeColor(kind, theme().tokens()), 1.25));
            area->setBrush(hostClassBrush(kind, theme().tokens()));
        }
    }
}

double RamChart::tallest(const ChartData& series) const {
    double top = 0;
    for (const double value : series.hostStack(HostClass::File)) {
        top = std::isnan(value) ? top : std::max(top, value);
    }
    return top;
}

void RamChart::showData(const ChartData& series, const ByteUnit& unitToShow) {
    setScale(tallest(series), unitToShow);
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
                 hostClassColor(kind, theme().tokens()),
                 {areaName(kind, value), tr("%1 %2").arg(hostClassName(kind), value), value}});
            below = top;
        }
    }
    setLabels(std::move(labels));
}

std::vector<ChartMarker> RamChart::markersAt(const ChartData& series, std::size_t row) const {
    std::vector<ChartMarker> markers;
    for (const HostClass kind : kHostClasses) {
        if (!std::isnan(series.hostStack(kind)[row])) {
            markers.push_back({series.hostStack(kind)[row], edgeColor(kind, theme().tokens())});
        }
    }
    return markers;
}

}  // namespace stowage
