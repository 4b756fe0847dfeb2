// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stowage {

struct PlacementRequest;

/// What people type into load_hf_model(device, num_gpus, max_gpu_memory), a habit of many serving
/// scripts: the first N GPUs, one uniform cap, or 85 % of what is free on each.
///
/// | numGpus | maxGpuMemory | placement |
/// | --- | --- | --- |
/// | none | – | auto over the visible GPUs |
/// | 1 | – | the whole model on GPU 0, or an error with the numbers |
/// | N | given | auto under that cap on the GPUs 0 … N−1, no "cpu" key |
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

/// Puts what the habit means into the request: strategy, budgets, dtype, or a given map.
/// "Free" is what a device really has free. The original counts only its own process, and so
/// overfills a GPU that another program uses.
/// Errors: InvalidArgument for an unknown device, more GPUs than there are (with their count), a
/// size that is none, a model that does not fit on its one GPU (with the numbers).
[[nodiscard]] Result<PlacementRequest> withHabit(PlacementRequest request, const LoadHabit& habit);

}  // namespace stowage
