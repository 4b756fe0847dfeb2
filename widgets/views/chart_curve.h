// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"
#include "widgets/views/chart_data.h"
#include "widgets/views/chart_forecast.h"

#include <QPen>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace stowage {

/// A curve that is laid over a chart: predicted, or of another run. Any times ascend; two points
/// at the same time are a step.
struct ChartCurve {
    QString name;  ///< "predicted allocated gpu:0": for tests, and for people who ask the chart
    QPen pen;
    std::vector<double> times;  ///< on the chart's time axis
    ChartColumn bytes;          ///< as many; NaN where a figure is not known
    QString label{};            ///< at its end, before the last figure; "" for none
    QColor labelColor{};        ///< of the sample before it; the pen's where it is not valid
};

/// Another load's curves, to be compared with what the charts show: drawn from the start of the
/// run, and told apart by `label` and `style`.
///
///     ChartOverlay overlay;
///     overlay.label = tr("mmap");
///     overlay.style = QPen(QColor(0x117733), 2, Qt::DotLine);
///     overlay.seconds = {0.0, 0.5, 1.2};
///     overlay.devices[DeviceId::gpu(0)].allocated = {0, 3e9, 6.4e9};
///     overlay.hostAnon = {0, 2e6, 2e6};
///     panel->setOverlays({overlay});
struct ChartOverlay {
    QString label;  ///< in the legend and at the curve's end
    /// Of the allocated curves and the host's; reserved ones are thinner and lighter.
    QPen style;
    std::vector<double> seconds;  ///< since that load began, ascending
    /// Bytes, a figure a time; a column may be empty, and NaN is "not known". GPUs only.
    std::map<DeviceId, DeviceColumns> devices;
    ChartColumn hostAnon;  ///< bytes above the level before that load; may be empty
};

/// The curves of `overlays` for the chart of VRAM.
[[nodiscard]] std::vector<ChartCurve> vramCurves(const std::vector<ChartOverlay>& overlays,
                                                 const QColor& base);
/// Those for the chart of RAM. `baseline`: the level that the chart's own run began at, bytes.
[[nodiscard]] std::vector<ChartCurve> ramCurves(const std::vector<ChartOverlay>& overlays,
                                                double baseline);
/// Whether a forecast's curves carry names and their devices' colours: where measured ones do,
/// they are in the colour of text and without a name.
enum class CurveNames { None, AtTheEnd };

/// What a forecast says of every GPU, dashed; `times` by row, on the chart's axis.
[[nodiscard]] std::vector<ChartCurve> predictedVramCurves(const ForecastCurves& curves,
                                                          const std::vector<double>& times,
                                                          const Tokens& colors, CurveNames names);
/// The same of the host's anonymous memory, over the level `baseline` before the load, bytes.
[[nodiscard]] ChartCurve predictedAnonCurve(const ForecastCurves& curves,
                                            const std::vector<double>& times, const Tokens& colors,
                                            double baseline, CurveNames names);
/// The dashes of every predicted curve, for legends too.
[[nodiscard]] QPen predictedPen(const Tokens& colors);

/// When the longest of them ends, seconds; 0 without any.
[[nodiscard]] double overlaysEnd(const std::vector<ChartOverlay>& overlays);

}  // namespace stowage
