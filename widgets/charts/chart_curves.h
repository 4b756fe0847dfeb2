// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/load/program/load_method.h"
#include "engine/telemetry/memory_series.h"
#include "widgets/support/theme.h"

#include <QBrush>
#include <QPen>
#include <QString>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// From one moment to another. Seconds.
struct TimeSpan {
    double begin = 0;
    double end = 0;
};

/// Kinds of this process's memory, from the one that cannot be given back upwards.
enum class HostClass { Anonymous, Shared, File };
inline constexpr std::array kHostClasses{HostClass::Anonymous, HostClass::Shared, HostClass::File};

/// "anonymous", "shared", "file-backed".
[[nodiscard]] QString hostClassName(HostClass kind);
[[nodiscard]] QColor hostClassColor(HostClass kind, const ThemeColors& colors);
/// The fill of a class in chart and legend; file-backed has dots in the dark theme, so that memory
/// that can be taken back is never taken for memory that is needed.
[[nodiscard]] QBrush hostClassBrush(HostClass kind, const ThemeColors& colors);

/// Bytes by sample; NaN where a figure is not known.
using ChartColumn = std::vector<double>;

struct DeviceColumns {
    ChartColumn allocated;
    ChartColumn reserved;
};

/// What the machine has, and what malloc keeps. Known in few samples only.
struct MachineColumns {
    ChartColumn available;      ///< MemAvailable
    ChartColumn cgroupLimit;    ///< of the control group with the least left
    ChartColumn allocatorHeld;  ///< freed memory that malloc holds on to
};

struct ChartPoint {
    double seconds = 0;
    double bytes = 0;
};

/// The row that holds at `seconds`: the last one not after it; nothing before the first.
[[nodiscard]] std::optional<std::size_t> rowAt(std::span<const double> times, double seconds);

/// The sampler's series by columns, on the run's clock: what both charts draw from. Grows with
/// pull() only; as bounded as the series it reads.
class ChartData {
public:
    /// Makes `seconds` on the sampler's clock the new zero and drops what lies before it.
    void setOrigin(double seconds);
    [[nodiscard]] double origin() const { return m_origin; }

    /// Takes what is new in the series. True if something was.
    bool pull(const MemorySeries& series);

    [[nodiscard]] const std::vector<double>& times() const { return m_times; }
    /// By device, GPUs only.
    [[nodiscard]] const std::map<DeviceId, DeviceColumns>& gpus() const { return m_gpus; }
    [[nodiscard]] const ChartColumn& host(HostClass kind) const {
        return m_host[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] const MachineColumns& machine() const { return m_machine; }
    /// Anonymous up to and with `kind`, for stacked areas.
    [[nodiscard]] const ChartColumn& hostStack(HostClass kind) const {
        return m_stack[static_cast<std::size_t>(kind)];
    }
    /// Level of anonymous memory at the new zero; NaN before the first sample.
    [[nodiscard]] double firstAnon() const;
    /// The sample that holds at `seconds`: the last one not after it; nothing before the first.
    [[nodiscard]] std::optional<std::size_t> rowAt(double seconds) const {
        return stowage::rowAt(m_times, seconds);
    }

private:
    void append(const MemorySample& sample);
    void clear();

    double m_origin = 0;
    std::uint64_t m_cursor = 0;
    std::vector<double> m_times;
    std::map<DeviceId, DeviceColumns> m_gpus;
    MachineColumns m_machine;
    std::array<ChartColumn, kHostClasses.size()> m_host;
    std::array<ChartColumn, kHostClasses.size()> m_stack;
};

/// rowAt() of a run that is over: nothing from its last row on, either.
[[nodiscard]] std::optional<std::size_t> rowWithin(std::span<const double> times, double seconds);

/// The highest known figure of a column; 0 without any.
[[nodiscard]] double highestKnown(std::span<const double> column);

/// The last known figure of a column up to and with `row`; NaN where there is none.
[[nodiscard]] double lastKnown(const ChartColumn& column, std::size_t row);

/// What a column comes to in a stretch of time; NaN where nothing of it is known.
struct ColumnFigures {
    double last = std::numeric_limits<double>::quiet_NaN();
    double least = std::numeric_limits<double>::quiet_NaN();
    double greatest = std::numeric_limits<double>::quiet_NaN();
};

/// Those of the rows within [begin, end], and of the one that holds at `begin`.
[[nodiscard]] ColumnFigures figuresWithin(std::span<const double> times,
                                          std::span<const double> column, double begin, double end);

/// A column within [begin, end], and one sample on either side of it, as at most about
/// 2 × `buckets` points: of each stretch of time the lowest and the highest, in their order, so
/// that no summit is lost. Unknown figures are left out.
[[nodiscard]] std::vector<ChartPoint> thinForChart(std::span<const double> times,
                                                   std::span<const double> values, double begin,
                                                   double end, std::size_t buckets);

/// How wheel and keys move in a chart: alike in all of them.
inline constexpr double kWheelNotch = 120;  ///< of QWheelEvent::angleDelta()
inline constexpr double kZoomStep = 0.8;    ///< of the range is left after a step inwards
inline constexpr double kPanShare = 0.1;    ///< of the range, a step sideways

/// Where a range begins that is `size` long and in which `centre` keeps its place of [begin, end].
[[nodiscard]] constexpr double zoomedBegin(double begin, double end, double centre, double size) {
    return centre - (centre - begin) * size / (end - begin);
}

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

/// By row: when the load was there; and when it will be, should it go on at the mean pace until
/// `now`. Never descends. `phases` are on the sampler's clock from `origin` on, `samples` on the
/// load's own, up to `now` there.
[[nodiscard]] std::vector<double> timesFromPace(const PredictedCurves& curves,
                                                std::span<const PhaseMark> phases, double origin,
                                                std::span<const PaceSample> samples, double now);

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

/// Says in the last of some bands how what they show has stopped.
void markStopped(std::vector<ChartBand>& bands, const std::optional<Error>& stopped);

/// Something that happened at one moment: a tick at the foot of the chart.
struct ChartMark {
    QString name;
    double seconds = 0;
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
