// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

struct PlacementRequest;
struct PlacementPlan;
struct PlanIssue;

/// What people type into load_hf_model(device, num_gpus, max_gpu_memory), a habit of many serving
/// scripts: the first N GPUs, one uniform cap, or 85 % of what is free on each.
///
/// | numGpus | maxGpuMemory | placement |
/// | --- | --- | --- |
/// | none | – | auto over the visible GPUs |
/// | 1 | – | the whole model on GPU 0; verdict "no" with the numbers where it does not fit |
/// | N | given | auto under that cap on the N lowest GPUs, no "cpu" key |
/// | N | none | sequential under int(0.85 × free GiB) "GiB" on each, no "cpu" key |
///
/// `device` "cuda:1" puts all on that GPU, "cpu" all on the CPU. float16 on cuda and mps, the
/// stored dtype on the CPU, unless the request names a dtype.
struct LoadHabit {
    std::string device = "cuda";  ///< "cpu", "cuda", "mps" or "cuda:N"
    std::optional<std::uint32_t> numGpus;
    std::string maxGpuMemory;  ///< one limit for each GPU, as typed; "" for none
    friend bool operator==(const LoadHabit&, const LoadHabit&) = default;
};

/// Puts what the habit means into the request: strategy, budgets, dtype, or a given map, and the
/// habit itself. Doing it again changes nothing, so a plan's own request can be planned anew.
/// "Free" is what a device really has free. The original counts only its own process, and so
/// overfills a GPU that another program uses.
/// Errors: InvalidArgument for an unknown device, more GPUs than there are (with their count), a
/// size that is none.
[[nodiscard]] Result<PlacementRequest> withHabit(PlacementRequest request, const LoadHabit& habit);

/// What a person should know about a plan that follows from a habit: a GPU skipped for its little
/// memory (habit_gpu_skipped), the CPU left out (habit_no_cpu), a model too large for its one
/// device (habit_does_not_fit), an option without effect (habit_ignored), and what the original
/// would have believed where other programs use a GPU (habit_original_overfills,
/// habit_original_differs). Empty for a plan without a habit.
[[nodiscard]] std::vector<PlanIssue> habitIssues(const PlacementPlan& plan);

/// The size of the smallest GPU, as one types it: "24GiB", "320MiB"; of the `numGpus` lowest ones
/// where that is given. "" where there is no GPU of known size.
[[nodiscard]] std::string smallestGpuMemory(std::span<const DeviceInfo> devices,
                                            std::optional<std::uint32_t> numGpus = {});

}  // namespace stowage
