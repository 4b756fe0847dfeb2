// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes of the lesson: played through, then looked at.
#include "app/gui_shots.h"
#include "widgets/lesson/lesson_page.h"
#include "widgets/session/lesson_session.h"
#include "widgets/support/theme.h"
#include "widgets/views/main_window.h"

#include <QDir>
#include <QPushButton>

namespace stowage {
namespace {

using State = LessonStepState::State;

/// Tensors a second while a load is stepped through.
constexpr double kShownRate = 20;
constexpr QSize kSizes[] = {{1280, 800}, {1680, 1050}};

LessonSession& sessionOf(MainWindow& window) {
    return *window.lessonPage()->session();
}

LessonStep stepOf(int number) {
    return allLessonSteps()[static_cast<std::size_t>(number) - 1];
}

int stepCount() {
    return static_cast<int>(allLessonSteps().size());
}

template <class Widget>
Widget* child(MainWindow& window, const char* name) {
    return window.lessonPage()->findChild<Widget*>(QString::fromLatin1(name));
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

}  // namespace

void ShotSeries::enterLesson(const QString& scene) {
    addStep([this] { m_window->enterLesson(); }, [this] { return sessionOf(*m_window).isOpen(); },
            {});
    addStep(
        [this, scene] {
            LessonSetup setup = sessionOf(*m_window).setup();
            const bool dry = scene.startsWith(QLatin1String("lesson-dry"));
            const bool large = dry || scene.startsWith(QLatin1String("lesson-xl"));
            setup.size = large ? LessonSize::Xl1558M : LessonSize::Small124M;
            setup.kind = dry ? LessonSetup::Kind::DryRun : LessonSetup::Kind::Real;
            sessionOf(*m_window).setSetup(setup);
        },
        [this] { return !sessionOf(*m_window).step(LessonStep::Naive).preflight.peaks.empty(); },
        {});
}

void ShotSeries::runLessonStep(int number) {
    const LessonStep step = stepOf(number);
    addStep(
        [this, step] {
            LessonSession& session = sessionOf(*m_window);
            session.setCurrent(step);
            session.setGuess(step, guessFor(session));
            session.run(step);
        },
        [this, step] {
            const LessonSession& session = sessionOf(*m_window);
            return !session.isRunning() &&
                   (session.step(step).state != State::NotRun || step == LessonStep::Checkpoint);
        },
        {});
}

void ShotSeries::playLesson() {
    for (int number = 1; number <= stepCount(); ++number) {
        runLessonStep(number);
    }
}

bool ShotSeries::planLesson(const QString& scene, const QString& file) {
    const QString tail = tailOf(scene);
    const int number = tail.toInt();
    const bool numbered = number >= 1 && number <= stepCount();
    const bool known = numbered || tail == QLatin1String("empty") ||
                       tail == QLatin1String("projector") || tail == QLatin1String("running") ||
                       tail == QLatin1String("stepping");
    if (!scene.startsWith(QLatin1String("lesson-")) || !known) {
        return false;
    }
    enterLesson(scene);
    const auto go = [this](LessonStep step) {
        return [this, step] { sessionOf(*m_window).setCurrent(step); };
    };
    const auto now = [] { return true; };
    if (tail == QLatin1String("empty")) {
        addStep(go(LessonStep::Naive), now, {});
        addStep([this] { child<QPushButton>(*m_window, "lesson_predict")->click(); }, now, file);
    } else if (tail == QLatin1String("running")) {
        runLessonStep(1);
        addStep(
            [this] {
                sessionOf(*m_window).setCurrent(LessonStep::Naive);
                sessionOf(*m_window).run(LessonStep::Naive);
            },
            [this] { return sessionOf(*m_window).liveCurves().seconds.size() > 20; }, file);
    } else if (tail == QLatin1String("stepping")) {
        addStep(go(LessonStep::Streamed), now, {});
        addStep(
            [this] {
                sessionOf(*m_window).setStepRate(kShownRate);
                sessionOf(*m_window).startStepping(LessonStep::Streamed);
            },
            [this] {
                LoadController* const stepper = sessionOf(*m_window).stepper();
                return stepper != nullptr && stepper->progress().itemsDone > 30;
            },
            file);
    } else {
        playLesson();
        addStep(go(numbered ? stepOf(number) : LessonStep::PerTensor), now, {});
        addStep(
            [this, numbered] {
                if (!numbered) {
                    m_window->lessonPage()->type()->toggleProjector();
                }
            },
            now, file);
    }
    return true;
}

bool ShotSeries::planLessonSeries(const QString& scene, const QString& folder) {
    if (scene != QLatin1String("lesson") && scene != QLatin1String("lesson-xl") &&
        scene != QLatin1String("lesson-dry")) {
        return false;
    }
    addStep([] {}, [this] { return isPlanned(); }, {});
    enterLesson(scene);
    addStep([this] { sessionOf(*m_window).setCurrent(LessonStep::Naive); }, [] { return true; },
            QDir(folder).filePath(QStringLiteral("empty.png")));
    playLesson();
    planLessonPictures(folder);
    return true;
}

void ShotSeries::planLessonPictures(const QString& folder) {
    const auto now = [] { return true; };
    for (const bool projector : {false, true}) {
        for (const QSize& size : kSizes) {
            for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
                addStep(
                    [this, projector, size, mode] {
                        m_theme->setMode(mode);
                        m_window->resize(size);
                        LessonType& type = *m_window->lessonPage()->type();
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
                    addStep([this, number] { sessionOf(*m_window).setCurrent(stepOf(number)); },
                            now, QDir(folder).filePath(name));
                }
            }
        }
    }
}

}  // namespace stowage
