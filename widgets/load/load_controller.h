// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/device/machine_rates.h"
#include "engine/load/execute/loaded_model.h"
#include "engine/load/tensor_backend.h"
#include "widgets/document/device_commands.h"
#include "widgets/load/preflight.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {

/// How much of each module a running load has read, from its schedule and the bytes done so far:
/// reads go through the file in order, so the position tells which tensors are in place.
class LoadFractions {
public:
    explicit LoadFractions(std::shared_ptr<const LoadSchedule> schedule);

    /// `done` of `total` bytes: a phase that does not count file bytes is scaled to them.
    void setProgress(std::uint64_t done, std::uint64_t total);
    /// 0…1 over the bytes below `module`; 1 where nothing is to be loaded.
    [[nodiscard]] double of(ModuleId module) const;

private:
    struct Span {
        std::uint64_t begin = 0;  ///< in bytes read before the tensor
        std::uint64_t length = 0;
    };
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::vector<Span> m_spans;  ///< by StorageId
    std::uint64_t m_readBytes = 0;
    double m_position = 0;
};

class DeviceCommands;
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

/// One finished load, kept for the load history.
struct FinishedLoad {
    int number = 0;
    LoadRequest request;
    /// Paused or stepped through. Its seconds do not count the pauses, but the system may have read
    /// ahead in them: they say nothing about the prediction.
    bool wasPaused = false;
    std::shared_ptr<const LoadReport> report;
    std::shared_ptr<const LoadSchedule> schedule;
    QString modelName;  ///< what was loaded; the document may show another model since
};

/// Whether a load is of the model that the document shows; false for none.
[[nodiscard]] bool isOfShownModel(const std::shared_ptr<const LoadSchedule>& schedule,
                                  const Document& document);

/// Loads the document's plan in a worker: start, pause, step, resume, cancel, unload; and commands
/// to the devices that hold the weights. The load keeps its own snapshot of the plan, so edits
/// meanwhile are harmless. Owns the memory sampler (4 Hz idle, 100 Hz while loading). UI thread
/// only.
class LoadController : public QObject {
    Q_OBJECT
public:
    LoadController(Document* document, BackendFactory factory, QObject* parent = nullptr);
    /// Stops a running load, waits for it and gives everything back.
    ~LoadController() override;

    /// Loads the document's plan as it is now. What is loaded already is unloaded first, in the
    /// worker. Does nothing while a load or an unload is on its way. Where something speaks
    /// against it beforehand, refused() follows, nothing is read, and what was loaded stays so.
    void start(const LoadRequest& request);
    void start(AskedMethod method) { start(LoadRequest{.method = method}); }
    /// Moves what the document's plan, edited since, puts elsewhere than it is loaded: all else
    /// stays. Cancelled, refused or failed, everything is as it was before, and Loaded. Without
    /// effect where canApply() is false.
    void apply(LoadRequest request);
    /// Whether what is loaded is the document's model, on the devices of its plan.
    [[nodiscard]] bool canApply() const;
    /// Pause and resume hold for Loading and Paused only; other states ignore them.
    void pause();
    void resume();
    /// Lets a paused load bring in one more tensor; one that runs pauses after the tensor that it
    /// is at. Other states ignore it.
    void step();
    /// Ends the load that runs; Idle follows with nothing allocated.
    void cancel();
    /// Gives the loaded weights and the devices' caches back, in a worker.
    void unload();
    /// Gives what the devices' allocators hold and no tensor uses back, in a worker, also while a
    /// load runs; memoryChanged() follows. Without effect before the first load.
    void emptyCache();
    /// Peaks count from now on; memoryChanged() follows. Ignored while a load runs.
    void resetPeaks();
    /// What other programs hold of a simulated GPU: at once on the device itself, also while a load
    /// runs, and in the plan's devices, as an edit that can be undone. othersRefused() follows
    /// where that cannot be.
    void setUsedByOthers(DeviceId gpu, std::uint64_t bytes);
    /// Between these the loaded weights stay where they are: start() and unload() do nothing but
    /// say so with failed(), and peaks are not reset. For whoever runs the loaded model.
    void beginUse() { m_isInUse = true; }
    void endUse() { m_isInUse = false; }
    [[nodiscard]] bool isInUse() const { return m_isInUse; }
    /// Peaks that a run of the loaded model reached: statisticsOf() knows them from then on.
    void notePeaks(DeviceId device, std::uint64_t allocated, std::uint64_t reserved);
    /// What predicted times are computed from; null: they are unknown.
    void setMachineRates(std::shared_ptr<const MachineRates> rates);
    [[nodiscard]] std::shared_ptr<const MachineRates> machineRates() const { return m_rates; }

    [[nodiscard]] LoadState state() const { return m_state; }
    /// Whose plan start() takes.
    [[nodiscard]] Document* document() const { return m_document; }
    /// True from start() or unload() until the worker is done.
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// The plan and method of the load that runs or is loaded; null while idle.
    [[nodiscard]] std::shared_ptr<const LoadSchedule> schedule() const { return m_schedule; }
    /// The name of the model that the load which runs, or is loaded, is of; the document may show
    /// another one since. "" while idle.
    [[nodiscard]] const QString& modelName() const { return m_modelName; }
    /// Whoever keeps this pointer keeps the weights allocated.
    [[nodiscard]] std::shared_ptr<const LoadedModel> model() const { return m_model; }
    [[nodiscard]] const std::vector<FinishedLoad>& finishedLoads() const { return m_finishedLoads; }
    [[nodiscard]] MemorySampler& sampler() { return *m_sampler; }
    [[nodiscard]] std::shared_ptr<MemorySampler> sharedSampler() const { return m_sampler; }
    [[nodiscard]] EngineCounters counters() const;
    /// Bytes per second over the last second of the running load, 0 if unknown.
    [[nodiscard]] double currentRate() const { return m_rate; }
    /// When the load that runs, or ran last, began, on the sampler's clock; nothing before the
    /// first one.
    [[nodiscard]] std::optional<double> startedAt() const { return m_startedAt; }
    /// How long that load stood still so far because it was paused: no part of its time.
    [[nodiscard]] double heldSeconds() const { return m_gate->heldSeconds(); }
    /// The devices of the last load (their statistics are live); empty before the first.
    [[nodiscard]] const std::vector<std::shared_ptr<DeviceMemory>>& devices() const;
    /// The same with LibTorch; without either before the first load.
    [[nodiscard]] const LoadBackends& backends() const { return m_backends; }
    /// Makes devices where none of a load are there.
    [[nodiscard]] const BackendFactory& backendFactory() const { return m_factory; }
    /// What a device holds now, with its peaks since the last load began or resetPeaks(): the load
    /// itself starts them again with each of its phases.
    [[nodiscard]] AllocatorStatistics statisticsOf(const DeviceMemory& device);
    /// Taken when the devices of the last load were there and nothing was loaded yet; nothing
    /// before the first load.
    [[nodiscard]] const std::optional<MemorySnapshot>& beforeLoad() const { return m_beforeLoad; }
    /// How the last load failed; nothing unless it did, and once the plan is another.
    [[nodiscard]] const std::optional<LoadFailure>& failure() const { return m_failure; }

Q_SIGNALS:
    void stateChanged(LoadState state);
    void progressChanged(const Progress& progress);
    /// A load ended: done, cancelled or failed (report.stopped).
    void finished(std::shared_ptr<const LoadReport> report);
    /// A load could not be started or failed: one sentence. Not sent for a cancel or a refusal.
    void failed(const QString& sentence, ErrorCode code);
    /// The pre-flight says no: nothing was read. The request can be made again with another method
    /// or PreflightRule::Override.
    void refused(const LoadRefusal& refusal);
    /// An unload, or a command to the devices, is done.
    void memoryChanged(const MemoryChange& change);
    void othersRefused(DeviceId gpu, const QString& sentence);
    void machineRatesChanged();
    /// Those of the last load are gone: the plan has others, and nothing is loaded.
    void devicesDropped();

private:
    struct HeldLoad;
    struct Job;
    struct JobResult;

    /// In the worker: everything from the devices to the report.
    [[nodiscard]] JobResult runJob(Job& job, const BackendFactory& factory, const PauseGate& gate,
                                   std::uint64_t generation, std::stop_token stop);
    [[nodiscard]] std::shared_ptr<Job> makeJob(const LoadRequest& request);
    void begin(const std::shared_ptr<Job>& job);
    /// What is loaded from now on.
    void hold(HeldLoad load);
    void setState(LoadState state);
    /// Says that the loaded model runs; false where it does not.
    [[nodiscard]] bool refuseInUse();
    void onPrepared(const Job& job);
    void onProgress(const Progress& progress);
    void onJobDone(JobResult result);
    void onFinished(JobResult result);
    void keepPeaks(const LoadReport& report);
    void onNotStarted(JobResult result);
    /// Drops `model` and empties the caches in the worker, then calls `then` here.
    void giveBack(std::shared_ptr<LoadedModel> model,
                  std::function<void(const MemoryChange&)> then);
    void connectCommands();
    void onCommandDone(MemoryChange change);
    void editUsedByOthers(DeviceId gpu, std::uint64_t bytes);
    void onPlanChanged();
    /// Drops the devices of the last load if the plan has other ones now.
    void dropOldDevices();
    /// After an undo the devices follow the plan.
    void followPlan();

    Document* m_document;
    BackendFactory m_factory;
    std::shared_ptr<MemorySampler> m_sampler;
    std::shared_ptr<PauseGate> m_gate;
    LoadBackends m_backends;
    std::shared_ptr<const MachineRates> m_rates;
    LoadRequest m_request;
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::shared_ptr<LoadedModel> m_model;
    QString m_modelName;
    std::optional<MemorySnapshot> m_beforeLoad;
    std::optional<LoadFailure> m_failure;
    std::map<DeviceId, AllocatorStatistics> m_loadPeaks;
    bool m_wasPaused = false;
    bool m_isInUse = false;
    std::vector<FinishedLoad> m_finishedLoads;
    LoadState m_state = LoadState::Idle;
    Progress m_progress;
    std::deque<std::pair<double, std::uint64_t>> m_recentProgress;  ///< time, bytes: last second
    double m_rate = 0;
    std::optional<double> m_startedAt;
    int m_lastNumber = 0;
    std::unique_ptr<Worker> m_worker;
    std::unique_ptr<DeviceCommands> m_commands;
};

}  // namespace stowage
