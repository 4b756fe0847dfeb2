// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/lesson_preparation.h"
#include "widgets/session/load_controller.h"
#include "widgets/session/worker.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace stowage {

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
