// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_steps.h"
#include "engine/load/execute/read_batches.h"

#include <cstdint>
#include <functional>

namespace stowage {

/// Makes the places of all tensors whose turn (turnsOf) is not after `turn`, as far as they are not
/// made, and perhaps those up to `ahead`: where another thread makes places meanwhile, the caller
/// waits for its own alone. From any thread.
using MakePlaces = std::function<Result<void>(std::uint32_t turn, std::uint32_t ahead)>;

/// The parallel part of `streamed`: workers claim ranges of the files, by the turns of what lies in
/// them, and bring them straight to the places, which are made a little before. The first part of a
/// large load, where no cache holds it, is read in several ways to choose the fastest. How it was
/// read is noted in the monitor.
/// Errors: Cancelled, OutOfMemory, Truncated, ReadFailed, DiskFull, WriteFailed, those of
/// makePlaces.
[[nodiscard]] Result<void> readInBulk(const LoadWork& work, const StagingRing& ring,
                                      const HostArenas& arenas, const MakePlaces& makePlaces);

}  // namespace stowage
