// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>
#include <vector>

namespace stowage {

class MainWindow;
class Theme;

/// Renders pictures of the window: does a step, waits until what it asked for has come and the
/// window is at rest, takes the picture, goes on; leaves the program at the end. Works offscreen.
class ShotSeries : public QObject {
    Q_OBJECT
public:
    ShotSeries(MainWindow* window, Theme* theme);

    /// `--shot FILE`: the window as it is after planning, or after a load.
    void planSingle(const QString& file, bool load);
    /// `--shots DIR`: light, dark, over, drag, the scenes about placement, loading and loaded.
    void planAll(const QString& folder);
    /// `--shot FILE --scene NAME`: compare, pasted-map, map-problems, why, diff, refusal, devices,
    /// stepping, runs, run-details, methods, methods-measured, run, run-on, run-layers, run-memory,
    /// run-wrong (the loaded model runs, with offloaded layers), one of those about opening (see
    /// planOpenScene) or of the lesson's (planLesson), as in the pictures. False for a name that is
    /// none of these.
    [[nodiscard]] bool planScene(const QString& scene, const QString& file);
    /// `--shots DIR --scene NAME`: the lesson, played through, with a picture of every step in both
    /// themes, both sizes of window and both sizes of type. False for a name that is none.
    [[nodiscard]] bool planLessonSeries(const QString& scene, const QString& folder);
    void start();

private:
    /// A chart before a load and after it, the segments, and what a verification found.
    enum class MemoryScene { Predicted, Crosshair, Segments, Audit };

    /// A run of the loaded model: its end, its middle, its layers, its memory, a wrong prompt.
    enum class ModelRunScene { Ended, OnTheWay, Layers, Memory, Wrong };

    struct Step {
        std::function<void()> act;
        std::function<bool()> isReady;
        QString file;  ///< "" takes no picture
    };

    void addStep(std::function<void()> act, std::function<bool()> isReady, const QString& file);
    void tick();
    [[nodiscard]] bool isPlanned() const;
    void overfill();
    void dragOverCpu();
    void endDrag();
    void undoAll();
    void takePicture(const QString& file);

    void planCompare(const QString& file);
    void planMap(const QString& dialogFile, const QString& problemsFile);
    void planWhy(const QString& file);
    void planDiff(const QString& file);
    void planRefusal(const QString& file);
    void planMemory(MemoryScene scene, const QString& file);
    void pointAtChart();
    void planDevices(const QString& file);
    void planStepping(const QString& file);
    void planRuns(const QString& curvesFile, const QString& detailsFile);
    void planModelRun(ModelRunScene scene, const QString& file);
    [[nodiscard]] bool planModelRunScene(const QString& scene, const QString& file);
    void planMethods(const QString& predictedFile, const QString& measuredFile);
    /// The page on the open model, `page` a FactsPanel::Page.
    void planFacts(int page, const QString& file);
    void planOpenError(const QString& file);
    /// The form of a new model with Llama-3.1-8B and another hidden size.
    void planNewModel(const QString& file, const char* hiddenSize);
    /// facts, facts-types, -largest, -files, -tied, -keys, -notes, open-error, new-model or
    /// new-model-error.
    [[nodiscard]] bool planOpenScene(const QString& scene, const QString& file);
    [[nodiscard]] bool planLesson(const QString& scene, const QString& file);
    void enterLesson(const QString& scene);
    void playLesson();
    void runLessonStep(int number);
    void planLessonPictures(const QString& folder);
    void limitGpus(const char* first, const char* second);
    void select(const char* path);
    [[nodiscard]] bool isCompared() const;

    MainWindow* m_window;
    Theme* m_theme;
    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    bool m_acted = false;
    bool m_failureIsWanted = false;  ///< a file that cannot be opened is part of the picture
    QTemporaryDir m_scratch;
    QTimer m_timer;
    QElapsedTimer m_readySince;
    QElapsedTimer m_stepSince;
};

}  // namespace stowage
