// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/apply_plan.h"
#include "engine/load/program/load_schedule.h"
#include "widgets/load/load_controller.h"

namespace stowage {

constexpr double kLoadIdleIntervalSeconds = 0.25;

/// What the worker needs and finds out; it is handed to the UI thread by value.
struct LoadController::Job {
    LoadRequest request;
    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const MachineRates> rates;
    LoadBackends backends;
    std::shared_ptr<const LoadSchedule> schedule;
    std::shared_ptr<LoadedModel> loaded;  ///< to which the plan is applied; null: a new load
    std::shared_ptr<const LoadSchedule> loadedSchedule;  ///< of it, before
    std::optional<PlanChange> change;                    ///< of it
    std::optional<LoadRefusal> refusal;
    MemorySnapshot before;
    double startedAt = 0;

    /// Devices, LibTorch and the schedule, with everything that can refuse a load before a byte is
    /// read. `refusal` is set where the pre-flight is what says no. In a worker.
    [[nodiscard]] Result<void> prepare(const BackendFactory& factory, std::stop_token stop);
    /// Loads, or applies the change; a change that is done gives back what moved away.
    [[nodiscard]] LoadOutcome carryOut(const LoadOptions& options, const PauseGate& gate,
                                       std::stop_token stop, const ProgressSink& progress);

private:
    [[nodiscard]] Result<void> makeSchedule();
};

/// Why the load never began, or what the load job gave.
struct LoadController::JobResult {
    std::optional<Error> notStarted;
    std::optional<LoadRefusal> refusal;
    LoadOutcome outcome;
    std::shared_ptr<LoadedModel> kept{};  ///< of an apply() that came to nothing: what was loaded
    std::shared_ptr<const LoadSchedule> schedule{};  ///< of what is loaded now
};

/// Frees the weights and hands cached pages back to the system. For a worker: pages are released
/// at some GB/s.
void releaseLoad(std::shared_ptr<LoadedModel> model, const LoadBackends& backends);

}  // namespace stowage
