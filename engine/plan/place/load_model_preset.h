// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

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
