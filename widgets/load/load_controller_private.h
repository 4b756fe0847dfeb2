// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/apply_plan.h"
#include "widgets/load/load_controller.h"

namespace stowage {

constexpr double kLoadIdleIntervalSeconds = 0.25;

/// A loaded model and what the controller tells of it.
struct LoadController::HeldLoad {
    std::shared_ptr<LoadedModel> model;  ///< null: nothing is loaded
    std::shared_ptr<const LoadSchedule> schedule;
    QString name;
};

/// What the worker needs and finds out; it is handed to the UI thread by value.
struct LoadController::Job {
    LoadRequest request;
    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const MachineRates> rates;
    LoadBackends backends;
    std::shared_ptr<const LoadSchedule> schedule;
    HeldLoad held;        ///< before: what the plan is applied to, or what a new load gives back
    LoadBackends heldOn;  ///< its devices
    std::optional<PlanChange> change;  ///< of it
    std::optional<LoadRefusal> refusal;
    MemorySnapshot before;
    double startedAt = 0;

    [[nodiscard]] bool isChange() const { return request.start == LoadStart::FromLoaded; }
    /// Devices, LibTorch and the schedule, with everything that can refuse a load before a byte is
    /// read. `refusal` is set where the pre-flight is what says no. What a new load gives back goes
    /// once nothing else speaks against the load. In a worker.
    [[nodiscard]] Result<void> prepare(const BackendFactory& factory, std::stop_token stop);
    /// Loads, or applies the change; a change that is done gives back what moved away.
    [[nodiscard]] LoadOutcome carryOut(const LoadOptions& options, const PauseGate& gate,
                                       std::stop_token stop, const ProgressSink& progress);

private:
    [[nodiscard]] Result<void> makeSchedule();
    /// Beside what is held: no schedule is left where its room has to be judged once that is gone.
    [[nodiscard]] Result<void> judgeBesideHeld();
    /// Sets `refusal` where something speaks against `judged`.
    [[nodiscard]] Result<void> judge(const std::shared_ptr<const LoadSchedule>& judged);
};

/// Why the load never began, or what the load job gave.
struct LoadController::JobResult {
    std::optional<Error> notStarted;
    std::optional<LoadRefusal> refusal;
    LoadOutcome outcome;
    HeldLoad kept{};  ///< what was loaded before, where the job came to nothing and left it
    std::shared_ptr<const LoadSchedule> schedule{};  ///< of what was loaded by it
};

/// Frees the weights and hands cached pages back to the system. For a worker: pages are released
/// at some GB/s.
void releaseLoad(std::shared_ptr<LoadedModel> model, const LoadBackends& backends);

}  // namespace stowage
