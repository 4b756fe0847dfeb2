// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tools/shots/lesson_shots.h"

#include "tests/tools/shots/shot_series.h"
#include "widgets/lesson/lesson_feature.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/theme.h"
#include "widgets/window/main_window.h"

#include <QDir>
#include <QPushButton>

namespace stowage {
namespace {

using State = LessonStepState::State;

/// Tensors a second while a load is stepped through.
constexpr double kShownRate = 20;

constexpr QSize kSizes[] = {{1280, 800}, {1680, 1050}};

LessonSession& sessionOf(const ShotSeries& series) {
    return *series.window()->lesson()->page()->session();
}

LessonStep stepOf(int number) {
    return allLessonSteps()[static_cast<std::size_t>(number) - 1];
}

int stepCount() {
    return static_cast<int>(allLessonSteps().size());
}

/// "lesson-xl-5" → "5": what stands behind the name of the size.
QString tailOf(const QString& scene) {
    QString tail = scene.mid(QStringLiteral("lesson").size());
    for (const char* const kind : {"-xl", "-dry"}) {
        if (tail.startsWith(QLatin1String(kind))) {
            tail.remove(0, static_cast<qsizetype>(qstrlen(kind)));
        }
    }
    return tail.mid(1);
}

/// A learner's guesses, some of them wrong.
LessonGuess guessFor(const LessonSession& session) {
    const auto weights = static_cast<double>(lessonWeightBytes(session.setup().size));
    return {.vram = weights * 1.5, .ram = weights * 0.5};
}

void enterLesson(ShotSeries& series, const QString& scene) {
    series.addStep([&series] { series.window()->lesson()->enter(); },
                   [&series] { return sessionOf(series).isOpen(); }, {});
    series.addStep(
        [&series, scene] {
            LessonSetup setup = sessionOf(series).setup();
            const bool dry = scene.startsWith(QLatin1String("lesson-dry"));
            const bool large = dry || scene.startsWith(QLatin1String("lesson-xl"));
            setup.size = large ? LessonSize::Xl1558M : LessonSize::Small124M;
            setup.kind = dry ? LessonSetup::Kind::DryRun : LessonSetup::Kind::Real;
            sessionOf(series).setSetup(setup);
        },
        [&series] { return !sessionOf(series).step(LessonStep::Naive).preflight.peaks.empty(); },
        {});
}

void runLessonStep(ShotSeries& series, int number) {
    const LessonStep step = stepOf(number);
    series.addStep(
        [&series, step] {
            LessonSession& session = sessionOf(series);
            session.setCurrent(step);
            session.setGuess(step, guessFor(session));
            session.run(step);
        },
        [&series, step] {
            const LessonSession& session = sessionOf(series);
            return !session.isRunning() &&
                   (session.step(step).state != State::NotRun || step == LessonStep::Checkpoint);
        },
        {});
}

void playLesson(ShotSeries& series) {
    for (int number = 1; number <= stepCount(); ++number) {
        runLessonStep(series, number);
    }
}

void planLessonPictures(ShotSeries& series, const QString& folder) {
    const auto now = [] { return true; };
    for (const bool projector : {false, true}) {
        for (const QSize& size : kSizes) {
            for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
                series.addStep(
                    [&series, projector, size, mode] {
                        series.theme()->setMode(mode);
                        series.window()->resize(size);
                        LessonType& type = *series.window()->lesson()->page()->type();
                        type.setFactor(projector ? LessonType::kProjectorFactor : 1);
                    },
                    now, {});
                for (int number = 1; number <= stepCount(); ++number) {
                    const QString name =
                        QStringLiteral("lesson-%1-%2-%3%4.png")
                            .arg(number)
                            .arg(size.width())
                            .arg(mode == ThemeMode::Light ? QStringLiteral("light")
                                                          : QStringLiteral("dark"),
                                 projector ? QStringLiteral("-projector") : QString());
                    series.addStep(
                        [&series, number] { sessionOf(series).setCurrent(stepOf(number)); }, now,
                        QDir(folder).filePath(name));
                }
            }
        }
    }
}

}  // namespace

bool planLessonScene(ShotSeries& series, const QString& scene, const QString& file) {
    const QString tail = tailOf(scene);
    const int number = tail.toInt();
    const bool numbered = number >= 1 && number <= stepCount();
    const bool known = numbered || tail == QLatin1String("empty") ||
                       tail == QLatin1String("projector") || tail == QLatin1String("running") ||
                       tail == QLatin1String("stepping");
    if (!scene.startsWith(QLatin1String("lesson-")) || !known) {
        return false;
    }
    enterLesson(series, scene);
    const auto go = [&series](LessonStep step) {
        return [&series, step] { sessionOf(series).setCurrent(step); };
    };
    const auto now = [] { return true; };
    if (tail == QLatin1String("empty")) {
        series.addStep(go(LessonStep::Naive), now, {});
        series.addStep(
            [&series] {
                series.window()
                    ->lesson()
                    ->page()
                    ->findChild<QPushButton*>(QStringLiteral("lesson_predict"))
                    ->click();
            },
            now, file);
    } else if (tail == QLatin1String("running")) {
        runLessonStep(series, 1);
        series.addStep(
            [&series] {
                sessionOf(series).setCurrent(LessonStep::Naive);
                sessionOf(series).run(LessonStep::Naive);
            },
            [&series] { return sessionOf(series).liveCurves().seconds.size() > 20; }, file);
    } else if (tail == QLatin1String("stepping")) {
        series.addStep(go(LessonStep::Streamed), now, {});
        series.addStep(
            [&series] {
                sessionOf(series).setStepRate(kShownRate);
                sessionOf(series).startStepping(LessonStep::Streamed);
            },
            [&series] {
                LoadController* const stepper = sessionOf(series).stepper();
                return stepper != nullptr && stepper->progress().itemsDone > 30;
            },
            file);
    } else {
        playLesson(series);
        series.addStep(go(numbered ? stepOf(number) : LessonStep::PerTensor), now, {});
        series.addStep(
            [&series, numbered] {
                if (!numbered) {
                    series.window()->lesson()->page()->type()->toggleProjector();
                }
            },
            now, file);
    }
    return true;
}

bool planLessonSeries(ShotSeries& series, const QString& scene, const QString& folder) {
    if (scene != QLatin1String("lesson") && scene != QLatin1String("lesson-xl") &&
        scene != QLatin1String("lesson-dry")) {
        return false;
    }
    series.addStep([] {});
    enterLesson(series, scene);
    series.addStep([&series] { sessionOf(series).setCurrent(LessonStep::Naive); },
                   [] { return true; }, QDir(folder).filePath(QStringLiteral("empty.png")));
    playLesson(series);
    planLessonPictures(series, folder);
    return true;
}

}  // namespace stowage
