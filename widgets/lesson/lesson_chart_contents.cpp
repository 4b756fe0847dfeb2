// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_chart_contents.h"

#include "engine/lesson/lesson_size.h"
#include "widgets/lesson/lesson_letters.h"
#include "widgets/lesson/lesson_look.h"
#include "widgets/lesson/lesson_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

/// Until a step was run, both axes leave room for two models, and tell nothing by their height.
constexpr double kRoomForTwo = 2.15;
constexpr double kRamRoom = 1.15;
/// File pages below this share of the model are no curve of their own.
constexpr double kLeastFileShare = 0.05;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonChart)
};

double highest(const std::vector<double>& bytes) {
    double most = 0;
    for (const double one : bytes) {
        most = std::isnan(one) ? most : std::max(most, one);
    }
    return most;
}

/// A run's curve, or that of the step which runs.
struct Shown {
    LessonStep step = LessonStep::Naive;
    QString name;
    const RunCurves* curves = nullptr;
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
            shown.push_back({state.step, Words::tr("%1, running").arg(name), query.liveCurves});
        } else if (state.run != nullptr && !state.run->curves.isEmpty()) {
            shown.push_back({state.step, name, &state.run->curves});
        }
    }
    return shown;
}

std::vector<LessonBand> bandsOf(const LessonStepState& state) {
    std::vector<LessonBand> bands;
    if (state.run != nullptr) {
        for (const LoadPhase& phase : state.run->figures.phases) {
            bands.push_back({QString::fromStdString(phase.name), phase.begin, phase.end});
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
}

}  // namespace

LessonChartPair lessonChartContents(const std::vector<LessonStepState>& steps,
                                    const LessonSetup& setup, const LessonChartQuery& query) {
    LessonChartPair charts;
    const auto model = static_cast<double>(lessonWeightBytes(setup.size));
    const auto current = std::ranges::find(steps, query.current, &LessonStepState::step);
    for (LessonChartContent* content : {&charts.vram, &charts.ram}) {
        content->current = query.current;
        content->model = LessonLevel{Words::tr("model, %1").arg(lessonGiB(model)), model};
        content->lettersShown = query.lettersShown;
        const bool isFound = current != steps.end() && current->run != nullptr;
        const bool isLow = isFound && content == &charts.ram;
        content->leastHeight = (isLow ? kRamRoom : kRoomForTwo) * model;
        content->hint = Words::tr("Run a step: its curve appears here, and stays.");
        for (const LessonStepState& state : steps) {
            if (state.run != nullptr && state.run->figures.dryRun &&
                !state.run->figures.predictedSeconds) {
                content->axis = LessonTimeAxis::Moved;
            }
        }
    }
    for (const Shown& run : shownRuns(steps, query)) {
        using Kind = LessonCurve::Kind;
        const std::vector<double>& seconds = run.curves->seconds;
        charts.vram.curves.push_back(
            {run.step, Kind::Needed, run.name, seconds, allocatedOnAll(*run.curves)});
        charts.ram.curves.push_back(
            {run.step, Kind::Needed, run.name, seconds, run.curves->hostAnon});
        if (highest(run.curves->hostFile) > kLeastFileShare * model) {
            charts.ram.curves.push_back({run.step, Kind::FileBacked,
                                         Words::tr("%1, file-backed").arg(run.name), seconds,
                                         run.curves->hostFile});
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
        const LessonLetters letters = lessonLetters(query.current, current->run->curves);
        charts.vram.letters = letters.vram;
        charts.ram.letters = letters.ram;
    }
    return charts;
}

}  // namespace stowage
