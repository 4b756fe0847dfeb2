// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <cstdint>

namespace stowage {

/// Fills predictedPeaks and predictedHostAnonBytes by walking the method's allocations through
/// the allocator model of each GPU and through the host's arenas over time, and preflight with
/// what will not fit: a GPU's capacity, the host's memory (simulated GPUs live there too), the
/// offload folder's file system. `schedule` is complete but for these.
void predictLoad(LoadSchedule& schedule);

/// Bytes of a stored tensor once it lies in C order, in the stored dtype.
[[nodiscard]] std::uint64_t denseBytes(const StoredTensor& stored);

}  // namespace stowage
