// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/program/load_method.h"
#include "engine/telemetry/memory_series.h"
#include "widgets/charts/chart_data.h"
#include "widgets/support/theme.h"

#include <QPen>
#include <QString>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// What a load is expected to take, as columns of which each row is one point of the prediction.
/// Its place on a time axis is found apart: see timesFromRates(), timesFromBytes(),
/// timesFromPace().
struct PredictedCurves {
    struct Phase {
        std::string name;
        double bytes = 0;  ///< that it moves; 0 where it only allocates or frees
        std::size_t firstRow = 0;
    };
    std::shared_ptr<const LoadSchedule> schedule;
    std::vector<Phase> phases;
    std::vector<std::size_t> phaseOf;  ///< by row
    std::vector<double> share;         ///< by row: how far its phase is then, 0…1
    std::vector<double> seconds;       ///< by row, since the load began; empty: not known
    std::vector<double> bytesRead;     ///< by row
    std::map<DeviceId, DeviceColumns> gpus;
    ChartColumn hostAnon;  ///< above the level before the load
    ChartColumn hostFile;  ///< pages of mapped files

    [[nodiscard]] std::size_t rows() const { return share.size(); }
};

/// Walks the schedule's prediction and program: some ms, more for a hundred thousand tensors. Run
/// it in a worker. A schedule without a prediction gives no rows.
[[nodiscard]] PredictedCurves predictedCurves(std::shared_ptr<const LoadSchedule> schedule);

/// By row: the seconds that follow from this machine's rates; empty where they are not known.
[[nodiscard]] std::vector<double> timesFromRates(const PredictedCurves& curves);

/// By row: bytes moved until then: read, initialised, copied, each once. For an axis of bytes,
/// where no time is known.
[[nodiscard]] std::vector<double> timesFromBytes(const PredictedCurves& curves);

/// How far a phase was at one moment of a load.
struct PaceSample {
    std::string phase;
    double seconds = 0;  ///< since the load began
    double share = 0;    ///< 0…1
};

/// What is known of a load's progress: phases on the sampler's clock from `origin` on, samples on
/// the load's own, up to `now` there.
struct MeasuredPace {
    std::span<const PhaseMark> phases;
    double origin = 0;
    std::span<const PaceSample> samples;
    double now = 0;
};

/// By row: when the load was there; and when it will be, should it go on at the mean pace until
/// now. Never descends.
[[nodiscard]] std::vector<double> timesFromPace(const PredictedCurves& curves,
                                                const MeasuredPace& pace);

/// What was predicted for one moment. Bytes.
struct PredictedFigures {
    std::map<DeviceId, PredictedPeak> gpus;
    double hostAnon = 0;
    double bytesRead = 0;
};

/// The figures of the last row not after `time`; nothing before the first. `times` as one of the
/// functions above gave them.
[[nodiscard]] std::optional<PredictedFigures> predictedFiguresAt(const PredictedCurves& curves,
                                                                 std::span<const double> times,
                                                                 double time);

/// The figures of the last row of `phase` that is not after `share` of it, 0…1; nothing where
/// there is no such phase.
[[nodiscard]] std::optional<PredictedFigures> predictedFiguresIn(const PredictedCurves& curves,
                                                                 const std::string& phase,
                                                                 double share);

/// A named stretch of the time axis, seconds.
struct ChartBand {
    QString name;
    double begin = 0;
    double end = 0;
    bool failed = false;  ///< ends with the error mark
};

/// A curve that is laid over a chart: predicted, or of another load. Any times ascend; two points
/// at the same time are a step.
struct ChartCurve {
    QString name;  ///< "predicted allocated gpu:0": for tests, and for people who ask the chart
    QPen pen;
    std::vector<double> times;  ///< on the chart's time axis
    ChartColumn bytes;          ///< as many; NaN where a figure is not known
    QString label{};            ///< at its end, before the last figure; "" for none
    QColor labelColor{};        ///< of the sample before it; the pen's where it is not valid
    QString spokenName{};       ///< "GPU 0 allocated, predicted"; "": the name
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
    std::set<DeviceId> simulated{};  ///< those of them that were no cards
    ChartColumn hostAnon;            ///< bytes above the level before that load; may be empty
};

/// The curves of `overlays` for the chart of VRAM.
[[nodiscard]] std::vector<ChartCurve> vramCurves(const std::vector<ChartOverlay>& overlays,
                                                 const QColor& base);
/// Those for the chart of RAM. `baseline`: the level that the chart's own run began at, bytes.
[[nodiscard]] std::vector<ChartCurve> ramCurves(const std::vector<ChartOverlay>& overlays,
                                                double baseline);
/// Whether a prediction's curves carry names and their devices' colours: where measured ones do,
/// they are in the colour of text and without a name.
enum class CurveNames { None, AtTheEnd };

/// What a prediction says of every GPU, dashed; `times` by row, on the chart's axis.
[[nodiscard]] std::vector<ChartCurve> predictedVramCurves(const PredictedCurves& curves,
                                                          const std::vector<double>& times,
                                                          const ThemeColors& colors,
                                                          CurveNames names);
/// The same of the host's anonymous memory, over the level `baseline` before the load, bytes.
[[nodiscard]] ChartCurve predictedAnonCurve(const PredictedCurves& curves,
                                            const std::vector<double>& times,
                                            const ThemeColors& colors, double baseline,
                                            CurveNames names);
/// The dashes of every predicted curve, for legends too.
[[nodiscard]] QPen predictedPen(const ThemeColors& colors);

/// When the longest of them ends, seconds; 0 without any.
[[nodiscard]] double overlaysEnd(const std::vector<ChartOverlay>& overlays);

}  // namespace stowage
