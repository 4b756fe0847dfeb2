// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_plot.h"

#include <QString>

namespace stowage {

/// The curve of a chart by its name; null: none.
inline QCPGraph* namedCurve(const ChartPlot& chart, const QString& name) {
    for (int i = 0; i < chart.graphCount(); ++i) {
        if (chart.graph(i)->name() == name) {
            return chart.graph(i);
        }
    }
    return nullptr;
}

}  // namespace stowage
