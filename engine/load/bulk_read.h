// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_steps.h"

namespace stowage {

/// The parallel part of `streamed`: workers claim ranges of the files and bring them straight to
/// the places, which exist already.
/// Errors: Cancelled, OutOfMemory, Truncated, ReadFailed, DiskFull, WriteFailed.
[[nodiscard]] Result<void> readInBulk(const LoadWork& work, const StagingRing& ring);

}  // namespace stowage
