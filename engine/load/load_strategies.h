// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_steps.h"

namespace stowage {

/// `streamed`: every destination is allocated first (Module.to's order), then workers claim
/// ranges of the file and bring them straight to their place.
/// Errors: Cancelled, DeviceOutOfMemory, OutOfMemory, Truncated, ReadFailed, DiskFull, WriteFailed.
[[nodiscard]] Result<void> loadStreamed(const LoadWork& work);

/// `naive`: the lesson's baseline, for real. Initial weights on the host; moved tensor by tensor
/// to their devices; the whole state dict onto the devices beside them; every tensor copied; the
/// dict freed. What is placed on disk goes there from the host's state dict.
[[nodiscard]] Result<void> loadNaive(const LoadWork& work);

}  // namespace stowage
