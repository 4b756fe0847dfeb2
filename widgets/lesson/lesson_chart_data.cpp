// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_chart_data.h"

#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stowage {
namespace {

using Index = std::optional<std::size_t>;

/// A load is at its final level from where it first comes so near.
constexpr double kNearFinal = 0.985;

/// A valley is one where the curve falls below this share of the spikes beside it.
constexpr double kValley = 0.5;

/// Of its highest known figure, the first one.
Index highest(const std::vector<double>& curve) {
    Index best;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        if (!std::isnan(curve[i]) && (!best || curve[i] > curve[*best])) {
            best = i;
        }
    }
    return best;
}

Index last(const std::vector<double>& curve) {
    for (std::size_t i = curve.size(); i-- > 0;) {
        if (!std::isnan(curve[i])) {
            return i;
        }
    }
    return std::nullopt;
}

/// The allocated bytes of all GPUs together, a figure a moment; NaN where none is known.
std::vector<double> allocatedOnAll(const LoadCurves& curves) {
    std::vector<double> sum(curves.seconds.size(), std::nan(""));
    for (const DeviceCurve& device : curves.devices) {
        for (std::size_t i = 0; i < std::min(sum.size(), device.allocated.size()); ++i) {
            if (!std::isnan(device.allocated[i])) {
                sum[i] = (std::isnan(sum[i]) ? 0 : sum[i]) + device.allocated[i];
            }
        }
    }
    return sum;
}

/// Where the curve first reaches the level at which it ends.
Index firstAtFinal(const std::vector<double>& curve) {
    const Index end = last(curve);
    if (!end) {
        return std::nullopt;
    }
    const auto at = std::ranges::find_if(
        curve, [level = curve[*end] * kNearFinal](double bytes) { return bytes >= level; });
    return static_cast<std::size_t>(at - curve.begin());
}

/// Collects the letters of one chart.
class Marks {
public:
    Marks(const std::vector<double>& seconds, const std::vector<double>& bytes,
          std::vector<LessonMarkedPoint>& into)
        : m_seconds(seconds), m_bytes(bytes), m_into(into) {}
    void add(const QString& letter, const Index& at) {
        if (at && *at < m_seconds.size()) {
            m_into.push_back({letter, m_seconds[*at], m_bytes[*at]});
        }
    }
    /// One letter a spike, in the order of time.
    void addSpikes(const QStringList& names, const std::vector<std::size_t>& spikes) {
        for (std::size_t i = 0; i < spikes.size(); ++i) {
            add(names.value(static_cast<qsizetype>(i)), spikes[i]);
        }
    }

private:
    const std::vector<double>& m_seconds;
    const std::vector<double>& m_bytes;
    std::vector<LessonMarkedPoint>& m_into;
};

/// Until a step was run, both axes leave room for two models, and tell nothing by their height.
constexpr double kRoomForTwo = 2.15;

constexpr double kRamRoom = 1.15;

/// File pages below this share of the model are no curve of their own.
constexpr double kLeastFileShare = 0.05;

struct LessonChartDataWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonChart)
};

/// A run's curve, or that of the step which runs.
struct Shown {
    LessonStep step = LessonStep::Naive;
    QString name;
    const LoadCurves* curves = nullptr;
};

std::vector<Shown> shownRuns(const std::vector<LessonStepState>& steps,
                             const LessonChartQuery& query) {
    std::vector<Shown> shown;
    for (const LessonStepState& state : steps) {
        if (query.isCurrentOnly && state.step != query.current) {
            continue;
        }
        const QString name = lessonStepNumbered(state.step);
        if (query.live == state.step && query.liveCurves != nullptr) {
            shown.push_back(
                {state.step, LessonChartDataWords::tr("%1, running").arg(name), query.liveCurves});
        } else if (state.stoppedRun != nullptr && !state.stoppedRun->curves.isEmpty()) {
            shown.push_back({state.step, LessonChartDataWords::tr("%1, stopped").arg(name),
                             &state.stoppedRun->curves});
        } else if (state.run != nullptr && !state.run->curves.isEmpty()) {
            shown.push_back({state.step, name, &state.run->curves});
        }
    }
    return shown;
}

std::vector<ChartBand> bandsOf(const LessonStepState& state) {
    std::vector<ChartBand> bands;
    if (state.run != nullptr) {
        for (const LoadPhase& phase : state.run->figures.phases) {
            bands.push_back({translatedText(phase.name), phase.begin, phase.end});
        }
    }
    return bands;
}

void setMarker(LessonChartContent& content, const LessonChartQuery& query,
               const std::optional<double>& guess) {
    content.marker = query.isPredicting ? LessonMarker::Movable
                     : guess            ? LessonMarker::Kept
                                        : LessonMarker::None;
    // It begins where everybody would begin: at the model's size.
    content.guess = guess.value_or(content.model ? content.model->bytes : 0);
    content.isGuessed = guess.has_value();
}

constexpr double kNameGap = 5;  ///< between a curve and its name

constexpr int kPlaces = 14;  ///< tried along a curve

constexpr int kRowsOfNames = 3;  ///< tried above and below each of them

constexpr double kDataPointStep = 6;  ///< curves are looked at every so many pixels

constexpr double kClearX = 4, kClearY = 1;  ///< between a name and what else has its place

constexpr double kLineRoom = 3;  ///< between a name and the middle of a line, which has its width

constexpr double kCurveCost = 12;  ///< of each point of a curve under a name

constexpr double kOwnCost = 9;  ///< of its own curve

constexpr double kFarCost = 0.02;  ///< of a pixel away from the middle of the curve

constexpr double kLeaderCost = 2;  ///< of a pixel between a name and its curve

constexpr double kLeastLeader = 2 * kNameGap;  ///< nearer names need no line to their curve

constexpr double kLongestLeader = 6;  ///< heights of a name; a longer one would look like a curve

/// Points of a line at even distances: long straight parts count, and many small steps do not.
std::vector<QPointF> evenPoints(const QPolygonF& line) {
    std::vector<QPointF> points;
    double sinceLast = kDataPointStep;
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const QPointF step = line[i + 1] - line[i];
        const double length = std::hypot(step.x(), step.y());
        double done = kDataPointStep - sinceLast;
        while (done <= length) {
            points.push_back(length > 0 ? line[i] + step * (std::max(done, 0.0) / length)
                                        : line[i]);
            done += kDataPointStep;
        }
        sinceLast = kDataPointStep - (done - length);
    }
    if (!line.isEmpty()) {
        points.push_back(line.back());
    }
    return points;
}

bool isFree(const QRectF& rect, const std::vector<QRectF>& placed,
            const std::vector<QRectF>& taken) {
    const QRectF around = rect.adjusted(-kClearX, -kClearY, kClearX, kClearY);
    const auto touches = [&around](const QRectF& other) { return around.intersects(other); };
    return std::ranges::none_of(placed, touches) && std::ranges::none_of(taken, touches);
}

/// The shortest line from the edge of `rect` to one of the points; there are some.
QLineF shortestLine(const QRectF& rect, const std::vector<QPointF>& points) {
    QLineF shortest;
    double least = std::numeric_limits<double>::infinity();
    for (const QPointF& point : points) {
        const QLineF line(QPointF(std::clamp(point.x(), rect.left(), rect.right()),
                                  std::clamp(point.y(), rect.top(), rect.bottom())),
                          point);
        if (line.length() < least) {
            least = line.length();
            shortest = line;
        }
    }
    return shortest;
}

/// Every place of the area, row by row: for a name that finds none at its curve.
std::vector<QRectF> allPlaces(const QSizeF& size, const QRectF& area) {
    std::vector<QRectF> rects;
    for (double y = area.top(); y + size.height() <= area.bottom(); y += size.height() / 2) {
        for (double x = area.left(); x + size.width() <= area.right(); x += kDataPointStep) {
            rects.emplace_back(QPointF(x, y), size);
        }
    }
    return rects;
}

std::vector<QRectF> candidates(const std::vector<QPointF>& points, const QSizeF& size,
                               const QRectF& area) {
    std::vector<QRectF> rects;
    for (int place = 0; place <= kPlaces; ++place) {
        const auto index =
            static_cast<std::size_t>(static_cast<double>(points.size() - 1) * place / kPlaces);
        const QPointF at = points[index];
        for (int row = 0; row < kRowsOfNames; ++row) {
            const double gap = kNameGap + row * (size.height() + 2 * kClearY);
            const std::array<QPointF, 5> corners{
                QPointF(at.x() - size.width() - gap, at.y() - size.height() / 2),
                QPointF(at.x() + gap, at.y() - size.height() / 2),
                QPointF(at.x() - size.width() / 2, at.y() - size.height() - gap),
                QPointF(at.x() - size.width() / 2, at.y() + gap),
                QPointF(at.x() + gap, at.y() - size.height() - gap)};
            for (const QPointF& corner : corners) {
                QRectF rect(corner, size);
                rect.moveLeft(std::clamp(rect.left(), area.left(),
                                         std::max(area.left(), area.right() - size.width())));
                rect.moveTop(std::clamp(rect.top(), area.top(),
                                        std::max(area.top(), area.bottom() - size.height())));
                rects.push_back(rect);
            }
        }
    }
    return rects;
}

/// The places that names have, and the curves that they should keep clear of.
struct Ground {
    std::vector<std::vector<QPointF>> lines;
    std::vector<QRectF> placed;
    std::vector<QRectF> taken;
};

/// The cheapest of the free places for the name of line `own`; empty where none is free.
QRectF cheapest(const std::vector<QRectF>& places, std::size_t own, const Ground& ground) {
    const std::vector<QPointF>& line = ground.lines[own];
    const QPointF middle = line[line.size() / 2];
    QRectF best;
    double least = std::numeric_limits<double>::infinity();
    for (const QRectF& rect : places) {
        if (!isFree(rect, ground.placed, ground.taken)) {
            continue;
        }
        const QPointF away = rect.center() - middle;
        const double leader = shortestLine(rect, line).length();
        if (leader > kLongestLeader * rect.height()) {
            continue;
        }
        const QRectF room = rect.adjusted(-kLineRoom, -kLineRoom, kLineRoom, kLineRoom);
        double cost = kFarCost * std::hypot(away.x(), away.y()) + kLeaderCost * leader;
        for (std::size_t i = 0; i < ground.lines.size() && cost < least; ++i) {
            const auto under = std::ranges::count_if(
                ground.lines[i], [&room](const QPointF& point) { return room.contains(point); });
            cost += (i == own ? kOwnCost : kCurveCost) * static_cast<double>(under);
        }
        if (cost < least) {
            least = cost;
            best = rect;
        }
    }
    return best;
}

}  // namespace

std::vector<std::size_t> highestSpikes(const std::vector<double>& curve) {
    const Index first = highest(curve);
    if (!first || curve[*first] <= 0) {
        return {};
    }
    Index second;
    // To either side: beyond the first valley that is deep against what rises behind it.
    const auto consider = [&](std::size_t i, double& lowest) {
        const double bytes = curve[i];
        if (std::isnan(bytes)) {
            return;
        }
        lowest = std::min(lowest, bytes);
        if (lowest < kValley * bytes && (!second || bytes > curve[*second])) {
            second = i;
        }
    };
    double lowest = curve[*first];
    for (std::size_t i = *first + 1; i < curve.size(); ++i) {
        consider(i, lowest);
    }
    lowest = curve[*first];
    for (std::size_t i = *first; i-- > 0;) {
        consider(i, lowest);
    }
    std::vector<std::size_t> spikes{*first};
    if (second) {
        spikes.push_back(*second);
    }
    std::ranges::sort(spikes);
    return spikes;
}

LessonMarkedPoints lessonMarkedPoints(LessonStep step, const LoadCurves& curves) {
    LessonMarkedPoints letters;
    const std::vector<double> allocated = allocatedOnAll(curves);
    const QString a = QStringLiteral("A");
    const QString b = QStringLiteral("B");
    Marks vram(curves.seconds, allocated, letters.vram);
    Marks ram(curves.seconds, curves.hostAnon, letters.ram);
    switch (step) {
        case LessonStep::Checkpoint:
            break;
        case LessonStep::Naive:
        case LessonStep::Sequential:
            vram.add(a, firstAtFinal(allocated));
            vram.add(b, highest(allocated));
            break;
        case LessonStep::Meta:
            ram.add(a, highest(curves.hostAnon));
            vram.add(b, highest(allocated));
            break;
        case LessonStep::Mmap: {
            Marks file(curves.seconds, curves.hostFile, letters.ram);
            file.add(a, highest(curves.hostFile));
            ram.add(b, highest(curves.hostAnon));
            break;
        }
        case LessonStep::PerTensor:
            ram.addSpikes({a, b}, highestSpikes(curves.hostAnon));
            break;
        case LessonStep::Sharded: {
            Marks file(curves.seconds, curves.hostFile, letters.ram);
            file.addSpikes({a, b}, highestSpikes(curves.hostFile));
            break;
        }
        case LessonStep::Streamed:
            ram.add(a, highest(curves.hostAnon));
            vram.add(b, last(allocated));
            break;
        case LessonStep::SeveralDevices:
            vram.add(a, last(allocated));
            ram.add(b, last(curves.hostAnon));
            break;
    }
    return letters;
}

LessonChartPair lessonChartContents(const std::vector<LessonStepState>& steps,
                                    const LessonSetup& setup, const LessonChartQuery& query) {
    LessonChartPair charts;
    const auto model = static_cast<double>(lessonWeightBytes(setup.size));
    const auto current = std::ranges::find(steps, query.current, &LessonStepState::step);
    for (LessonChartContent* content : {&charts.vram, &charts.ram}) {
        content->current = query.current;
        content->model = LessonReferenceLevel{
            LessonChartDataWords::tr("model, %1").arg(lessonGiB(model)), model};
        content->lettersShown = query.lettersShown;
        const bool isFound = current != steps.end() && current->run != nullptr;
        const bool isLow = isFound && content == &charts.ram;
        content->leastHeight = (isLow ? kRamRoom : kRoomForTwo) * model;
        content->origin =
            setup.kind == LessonSetup::Kind::DryRun          ? LessonChartDataWords::tr("forecast")
            : setup.gpu.simulated && content == &charts.vram ? LessonChartDataWords::tr("simulated")
                                                             : LessonChartDataWords::tr("measured");
        content->hint = LessonChartDataWords::tr(
            "Run a step: its curve appears in this chart and remains visible.");
        for (const LessonStepState& state : steps) {
            if (state.run != nullptr && state.run->figures.dryRun &&
                !state.run->figures.predictedSeconds) {
                content->axis = LessonTimeAxis::Moved;
            }
        }
    }
    if (setup.ramLimit) {
        const auto limit = static_cast<double>(*setup.ramLimit);
        charts.ram.limit = LessonReferenceLevel{
            LessonChartDataWords::tr("RAM limit, %1").arg(sizeText(limit)), limit};
    }
    for (const Shown& run : shownRuns(steps, query)) {
        using Kind = LessonCurve::Kind;
        const std::vector<double>& seconds = run.curves->seconds;
        charts.vram.curves.push_back(
            {run.step, Kind::Needed, run.name, seconds, allocatedOnAll(*run.curves)});
        charts.ram.curves.push_back(
            {run.step, Kind::Needed, run.name, seconds, run.curves->hostAnon});
        if (highestKnown(run.curves->hostFile) > kLeastFileShare * model) {
            charts.ram.curves.push_back({run.step, Kind::FileBacked,
                                         LessonChartDataWords::tr("%1, file-backed").arg(run.name),
                                         seconds, run.curves->hostFile});
        }
    }
    if (current == steps.end()) {
        return charts;
    }
    setMarker(charts.vram, query, current->guess.vram);
    setMarker(charts.ram, query, current->guess.ram);
    if (query.live == query.current) {
        return charts;  // phases and letters come with the run's record
    }
    charts.vram.bands = bandsOf(*current);
    charts.ram.bands = charts.vram.bands;
    if (current->run != nullptr) {
        const LessonMarkedPoints letters = lessonMarkedPoints(query.current, current->run->curves);
        charts.vram.letters = letters.vram;
        charts.ram.letters = letters.ram;
    }
    return charts;
}

std::vector<QRectF> placeLabels(const std::vector<LabelRequest>& wishes, const QRectF& area,
                                const LabelGround& around) {
    Ground ground{{}, {}, around.taken};
    for (const LabelRequest& wish : wishes) {
        ground.lines.push_back(evenPoints(wish.line));
    }
    for (const QPolygonF& line : around.lines) {
        ground.lines.push_back(evenPoints(line));
    }
    for (std::size_t own = 0; own < wishes.size(); ++own) {
        QRectF place;
        if (!ground.lines[own].empty()) {
            place = cheapest(candidates(ground.lines[own], wishes[own].size, area), own, ground);
        }
        if (place.isEmpty() && !ground.lines[own].empty()) {
            place = cheapest(allPlaces(wishes[own].size, area), own, ground);
        }
        ground.placed.push_back(place);
    }
    return ground.placed;
}

QLineF leaderLine(const QRectF& label, const QPolygonF& line) {
    const std::vector<QPointF> points = evenPoints(line);
    const QLineF leader = points.empty() ? QLineF() : shortestLine(label, points);
    return leader.length() < kLeastLeader ? QLineF() : leader;
}

}  // namespace stowage
