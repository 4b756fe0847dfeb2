// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/report/load_events.h"
#include "widgets/lesson/lesson_preparation.h"
#include "widgets/load/load_controller.h"
#include "widgets/methods/stowagectl_process.h"
#include "widgets/support/worker.h"

#include <QByteArray>
#include <QFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>

namespace stowage {

/// Follows the file in which a load in another process tells of itself. Reads a few kilobytes at a
/// time, so the UI thread may do it.
class LoadEventFollower {
public:
    /// Forgets what was read and follows `file`, which need not be there yet.
    void follow(const QString& file);
    /// Takes what is new. True if something was. Lines that make no sense end it: live figures are
    /// a help to the eye, and what counts is read from the load's own report.
    bool pull();
    /// As far as the load is; bytes above the level before it.
    [[nodiscard]] const LoadCurves& curves() const { return m_curves; }
    /// Of the load's newest line; empty before.
    [[nodiscard]] const Progress& progress() const { return m_progress; }

private:
    QFile m_file;
    LoadEventReader m_reader;
    LoadCurves m_curves;
    Progress m_progress;
    bool m_isOver = true;
};

/// Takes one step of the lesson at a time: makes its files, then the reference logits where they
/// are missing, then loads in a fresh process of stowagectl and reads what it found. UI thread
/// only, never waits there.
class LessonRunner : public QObject {
    Q_OBJECT
public:
    enum class Stage {
        Idle,
        Preparing,  ///< in the worker: prediction, files, plan
        Reference,  ///< a process makes the reference logits
        Loading,    ///< a process loads
        Reading,    ///< in the worker: what it found
    };

    explicit LessonRunner(const QString& program, QObject* parent = nullptr);
    /// Ends whatever runs, and waits for its end.
    ~LessonRunner() override;

    /// stageChanged() and finished() follow. Does nothing while a step is taken.
    void start(LessonTask task);
    /// finished() follows with a cancelled step, where it has not ended meanwhile.
    void cancel();

    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] bool isRunning() const { return m_stage != Stage::Idle; }
    /// The step that is taken, or was taken last.
    [[nodiscard]] LessonStep step() const { return m_task.step; }
    /// While model files are being written.
    [[nodiscard]] bool isMakingFiles() const { return m_isMakingFiles; }
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    [[nodiscard]] const LoadCurves& curves() const { return m_events.curves(); }
    [[nodiscard]] const StowagectlProcess& process() const { return m_process; }

Q_SIGNALS:
    void stageChanged();
    /// Progress or curves; 20 times a second at most.
    void liveChanged();
    void finished(const LessonOutcome& outcome);

private:
    void onPrepared(LessonPreparation preparation);
    void startReference();
    void startLoad();
    void onProcessFinished(const QByteArray& output, const QByteArray& diagnostics);
    void onReferenceMade(const QByteArray& output, const QByteArray& diagnostics);
    void readRun(const QByteArray& output, const QByteArray& diagnostics);
    void watch();
    void setStage(Stage stage);
    void finish(LessonOutcome outcome);

    LessonTask m_task;
    Stage m_stage = Stage::Idle;
    bool m_isCancelled = false;
    bool m_isMakingFiles = false;
    LessonPreparation m_preparation;
    Progress m_progress;
    LoadEventFollower m_events;
    QTimer m_clock;
    StowagectlProcess m_process;
    std::unique_ptr<Worker> m_worker;
};

class Document;

/// Goes through a step's load tensor by tensor in this process, on devices of its own. What it
/// finds is looked at and forgotten. UI thread only.
class LessonStepper : public QObject {
    Q_OBJECT
public:
    explicit LessonStepper(BackendFactory backends, QObject* parent = nullptr);
    /// Ends the load, waits for it and gives everything back.
    ~LessonStepper() override;

    /// Opens the step's files, which are made where they are missing, and begins a load that waits
    /// before its first tensor. changed() follows; notice() and ended() where it cannot be. Does
    /// nothing while it steps.
    void start(LessonTask task);
    /// Lets one more tensor in.
    void stepOnce();
    /// Tensors a second; 0: only stepOnce(); infinity: as fast as it goes. Kept for the next load.
    void setRate(double perSecond);
    [[nodiscard]] double rate() const { return m_rate; }
    /// Ends the load and gives everything back; ended() follows.
    void end();

    /// From start() until ended().
    [[nodiscard]] bool isStepping() const { return m_isStepping; }
    [[nodiscard]] bool isMakingFiles() const { return m_isMakingFiles; }
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// Always there; its document is empty before the first start().
    [[nodiscard]] LoadController* controller() { return m_controller.get(); }

Q_SIGNALS:
    void changed();
    /// Files are being written.
    void liveChanged();
    void ended();
    void notice(const QString& sentence);

private:
    struct Opened;

    /// In the worker: the files, made where they are missing, and the step's plan over them.
    [[nodiscard]] static Result<Opened> openStep(const LessonTask& task,
                                                 const std::stop_token& stop,
                                                 const ProgressSink& progress);
    void onOpened(const Result<Opened>& opened);
    void beginLoad();
    void onState(LoadState state);
    void applyRate();
    void tick();
    void stop(const QString& sentence);
    void finishEnding();

    std::unique_ptr<Document> m_document;
    std::unique_ptr<LoadController> m_controller;
    std::unique_ptr<Worker> m_worker;
    QTimer m_timer;
    LessonTask m_task;
    Progress m_progress;
    double m_rate = 0;
    double m_stepsPerTick = 1;
    double m_owedSteps = 0;  ///< of ticks that came too soon for a whole one
    bool m_isStepping = false;
    bool m_isMakingFiles = false;
    bool m_isEnding = false;
    bool m_awaitsPlan = false;
};

}  // namespace stowage
