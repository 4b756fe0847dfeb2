// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/device/memory_budget.h"
#include "engine/plan/map/device_map.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

enum class Strategy;
struct PlacementRequest;
struct PlacementPlan;
struct PlanIssue;

/// What people type into load_hf_model(device, num_gpus, max_gpu_memory, **kwargs), a preset of
/// many serving scripts: options of from_pretrained, then `model_opts.update(kwargs)`, then, unless
/// the model is shared out over N GPUs, `model.to(device)`.
///
/// | numGpus | maxGpuMemory | device_map and max_memory | model.to |
/// | --- | --- | --- | --- |
/// | none | – | auto over the visible GPUs | GPU 0 |
/// | 1 | – | no map | GPU 0 |
/// | N | given | auto under that cap on the N lowest GPUs, no "cpu" key | no |
/// | N | none | sequential under int(0.85 × free GiB) "GiB" on each, no "cpu" key | no |
///
/// Other devices have no options of their own: "cuda:1" puts all on that GPU, "cpu" on the CPU,
/// "mps" into the one memory that CPU and GPU of an Apple machine share: the CPU's, here. float16
/// on "cuda" and "mps", the stored dtype on the others, unless the request names a dtype.
///
/// A model that was shared out first is moved whole; where its map offloads something, the move is
/// the function's error (mapBeforeMove()).
struct LoadModelPreset {
    std::string device = "cuda";  ///< "cpu", "cuda", "mps" or "cuda:N"
    std::optional<std::uint32_t> numGpus;
    std::string maxGpuMemory;  ///< one limit for each GPU, as typed; "" for none
    /// What `**kwargs` put in the place of the options of above: device_map="sequential" (Manual:
    /// `givenMap`) and max_memory; nothing, and empty, where they have no such key.
    std::optional<Strategy> strategy{};
    DeviceMap givenMap{};
    std::vector<MemoryBudget> maxMemory{};
    [[nodiscard]] bool operator==(const LoadModelPreset& other) const;
};

/// Whether the function calls `model.to(device)`: everything ends on one device.
[[nodiscard]] bool endsOnOneDevice(const LoadModelPreset& preset);

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

/// Why a plan is planned and estimated but not loaded: its machine is not this one. Nothing where
/// it is. See plannedOnlyReason().
[[nodiscard]] std::optional<std::string> whyNotLoadedHere(const PlacementRequest& request);

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
