// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_job.h"
#include "widgets/session/worker.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace stowage {

class Document;

/// Makes the devices and opens LibTorch; called in a worker. Given by app/ and tests.
using BackendFactory = std::function<Result<LoadBackends>(const std::vector<DeviceInfo>&)>;

enum class LoadState { Idle, Preparing, Loading, Paused, Cancelling, Loaded, Unloading };

/// Figures that must be 0 when nothing is loaded.
struct EngineCounters {
    std::size_t liveTensors = 0;
    std::uint64_t allocatedBytes = 0;  ///< all GPUs and the CPU
    std::uint64_t reservedBytes = 0;   ///< simulated GPUs
    std::size_t jobs = 0;
};

/// One finished load, kept for the list of runs.
struct RunRecord {
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
    ~LoadController() override;

    void start(LoadMethod method);
    void pause();
    void resume();
    void cancel();
    /// Gives the loaded weights and the devices' caches back, in a worker.
    void unload();

    [[nodiscard]] LoadState state() const { return m_state; }
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// The plan and method of the load that runs or is loaded; null while idle.
    [[nodiscard]] std::shared_ptr<const LoadSchedule> schedule() const { return m_schedule; }
    [[nodiscard]] std::shared_ptr<const LoadedModel> model() const { return m_model; }
    [[nodiscard]] const std::vector<RunRecord>& runs() const { return m_runs; }
    [[nodiscard]] MemorySampler& sampler() { return *m_sampler; }
    [[nodiscard]] EngineCounters counters() const;
    /// Bytes per second over the last second of the running load, 0 if unknown.
    [[nodiscard]] double currentRate() const { return m_rate; }
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
    void setState(LoadState state);
    void onFinished(LoadOutcome outcome);

    Document* m_document;
    BackendFactory m_factory;
    std::shared_ptr<MemorySampler> m_sampler;
    std::shared_ptr<PauseGate> m_gate;
    LoadBackends m_backends;
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::shared_ptr<LoadedModel> m_model;
    std::vector<RunRecord> m_runs;
    LoadState m_state = LoadState::Idle;
    Progress m_progress;
    double m_rate = 0;
    std::unique_ptr<Worker> m_worker;
};

}  // namespace stowage
