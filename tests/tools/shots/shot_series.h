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
    /// `--shot FILE --scene NAME`: a row of the table of scenes, or one of the lesson's
    /// (lesson_shots.h). False for a name that is none of these.
    [[nodiscard]] bool planScene(const QString& scene, const QString& file);
    void start();

    /// Does `act`, waits until `isReady` and the window is at rest, and takes the picture; "" takes
    /// none.
    void addStep(std::function<void()> act, std::function<bool()> isReady, const QString& file);
    /// The same, ready once a model is planned and nothing goes on.
    void addStep(std::function<void()> act, const QString& file = {});
    [[nodiscard]] MainWindow* window() const { return m_window; }
    [[nodiscard]] Theme* theme() const { return m_theme; }

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

    void tick();
    [[nodiscard]] bool isPlanned() const;
    void overfill();
    void dragBlocks();
    void endDrag();
    void undoAll();
    void takePicture(const QString& file);

    void planCompare(const QString& file);
    void planOptimal(const QString& planFile, const QString& compareFile);
    void planMap(const QString& dialogFile, const QString& problemsFile);
    void planWhy(const QString& file);
    void planDiff(const QString& file);
    void planRefusal(const QString& file);
    void planMemory(MemoryScene scene, const QString& file);
    void pointAtChart();
    void planDevices(const QString& file);
    void planStepping(const QString& file);
    /// All kept loads beside their predictions.
    void planAccuracy(const QString& file);
    void planRuns(const QString& curvesFile, const QString& detailsFile);
    void planModelRun(ModelRunScene scene, const QString& file);
    void planMachines(const QString& file);
    void planGpus(const QString& file);
    void planStages(const QString& file);
    void planMethods(const QString& predictedFile, const QString& measuredFile);
    /// The page on the open model, `page` a FactsPanel::Page.
    void planFacts(int page, const QString& file);
    /// A tab of the Capacity page.
    void planCapacity(int tab, const QString& file);
    void planOpenError(const QString& file);
    /// The form of a new model with Llama-3.1-8B and another hidden size.
    void planNewModel(const QString& file, const char* hiddenSize);
    void planSave(const QString& file);
    /// A project of two plans with the Edits dock, or its variants side by side.
    void planVariants(const QString& windowFile, const QString& tableFile);
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
