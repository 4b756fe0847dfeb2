// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_steps.h"
#include "engine/load/execute/read_batches.h"

namespace stowage {

/// The parallel part of `streamed`: workers claim ranges of the files and bring them straight to
/// the places, which exist already. The first part of a large load, where no cache holds it, is
/// read in several ways to choose the fastest. How it was read is noted in the monitor.
/// Errors: Cancelled, OutOfMemory, Truncated, ReadFailed, DiskFull, WriteFailed.
[[nodiscard]] Result<void> readInBulk(const LoadWork& work, const StagingRing& ring,
                                      const HostArenas& arenas);

}  // namespace stowage
