// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_job.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace stowage {

struct LoadSchedule;
struct PlacementPlan;
struct ScheduleOptions;

/// What an edited plan asks of a model that is loaded already.
struct PlanChange {
    std::shared_ptr<const LoadSchedule> whole;  ///< the load as the new plan has it
    /// Of it only what must move: to another device, or into another dtype. Its peaks are of all
    /// that devices hold meanwhile: what lies there stays until everything has arrived.
    std::shared_ptr<const LoadSchedule> moves;
    std::vector<std::uint32_t> stays;  ///< by tensor of `whole`: its place in the loaded model;
                                       ///< kNone for those that move
};

/// Compares the new plan with what lies where. `states`: what the devices hold now. Nothing of a
/// model that other tensors belong to can stay: then everything moves.
/// Errors: those of makeLoadSchedule().
[[nodiscard]] Result<PlanChange> planChange(const LoadedModel& loaded,
                                            std::shared_ptr<const PlacementPlan> plan,
                                            std::shared_ptr<const DeviceStates> states,
                                            const ScheduleOptions& options);

/// Carries the change out: what moves is read from the files again, straight to its new place, as a
/// load by `streamed` does, with its progress, pauses, verification and report. Until everything
/// has arrived `loaded` is as it was: cancelled or failed, it still is, and nothing of the change
/// is held. Done, the outcome's model has the new plan and holds what it shares with `loaded`;
/// when that goes, so does what moved away. Blocks; run it in a worker. Never throws.
[[nodiscard]] LoadOutcome applyChange(const PlanChange& change,
                                      const std::shared_ptr<LoadedModel>& loaded,
                                      const LoadBackends& backends, const LoadOptions& options,
                                      const PauseGate& gate, std::stop_token stop,
                                      const ProgressSink& progress);

}  // namespace stowage
