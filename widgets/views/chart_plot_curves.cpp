// SPDX-License-Identifier: GPL-3.0-or-later
// What is laid over a chart beside its measured curves: predictions and other runs.
#include "widgets/views/chart_plot.h"

#include <algorithm>
#include <cmath>

namespace stowage {

void ChartPlot::setCurves(CurvePlace place, std::vector<ChartCurve> curves) {
    CurveSet& set = m_curveSets[place];
    set.curves = std::move(curves);
    set.shownUnitBytes = 0;
}

double ChartPlot::tallestCurve() const {
    double top = 0;
    for (const auto& [place, set] : m_curveSets) {
        for (const ChartCurve& curve : set.curves) {
            for (const double value : curve.bytes) {
                top = std::isnan(value) ? top : std::max(top, value);
            }
        }
    }
    return top;
}

void ChartPlot::showCurves() {
    for (auto& [place, set] : m_curveSets) {
        if (set.shownUnitBytes == m_unit.bytes) {
            continue;
        }
        set.shownUnitBytes = m_unit.bytes;
        while (set.graphs.size() > set.curves.size()) {
            removeGraph(set.graphs.back());
            set.graphs.pop_back();
        }
        while (set.graphs.size() < set.curves.size()) {
            QCPGraph* graph = addGraph();
            graph->setLayer(place == CurvePlace::Below ? QStringLiteral("below")
                                                       : QStringLiteral("above"));
            set.graphs.push_back(graph);
        }
        for (std::size_t i = 0; i < set.curves.size(); ++i) {
            const ChartCurve& curve = set.curves[i];
            QVector<QCPGraphData> points;
            points.reserve(static_cast<qsizetype>(curve.times.size()));
            for (std::size_t row = 0; row < curve.times.size(); ++row) {
                points.append({curve.times[row], curve.bytes[row] / m_unit.bytes});
            }
            set.graphs[i]->setName(curve.name);
            set.graphs[i]->setPen(curve.pen);
            set.graphs[i]->data()->set(points, true);
        }
    }
}

void ChartPlot::appendCurveLabels(std::vector<ChartLabel>& labels) const {
    for (const auto& [place, set] : m_curveSets) {
        for (const ChartCurve& curve : set.curves) {
            if (curve.label.isEmpty() || curve.times.empty() || std::isnan(curve.bytes.back())) {
                continue;
            }
            const QString value = formatIn(m_unit, curve.bytes.back());
            labels.push_back({std::min(curve.times.back(), xAxis->range().upper),
                              curve.bytes.back(),
                              curve.labelColor.isValid() ? curve.labelColor : curve.pen.color(),
                              {tr("%1 %2").arg(curve.label, value), curve.label, curve.label}});
        }
    }
}

QCPGraph* ChartPlot::findGraph(const QString& name) const {
    for (int i = 0; i < graphCount(); ++i) {
        if (graph(i)->name() == name) {
            return graph(i);
        }
    }
    return nullptr;
}

}  // namespace stowage
