// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_steps.h"
#include "engine/load/program/load_program.h"

namespace stowage {

/// Runs a program over real memory and files, step by step; BulkRead alone works in parallel.
/// Between any two steps, and every few MiB inside of one, it waits while paused and stops when
/// asked to. What it allocated goes with it unless it became a tensor's place.
/// Errors: Cancelled, DeviceOutOfMemory and OutOfMemory (with the tensor, the device, what was
/// needed and what is free), Truncated, ReadFailed, DiskFull, WriteFailed, Unsupported.
[[nodiscard]] Result<void> runProgram(const LoadWork& work, const LoadProgram& program);

}  // namespace stowage
