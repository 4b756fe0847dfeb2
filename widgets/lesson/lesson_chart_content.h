// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_step.h"

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

/// A phase of the current step's run, seconds.
struct LessonBand {
    QString name;
    double begin = 0;
    double end = 0;
};

/// A point of the chart that the question speaks of.
struct LessonLetter {
    QString letter;
    double seconds = 0;
    double bytes = 0;
};

/// A level that everything is seen against: the model's own size.
struct LessonLevel {
    QString name;
    double bytes = 0;
};

/// What runs along the foot of a chart: seconds, or GiB moved where no time is known (the curves of
/// a dry run on a machine that was not measured: a second of theirs stands for a GiB).
enum class LessonTimeAxis { Seconds, Moved };

/// Whether the learner is making a guess for the current step.
enum class LessonPrediction { Off, On };

/// Whether the learner can put the marker, has put it, or is not asked.
enum class LessonMarker { None, Movable, Kept };

/// Everything that one chart of the lesson shows. Bytes and seconds.
struct LessonChartContent {
    LessonStep current = LessonStep::Naive;  ///< its curve is drawn last, and stronger
    std::vector<LessonCurve> curves;
    std::vector<LessonBand> bands;
    std::vector<LessonLetter> letters;
    bool lettersShown = false;  ///< highlighted, by "Show in chart"
    std::optional<LessonLevel> model;
    LessonMarker marker = LessonMarker::None;
    double guess = 0;        ///< where the marker is, unless there is none
    double leastHeight = 0;  ///< the axis reaches at least so high
    LessonTimeAxis axis = LessonTimeAxis::Seconds;
    QString hint;  ///< in the middle, while there is no curve
};

}  // namespace stowage
