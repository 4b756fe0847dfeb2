// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_job.h"
#include "widgets/session/worker.h"

#include <QObject>
#include <QString>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {

class Document;

/// Makes the devices and opens LibTorch; called in a worker. Given by app/ and tests.
using BackendFactory = std::function<Result<LoadBackends>(const std::vector<DeviceInfo>&)>;

enum class LoadState { Idle, Preparing, Loading, Paused, Cancelling, Loaded, Unloading };

/// "idle", "preparing", "loading", "paused", "cancelling", "loaded", "unloading".
[[nodiscard]] const char* loadStateName(LoadState state);

/// Figures that must be 0 when nothing is loaded.
struct EngineCounters {
    std::size_t liveTensors = 0;
    std::uint64_t allocatedBytes = 0;  ///< all GPUs and the CPU
    std::uint64_t reservedBytes = 0;   ///< simulated GPUs
    std::size_t jobs = 0;
};

/// One finished load, kept for the list of runs.
struct FinishedLoad {
    int number = 0;
    std::shared_ptr<const LoadReport> report;
    std::shared_ptr<const LoadSchedule> schedule;
};

/// Loads the document's plan in a worker: start, pause, resume, cancel, unload. The load keeps its
/// own snapshot of the plan, so edits meanwhile are harmless. Owns the memory sampler (4 Hz idle,
/// 100 Hz while loading). UI thread only.
class LoadController : public QObject {
    Q_OBJECT
public:
    LoadController(Document* document, BackendFactory factory, QObject* parent = nullptr);
    /// Stops a running load, waits for it and gives everything back.
    ~LoadController() override;

    /// Loads the document's plan as it is now. What is loaded already is unloaded first, in the
    /// worker. Does nothing while a load or an unload is on its way.
    void start(LoadMethod method);
    /// Pause and resume hold for Loading and Paused only; other states ignore them.
    void pause();
    void resume();
    /// Ends the load that runs; Idle follows with nothing allocated.
    void cancel();
    /// Gives the loaded weights and the devices' caches back, in a worker.
    void unload();

    [[nodiscard]] LoadState state() const { return m_state; }
    /// Whose plan start() takes.
    [[nodiscard]] Document* document() const { return m_document; }
    /// True from start() or unload() until the worker is done.
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// The plan and method of the load that runs or is loaded; null while idle.
    [[nodiscard]] std::shared_ptr<const LoadSchedule> schedule() const { return m_schedule; }
    /// Whoever keeps this pointer keeps the weights allocated.
    [[nodiscard]] std::shared_ptr<const LoadedModel> model() const { return m_model; }
    [[nodiscard]] const std::vector<FinishedLoad>& runs() const { return m_runs; }
    [[nodiscard]] MemorySampler& sampler() { return *m_sampler; }
    [[nodiscard]] EngineCounters counters() const;
    /// Bytes per second over the last second of the running load, 0 if unknown.
    [[nodiscard]] double currentRate() const { return m_rate; }
    /// When the load that runs, or ran last, began, on the sampler's clock; nothing before the
    /// first one.
    [[nodiscard]] std::optional<double> startedAt() const { return m_startedAt; }
    /// The devices of the last load (their statistics are live); empty before the first.
    [[nodiscard]] const std::vector<std::shared_ptr<DeviceMemory>>& devices() const;

Q_SIGNALS:
    void stateChanged(LoadState state);
    void progressChanged(const Progress& progress);
    /// A load ended: done, cancelled or failed (report.stopped).
    void finished(std::shared_ptr<const LoadReport> report);
    /// A load could not be started or failed: one sentence. Not sent for a cancel.
    void failed(const QString& sentence);

private:
    struct Job;
    struct JobResult;

    void setState(LoadState state);
    void onPrepared(const Job& job);
    void onProgress(const Progress& progress);
    void onJobDone(JobResult result);
    void onFinished(LoadOutcome outcome);
    /// Drops `model` and empties the caches in the worker, then calls `then` here.
    void giveBack(std::shared_ptr<LoadedModel> model, std::function<void()> then);

    Document* m_document;
    BackendFactory m_factory;
    std::shared_ptr<MemorySampler> m_sampler;
    std::shared_ptr<PauseGate> m_gate;
    LoadBackends m_backends;
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::shared_ptr<LoadedModel> m_model;
    std::vector<FinishedLoad> m_runs;
    LoadState m_state = LoadState::Idle;
    Progress m_progress;
    std::deque<std::pair<double, std::uint64_t>> m_recentProgress;  ///< time, bytes: last second
    double m_rate = 0;
    std::optional<double> m_startedAt;
    int m_lastNumber = 0;
    std::unique_ptr<Worker> m_worker;
};

}  // namespace stowage
