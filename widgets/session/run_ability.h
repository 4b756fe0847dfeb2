// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/plan/placement_plan.h"
#include "engine/run/run_model.h"

namespace stowage {

/// What a planned model is to whoever would run it, known from its tensors' names and shapes and
/// its config.json, before a byte of it is loaded. Reads that file: run it in a worker.
/// Errors: those of runModelOf(), which say why the model cannot be run.
[[nodiscard]] Result<RunTraits> runTraitsOf(const PlacementPlan& plan,
                                            const Checkpoint& checkpoint);

}  // namespace stowage
