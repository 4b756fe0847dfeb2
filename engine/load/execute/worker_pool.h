// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <stop_token>

namespace stowage {

/// One worker's whole work; `index` counts from 0. The token stops it when the job is cancelled
/// or another worker has failed.
using WorkerFunction = std::function<Result<void>(unsigned index, std::stop_token stop)>;

/// Runs `count` workers and returns when all have ended: success, or the first failure in time.
/// The caller's thread calls `onTick` some 25 times a second meanwhile. Memory that runs out in a
/// worker becomes OutOfMemory.
[[nodiscard]] Result<void> runWorkers(unsigned count, const std::stop_token& stop,
                                      const WorkerFunction& work,
                                      const std::function<void()>& onTick);

}  // namespace stowage
