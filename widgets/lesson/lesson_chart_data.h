// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_outline.h"
#include "engine/load/report/load_curves.h"
#include "widgets/charts/chart_curves.h"
#include "widgets/lesson/lesson_state.h"

#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <optional>
#include <vector>

namespace stowage {

/// One curve of a lesson's chart, from its run's own start.
struct LessonCurve {
    /// Allocated bytes or anonymous memory; file-backed pages are thin dots in the same colour.
    enum class Kind { Needed, FileBacked };
    LessonStep step = LessonStep::Naive;
    Kind kind = Kind::Needed;
    QString name;                 ///< stands at the curve
    std::vector<double> seconds;  ///< ascending
    std::vector<double> bytes;    ///< as many; NaN where not known
};

/// A point of the chart that the question speaks of.
struct LessonMarkedPoint {
    QString letter;
    double seconds = 0;
    double bytes = 0;
};

/// A level that everything is seen against: the model's own size.
struct LessonReferenceLevel {
    QString name;
    double bytes = 0;
};

/// What runs along the foot of a chart: seconds, or GiB moved where no time is known (the curves of
/// a dry run on a machine that was not measured: a second of theirs stands for a GiB).
enum class LessonTimeAxis { Seconds, Moved };

/// Whether the learner is making a guess for the current step.
enum class LessonGuessMode { Off, On };

/// Whether the learner can put the marker, has put it, or is not asked.
enum class LessonMarker { None, Movable, Kept };

/// Everything that one chart of the lesson shows. Bytes and seconds.
struct LessonChartContent {
    LessonStep current = LessonStep::Naive;  ///< its curve is drawn last, and stronger
    std::vector<LessonCurve> curves;
    std::vector<ChartBand> bands;  ///< the phases of the current step's run
    std::vector<LessonMarkedPoint> letters;
    bool lettersShown = false;  ///< highlighted, by "Show in chart"
    std::optional<LessonReferenceLevel> model;
    std::optional<LessonReferenceLevel> limit{};  ///< the RAM limit
    LessonMarker marker = LessonMarker::None;
    double guess = 0;        ///< where the marker is, unless there is none
    bool isGuessed = true;   ///< somebody put it there
    double leastHeight = 0;  ///< the axis reaches at least so high
    LessonTimeAxis axis = LessonTimeAxis::Seconds;
    QString origin{};  ///< of its figures: "measured", "simulated", "forecast"
    QString hint;      ///< in the middle, while there is no curve
};

/// A name that shall stand near its curve.
struct LabelRequest {
    QSizeF size;
    QPolygonF line;  ///< of the curve, pixels
};

/// What names keep clear of: places that are taken and, as far as there is room, lines.
struct LabelGround {
    std::vector<QRectF> taken{};
    std::vector<QPolygonF> lines{};  ///< beside the curves that have names
};

/// Where each name stands: near its own curve, inside `area`, away from the other names, from what
/// the ground has and, as far as there is room, from all curves. Deterministic; a name without a
/// line, or without a free place close enough to it, gets an empty rectangle.
[[nodiscard]] std::vector<QRectF> placeLabels(const std::vector<LabelRequest>& wishes,
                                              const QRectF& area, const LabelGround& around);

/// From a name to the nearest point of its curve; null where the name stands beside it.
[[nodiscard]] QLineF leaderLine(const QRectF& label, const QPolygonF& line);

/// Where the letters of a step's question stand, found in the curves of its run: each letter is in
/// one of the charts. None without curves, and where a curve has no such point.
struct LessonMarkedPoints {
    std::vector<LessonMarkedPoint> vram;
    std::vector<LessonMarkedPoint> ram;
};
[[nodiscard]] LessonMarkedPoints lessonMarkedPoints(LessonStep step, const LoadCurves& curves);

/// The two highest spikes of a curve in the order of time, as indices: between them it falls to
/// half of the lower one at least. One where there is no second; none for a flat curve.
[[nodiscard]] std::vector<std::size_t> highestSpikes(const std::vector<double>& curve);

/// What the two charts shall show of the lesson.
struct LessonChartQuery {
    LessonStep current = LessonStep::Naive;
    const LoadCurves* liveCurves = nullptr;  ///< of the step that runs; null: none
    std::optional<LessonStep> live;          ///< which step that is
    bool isPredicting = false;               ///< the current step's markers can be moved
    bool lettersShown = false;
    bool isCurrentOnly = false;  ///< curves of other steps are left out, and their time with them
};

/// Allocated VRAM of all runs over each other, and their RAM.
struct LessonChartPair {
    LessonChartContent vram;
    LessonChartContent ram;
};

/// Both charts, from what the steps found; only runs make curves.
[[nodiscard]] LessonChartPair lessonChartContents(const std::vector<LessonStepState>& steps,
                                                  const LessonSetup& setup,
                                                  const LessonChartQuery& query);

}  // namespace stowage
