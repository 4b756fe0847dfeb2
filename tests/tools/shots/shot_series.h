// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/run_window.h"

#include <QString>
#include <QTemporaryDir>

namespace stowage {

/// The scenes that pictures are taken of.
class ShotSeries : public PictureSeries {
    Q_OBJECT
public:
    using PictureSeries::PictureSeries;

    /// `--shots DIR`: light, dark, over, drag, the scenes about placement, loading and loaded.
    void planAll(const QString& folder);
    /// `--shot FILE --scene NAME`: a row of the table of scenes, or one of the lesson's
    /// (lesson_shots.h). False for a name that is none of these.
    [[nodiscard]] bool planScene(const QString& scene, const QString& file);

private:
    /// A chart before a load and after it, the segments, and what a verification found.
    enum class MemoryScene { Predicted, Crosshair, Segments, Audit };

    /// A run of the loaded model: its end, its middle, its layers, its memory, a wrong prompt.
    enum class ModelRunScene { Ended, OnTheWay, Layers, Memory, Wrong };

    void overfill();
    void dragBlocks();
    void endDrag();
    void undoAll();

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

    QTemporaryDir m_scratch;
};

}  // namespace stowage
