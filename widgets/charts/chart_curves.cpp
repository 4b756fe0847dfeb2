// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_curves.h"

#include "engine/load/program/load_program.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

/// Whose texts these are, for the catalogues.
struct CurvesTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::ChartPlot)
};

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double toDouble(const std::optional<std::uint64_t>& value) {
    return value ? static_cast<double>(*value) : kUnknown;
}

void eraseFront(ChartColumn& column, std::size_t count) {
    column.erase(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(count));
}

std::array<ChartColumn*, 3> allOf(MachineColumns& machine) {
    return {&machine.available, &machine.cgroupLimit, &machine.allocatorHeld};
}

/// The lowest and the highest of some neighbouring points.
class Extremes {
public:
    void add(const ChartPoint& point) {
        if (!m_any || point.bytes < m_low.bytes) {
            m_low = point;
        }
        if (!m_any || point.bytes > m_high.bytes) {
            m_high = point;
        }
        m_any = true;
    }
    void flush(std::vector<ChartPoint>& points) {
        if (!m_any) {
            return;
        }
        const bool lowFirst = m_low.seconds <= m_high.seconds;
        points.push_back(lowFirst ? m_low : m_high);
        if (m_low.seconds != m_high.seconds) {
            points.push_back(lowFirst ? m_high : m_low);
        }
        m_any = false;
    }

private:
    bool m_any = false;
    ChartPoint m_low, m_high;
};

}  // namespace

void ChartData::setOrigin(double seconds) {
    const double shift = seconds - m_origin;
    m_origin = seconds;
    const auto first = std::ranges::lower_bound(m_times, shift);
    const auto dropped = static_cast<std::size_t>(first - m_times.begin());
    eraseFront(m_times, dropped);
    for (double& time : m_times) {
        time -= shift;
    }
    for (auto& [device, columns] : m_gpus) {
        eraseFront(columns.allocated, dropped);
        eraseFront(columns.reserved, dropped);
    }
    for (std::size_t kind = 0; kind < kHostClasses.size(); ++kind) {
        eraseFront(m_host[kind], dropped);
        eraseFront(m_stack[kind], dropped);
    }
    for (ChartColumn* column : allOf(m_machine)) {
        eraseFront(*column, dropped);
    }
    if (m_times.empty()) {
        m_gpus.clear();  // the next run may have other devices
    }
}

bool ChartData::pull(const MemorySeries& series) {
    const MemorySeries::Batch batch = series.since(m_cursor);
    if (batch.reset) {
        clear();
    }
    const std::size_t before = m_times.size();
    for (const MemorySample& sample : batch.samples) {
        if (sample.seconds >= m_origin) {
            append(sample);
        }
    }
    return batch.reset || m_times.size() != before;
}

void ChartData::append(const MemorySample& sample) {
    const std::size_t row = m_times.size();
    m_times.push_back(sample.seconds - m_origin);
    for (const DeviceSample& device : sample.devices) {
        if (device.device.isGpu()) {
            DeviceColumns& columns = m_gpus[device.device];
            columns.allocated.resize(row, kUnknown);
            columns.reserved.resize(row, kUnknown);
            columns.allocated.push_back(static_cast<double>(device.allocated));
            columns.reserved.push_back(static_cast<double>(device.reserved));
        }
    }
    for (auto& [device, columns] : m_gpus) {
        columns.allocated.resize(row + 1, kUnknown);
        columns.reserved.resize(row + 1, kUnknown);
    }
    m_machine.available.push_back(toDouble(sample.available));
    m_machine.cgroupLimit.push_back(toDouble(sample.cgroupLimit));
    m_machine.allocatorHeld.push_back(toDouble(sample.allocatorHeld));
    const std::array classes{sample.process.anon, sample.process.shmem, sample.process.file};
    double sum = 0;
    for (std::size_t kind = 0; kind < classes.size(); ++kind) {
        m_host[kind].push_back(toDouble(classes[kind]));
        sum += m_host[kind].back();
        m_stack[kind].push_back(sum);
    }
}

void ChartData::clear() {
    m_times.clear();
    m_gpus.clear();
    for (std::size_t kind = 0; kind < kHostClasses.size(); ++kind) {
        m_host[kind].clear();
        m_stack[kind].clear();
    }
    for (ChartColumn* column : allOf(m_machine)) {
        column->clear();
    }
}

double ChartData::firstAnon() const {
    const ChartColumn& anon = host(HostClass::Anonymous);
    const auto known = std::ranges::find_if(anon, [](double value) { return !std::isnan(value); });
    return known == anon.end() ? kUnknown : *known;
}

std::optional<std::size_t> rowAt(std::span<const double> times, double seconds) {
    const auto after = std::ranges::upper_bound(times, seconds);
    return after == times.begin()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(after - times.begin()) - 1);
}

std::optional<std::size_t> rowWithin(std::span<const double> times, double seconds) {
    const auto row = rowAt(times, seconds);
    return row && *row + 1 < times.size() ? row : std::nullopt;
}

double highestKnown(std::span<const double> column) {
    double most = 0;
    for (const double value : column) {
        most = std::isnan(value) ? most : std::max(most, value);
    }
    return most;
}

ColumnFigures figuresWithin(std::span<const double> times, std::span<const double> column,
                            double begin, double end) {
    ColumnFigures figures;
    const auto last = rowAt(times, end);
    for (std::size_t row = rowAt(times, begin).value_or(0); last && row <= *last; ++row) {
        if (std::isnan(column[row])) {
            continue;
        }
        figures.last = column[row];
        figures.least = std::fmin(figures.least, column[row]);  // of a number and NaN the number
        figures.greatest = std::fmax(figures.greatest, column[row]);
    }
    return figures;
}

double lastKnown(const ChartColumn& column, std::size_t row) {
    for (std::size_t i = std::min(row + 1, column.size()); i > 0; --i) {
        if (!std::isnan(column[i - 1])) {
            return column[i - 1];
        }
    }
    return kUnknown;
}

std::vector<ChartPoint> thinForChart(std::span<const double> times, std::span<const double> values,
                                     double begin, double end, std::size_t buckets) {
    auto first = static_cast<std::size_t>(std::ranges::lower_bound(times, begin) - times.begin());
    auto last = static_cast<std::size_t>(std::ranges::upper_bound(times, end) - times.begin());
    first = first > 0 ? first - 1 : 0;
    last = std::min(last + 1, times.size());

    std::vector<ChartPoint> points;
    const double width = (end - begin) / static_cast<double>(std::max<std::size_t>(buckets, 1));
    const bool dense = last - first > 2 * buckets;
    Extremes extremes;
    double bucketEnd = -std::numeric_limits<double>::infinity();
    for (std::size_t row = first; row < last; ++row) {
        if (std::isnan(values[row])) {
            continue;
        }
        if (!dense || times[row] >= bucketEnd) {
            extremes.flush(points);
            bucketEnd = begin + (std::floor((times[row] - begin) / width) + 1) * width;
        }
        extremes.add({times[row], values[row]});
    }
    extremes.flush(points);
    return points;
}

namespace {

/// A phase may begin a little before the clock of the load was read.
constexpr double kClockTolerance = 0.001;

/// Below this share of a phase its pace is a guess.
constexpr double kLeastShare = 0.01;

double increase(double before, double after) {
    return std::max(0.0, after - before);
}

/// How much happened between two neighbouring rows: what was read; where nothing was, what was
/// written to memory. Giving back takes no time.
double weightOf(const PredictedCurves& curves, std::size_t row) {
    const double read = curves.bytesRead[row] - curves.bytesRead[row - 1];
    if (read > 0) {
        return read;
    }
    double weight = increase(curves.hostAnon[row - 1], curves.hostAnon[row]);
    for (const auto& [device, columns] : curves.gpus) {
        weight = std::max(weight, increase(columns.allocated[row - 1], columns.allocated[row]));
    }
    return weight;
}

void addRows(PredictedCurves& curves, const ProgramPrediction& prediction) {
    for (const PredictedPoint& point : prediction.points) {
        curves.bytesRead.push_back(static_cast<double>(point.bytesRead));
        curves.hostAnon.push_back(static_cast<double>(point.hostAnon));
        curves.hostFile.push_back(static_cast<double>(point.filePages));
        for (std::size_t i = 0; i < prediction.devices.size(); ++i) {
            // A device that the plan does not place on is found while walking.
            const PredictedPeak held =
                i < point.devices.size() ? point.devices[i] : PredictedPeak{};
            DeviceColumns& columns = curves.gpus[prediction.devices[i]];
            columns.allocated.push_back(static_cast<double>(held.allocated));
            columns.reserved.push_back(static_cast<double>(held.reserved));
        }
        curves.seconds.push_back(point.seconds);
    }
    if (!curves.schedule->predictedSeconds) {
        curves.seconds.clear();
    }
}

/// Shares of the rows [first, last) of one phase.
void addShares(PredictedCurves& curves, std::size_t phase, std::size_t first, std::size_t last) {
    std::vector<double> sums(last - first, 0);
    for (std::size_t row = first + 1; row < last; ++row) {
        sums[row - first] = sums[row - first - 1] + weightOf(curves, row);
    }
    const double whole = sums.empty() ? 0 : sums.back();
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double byIndex =
            sums.size() < 2 ? 0 : static_cast<double>(i) / static_cast<double>(sums.size() - 1);
        curves.share.push_back(whole > 0 ? sums[i] / whole : byIndex);
        curves.phaseOf.push_back(phase);
    }
}

/// One phase of a load on the load's clock, as far as it is known.
class PhaseTimes {
public:
    PhaseTimes(double begin, double end) : m_knots{{0, begin}}, m_fallback(end) {}

    void add(double share, double seconds) {
        if (share > m_knots.back().first) {
            m_knots.emplace_back(share, std::max(seconds, m_knots.back().second));
        }
    }
    /// The phase is over.
    void finish(double end) { m_knots.emplace_back(1, std::max(end, m_knots.back().second)); }

    [[nodiscard]] double at(double share) const {
        const auto after = std::ranges::upper_bound(m_knots, share, {}, &Knot::first);
        if (after == m_knots.end()) {
            return beyond(share);
        }
        const Knot& next = *after;
        const Knot& before = *std::prev(after);
        const double part = (share - before.first) / (next.first - before.first);
        return before.second + part * (next.second - before.second);
    }

private:
    using Knot = std::pair<double, double>;  ///< share, seconds

    [[nodiscard]] double beyond(double share) const {
        const auto& [done, seconds] = m_knots.back();
        const double began = m_knots.front().second;
        if (done < kLeastShare) {
            return began + share * (m_fallback - began);
        }
        return seconds + (share - done) / done * (seconds - began);
    }

    std::vector<Knot> m_knots;
    double m_fallback;  ///< when it would end if nothing of it were known
};

/// The load's phases, in order, found among the sampler's marks.
std::vector<PhaseMark> marksOf(const PredictedCurves& curves, std::span<const PhaseMark> phases,
                               double origin) {
    std::vector<PhaseMark> marks;
    for (const PhaseMark& mark : phases) {
        const std::size_t next = marks.size();
        if (mark.begin >= origin - kClockTolerance && next < curves.phases.size() &&
            mark.name == curves.phases[next].name) {
            marks.push_back(mark);
            marks.back().begin = std::max(0.0, mark.begin - origin);
            marks.back().end = mark.end < mark.begin ? -1 : mark.end - origin;
        }
    }
    return marks;
}

/// Bytes a second over all that is done; 0 while that is not known.
double meanPace(const PredictedCurves& curves, const std::vector<PhaseMark>& marks,
                std::span<const PaceSample> samples) {
    double bytes = 0;
    double seconds = 0;
    for (std::size_t phase = 0; phase < marks.size(); ++phase) {
        if (curves.phases[phase].bytes == 0) {
            continue;
        }
        if (marks[phase].end >= 0) {
            bytes += curves.phases[phase].bytes;
            seconds += marks[phase].end - marks[phase].begin;
        } else if (!samples.empty() && samples.back().phase == curves.phases[phase].name) {
            bytes += curves.phases[phase].bytes * samples.back().share;
            seconds += samples.back().seconds - marks[phase].begin;
        }
    }
    return seconds > 0 ? bytes / seconds : 0;
}

constexpr double kReservedTint = 0.55;

/// Of predicted curves that stand alone, in their devices' colours.
constexpr double kAloneWidth = 2;

QPen dashed(const QColor& color, double width) {
    QPen pen(color, width);
    pen.setDashPattern({4, 3});
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

/// "mmap", or "mmap, GPU 1" where the curves of one load must be told apart.
QString endLabel(const ChartOverlay& overlay, DeviceId device) {
    return overlay.devices.size() < 2
               ? overlay.label
               : CurvesTexts::tr("%1, %2").arg(overlay.label, translated(deviceLabel(device)));
}

/// `form`: "%1 reserved %2", of the overlay's label and the device.
QString curveName(const QString& form, const ChartOverlay& overlay, DeviceId device) {
    return form.arg(overlay.label, QString::fromStdString(deviceName(device)));
}

/// The same for screen readers: "mmap, GPU 0 reserved, simulated".
QString spokenCurveName(const QString& form, const ChartOverlay& overlay, DeviceId device) {
    return form.arg(overlay.label, translated(deviceLabel(device)),
                    overlay.simulated.contains(device) ? CurvesTexts::tr("simulated")
                                                       : CurvesTexts::tr("measured"));
}

PredictedFigures figuresOf(const PredictedCurves& curves, std::size_t row) {
    PredictedFigures figures;
    for (const auto& [device, columns] : curves.gpus) {
        figures.gpus[device] = {static_cast<std::uint64_t>(columns.allocated[row]),
                                static_cast<std::uint64_t>(columns.reserved[row])};
    }
    figures.hostAnon = curves.hostAnon[row];
    figures.bytesRead = curves.bytesRead[row];
    return figures;
}

}  // namespace

PredictedCurves predictedCurves(std::shared_ptr<const LoadSchedule> schedule) {
    PredictedCurves curves;
    curves.schedule = std::move(schedule);
    if (!curves.schedule->prediction) {
        return curves;
    }
    const ProgramPrediction& prediction = *curves.schedule->prediction;
    const LoadProgram program = makeLoadProgram(*curves.schedule);
    addRows(curves, prediction);
    for (std::size_t phase = 0; phase < prediction.phases.size(); ++phase) {
        const auto first = static_cast<std::size_t>(prediction.phases[phase].firstPoint);
        const std::size_t last = phase + 1 < prediction.phases.size()
                                     ? prediction.phases[phase + 1].firstPoint
                                     : prediction.points.size();
        const double bytes =
            phase < program.phases.size() ? static_cast<double>(program.phases[phase].bytes) : 0;
        curves.phases.push_back({prediction.phases[phase].name, bytes, first});
        addShares(curves, phase, first, last);
    }
    return curves;
}

std::vector<double> timesFromRates(const PredictedCurves& curves) {
    return curves.seconds;
}

std::vector<double> timesFromBytes(const PredictedCurves& curves) {
    std::vector<double> began;
    double sum = 0;
    for (const PredictedCurves::Phase& phase : curves.phases) {
        began.push_back(sum);
        sum += phase.bytes;
    }
    std::vector<double> times;
    for (std::size_t row = 0; row < curves.rows(); ++row) {
        const std::size_t phase = curves.phaseOf[row];
        times.push_back(began[phase] + curves.share[row] * curves.phases[phase].bytes);
    }
    return times;
}

std::vector<double> timesFromPace(const PredictedCurves& curves, std::span<const PhaseMark> phases,
                                  double origin, std::span<const PaceSample> samples, double now) {
    const std::vector<PhaseMark> marks = marksOf(curves, phases, origin);
    const double bytesPerSecond = meanPace(curves, marks, samples);
    std::vector<double> times;
    double last = 0;
    std::size_t row = 0;
    for (std::size_t phase = 0; phase < curves.phases.size(); ++phase) {
        const double expected =
            bytesPerSecond > 0 ? curves.phases[phase].bytes / bytesPerSecond : 0;
        const double begin = phase < marks.size() ? marks[phase].begin : last;
        PhaseTimes clock(begin, std::max(begin + expected, phase < marks.size() ? now : 0));
        if (phase < marks.size()) {
            const std::string& name = curves.phases[phase].name;
            for (const PaceSample& sample : samples) {
                const bool inside = marks[phase].end < 0 || sample.seconds <= marks[phase].end;
                if (sample.phase == name && inside && sample.share < 1) {
                    clock.add(sample.share, sample.seconds);
                }
            }
            if (marks[phase].end >= 0) {
                clock.finish(marks[phase].end);
            }
        }
        for (; row < curves.rows() && curves.phaseOf[row] == phase; ++row) {
            last = std::max(last, clock.at(curves.share[row]));
            times.push_back(last);
        }
    }
    return times;
}

std::optional<PredictedFigures> predictedFiguresAt(const PredictedCurves& curves,
                                                   std::span<const double> times, double time) {
    const auto row = rowAt(times, time);
    return row ? std::optional(figuresOf(curves, *row)) : std::nullopt;
}

std::optional<PredictedFigures> predictedFiguresIn(const PredictedCurves& curves,
                                                   const std::string& phase, double share) {
    const auto found = std::ranges::find(curves.phases, phase, &PredictedCurves::Phase::name);
    if (found == curves.phases.end()) {
        return {};
    }
    const auto number = static_cast<std::size_t>(found - curves.phases.begin());
    std::size_t row = found->firstRow;
    while (row + 1 < curves.rows() && curves.phaseOf[row + 1] == number &&
           curves.share[row + 1] <= share) {
        ++row;
    }
    return row < curves.rows() ? std::optional(figuresOf(curves, row)) : std::nullopt;
}

std::vector<ChartCurve> vramCurves(const std::vector<ChartOverlay>& overlays, const QColor& base) {
    std::vector<ChartCurve> curves;
    for (const ChartOverlay& overlay : overlays) {
        QPen reserved = overlay.style;
        reserved.setColor(mixColors(reserved.color(), base, kReservedTint));
        reserved.setWidthF(1);
        for (const auto& [device, columns] : overlay.devices) {
            if (columns.reserved.size() == overlay.seconds.size()) {
                curves.push_back(
                    {curveName(CurvesTexts::tr("%1 reserved %2"), overlay, device), reserved,
                     overlay.seconds, columns.reserved, QString(), QColor(),
                     spokenCurveName(CurvesTexts::tr("%1, %2 reserved, %3"), overlay, device)});
            }
            if (columns.allocated.size() == overlay.seconds.size()) {
                curves.push_back(
                    {curveName(CurvesTexts::tr("%1 allocated %2"), overlay, device), overlay.style,
                     overlay.seconds, columns.allocated, endLabel(overlay, device), QColor(),
                     spokenCurveName(CurvesTexts::tr("%1, %2 allocated, %3"), overlay, device)});
            }
        }
    }
    return curves;
}

std::vector<ChartCurve> ramCurves(const std::vector<ChartOverlay>& overlays, double baseline) {
    std::vector<ChartCurve> curves;
    for (const ChartOverlay& overlay : overlays) {
        if (overlay.hostAnon.size() != overlay.seconds.size()) {
            continue;
        }
        ChartCurve curve{CurvesTexts::tr("%1 anonymous").arg(overlay.label),
                         overlay.style,
                         overlay.seconds,
                         overlay.hostAnon,
                         overlay.label,
                         QColor(),
                         CurvesTexts::tr("%1, anonymous memory, measured").arg(overlay.label)};
        for (double& value : curve.bytes) {
            value += baseline;
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

QPen predictedPen(const ThemeColors& colors) {
    return dashed(colors.text, 1.25);
}

std::vector<ChartCurve> predictedVramCurves(const PredictedCurves& curves,
                                            const std::vector<double>& times,
                                            const ThemeColors& colors, CurveNames names) {
    std::vector<ChartCurve> result;
    for (const auto& [device, columns] : curves.gpus) {
        const QString name = QString::fromStdString(deviceName(device));
        const bool alone = names == CurveNames::AtTheEnd;
        const QPen allocatedPen =
            alone ? dashed(colors.deviceLine(device), kAloneWidth) : predictedPen(colors);
        QPen reserved = allocatedPen;
        reserved.setColor(mixColors(alone ? allocatedPen.color() : colors.secondaryText,
                                    colors.base, kReservedTint));
        reserved.setWidthF(1);
        const QString label = translated(deviceLabel(device));
        ChartCurve allocated{CurvesTexts::tr("predicted allocated %1").arg(name), allocatedPen,
                             times, columns.allocated};
        allocated.spokenName = CurvesTexts::tr("%1 allocated, predicted").arg(label);
        if (alone) {
            allocated.label = label;
            allocated.labelColor = colors.deviceFill(device);
        }
        result.push_back({CurvesTexts::tr("predicted reserved %1").arg(name), reserved, times,
                          columns.reserved, QString(), QColor(),
                          CurvesTexts::tr("%1 reserved, predicted").arg(label)});
        result.push_back(std::move(allocated));
    }
    return result;
}

ChartCurve predictedAnonCurve(const PredictedCurves& curves, const std::vector<double>& times,
                              const ThemeColors& colors, double baseline, CurveNames names) {
    ChartCurve curve{CurvesTexts::tr("predicted anonymous"), predictedPen(colors), times,
                     curves.hostAnon};
    curve.spokenName = CurvesTexts::tr("anonymous memory, predicted");
    for (double& value : curve.bytes) {
        value += baseline;
    }
    if (names == CurveNames::AtTheEnd) {
        curve.pen = dashed(colors.deviceLine(DeviceId::cpu()), kAloneWidth);
        curve.label = CurvesTexts::tr("anonymous");
        curve.labelColor = colors.ramAnonymous;
    }
    return curve;
}

double overlaysEnd(const std::vector<ChartOverlay>& overlays) {
    double end = 0;
    for (const ChartOverlay& overlay : overlays) {
        end = overlay.seconds.empty() ? end : std::max(end, overlay.seconds.back());
    }
    return end;
}

}  // namespace stowage
