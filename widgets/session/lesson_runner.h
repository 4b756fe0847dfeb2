// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/lesson_preparation.h"
#include "widgets/session/lesson_process.h"
#include "widgets/session/lesson_tail.h"
#include "widgets/session/worker.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace stowage {

/// Takes one step of the lesson at a time: makes its files, then the reference logits where they
/// are missing, then loads in a fresh process of stowagectl and reads what it found. UI thread
/// only, never waits there.
class LessonRunner : public QObject {
    Q_OBJECT
public:
    enum class Stage {
        Idle,
        Preparing,  ///< in the worker: forecast, files, plan
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
    [[nodiscard]] const RunCurves& curves() const { return m_tail.curves(); }
    [[nodiscard]] const LessonProcess& process() const { return m_process; }

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
    LessonTail m_tail;
    QTimer m_clock;
    LessonProcess m_process;
    std::unique_ptr<Worker> m_worker;
};

}  // namespace stowage
