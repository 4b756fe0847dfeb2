// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// Runs the request's strategy. Pure and deterministic: equal requests give equal plans.
/// Errors: Cancelled; InvalidArgument for what Accelerate refuses outright (a "disk" budget with
/// a balanced strategy). Where Accelerate would crash, the plan says so in accelerateError.
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> place(const PlacementRequest& request,
                                                                 std::stop_token stop = {});

/// place() beside an earlier plan: what that one knows of the same tree is not computed again.
/// `before` may be null.
[[nodiscard]] Result<std::shared_ptr<PlacementPlan>> replan(const PlacementRequest& request,
                                                            const PlacementPlan* before,
                                                            std::stop_token stop);

/// The same for a request that differs from the plan's own by moves and pins alone. Moves run no
/// strategy: they are laid over its result, which the plan still has. Equal to place().
[[nodiscard]] Result<std::shared_ptr<PlacementPlan>> replanMoved(PlacementRequest request,
                                                                 const PlacementPlan& before,
                                                                 std::stop_token stop);

/// Puts what the preset means into the request: strategy, budgets, dtype, or a given map, and the
/// preset itself. Doing it again changes nothing, so a plan's own request can be planned again.
/// "Free" is what a device really has free. The original counts only its own process, and so
/// overfills a GPU that another program uses.
/// Errors: InvalidArgument for an unknown device, more GPUs than there are (with their count), a
/// size that is none; those of place() for the map that is made before a move.
[[nodiscard]] Result<PlacementRequest> withPreset(PlacementRequest request,
                                                  const LoadModelPreset& preset,
                                                  std::stop_token stop = {});

/// The plan of the map that load_hf_model makes before it moves the model; null where the request
/// has no preset, or one that makes no map or moves nothing.
[[nodiscard]] std::shared_ptr<const PlacementPlan> mapBeforeMove(const PlacementRequest& request);

/// Whether the function fails over this map: Accelerate's hooks keep what is offloaded on the meta
/// device, and a model with such weights cannot be moved.
[[nodiscard]] bool cannotBeMoved(const PlacementPlan& made);

/// What a person should know about a plan that follows from a preset: a GPU skipped for its little
/// memory (habit_gpu_skipped), the CPU left out (habit_no_cpu), a model too large for its one
/// device (habit_does_not_fit), a map that a move undoes (habit_moved) or that it fails over
/// (habit_move_fails), memory that CPU and GPU share (habit_unified_memory), an option without
/// effect (habit_ignored), and what the original would have believed where other programs use a GPU
/// (habit_original_overfills, habit_original_differs). Empty for a plan without a preset.
[[nodiscard]] std::vector<PlanIssue> presetIssues(const PlacementPlan& plan);

/// The size of the smallest GPU, as one types it: "24GiB", "320MiB"; of the `numGpus` lowest ones
/// where that is given. "" where there is no GPU of known size.
[[nodiscard]] std::string smallestGpuMemory(std::span<const DeviceInfo> devices,
                                            std::optional<std::uint32_t> numGpus = {});

}  // namespace stowage
