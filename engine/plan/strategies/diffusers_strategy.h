// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"
#include "engine/plan/placement_request.h"

#include <stop_token>

namespace stowage {

struct PlanFacts;
struct StrategyOutcome;

/// What diffusers takes a pipeline's model for, which it builds on the meta device and casts: bytes
/// in the request's dtype (nothing: as stored). Tied weights count under each of their names, since
/// there (`_load_empty_model` under init_empty_weights) they are not tied.
[[nodiscard]] PythonNumber pipelineModelSize(const PlanFacts& facts, ModuleId model);

/// StrategyRow::run of `balanced` over a pipeline, whose models are the root's children: what
/// DiffusionPipeline.from_pretrained(device_map="balanced") does
/// (`_assign_components_to_devices`, diffusers 0.42): models, the largest first, go whole to the
/// GPUs in turn, the GPU with the largest limit first, there and back; one that the GPU whose turn
/// it is has no room for goes to the CPU, and that GPU is asked again. Sizes are those of
/// pipelineModelSize(). Pinned models are passed over, and count against their device.
[[nodiscard]] Result<StrategyOutcome> runPipelineBalanced(const PlacementRequest& request,
                                                          const PlanFacts& facts,
                                                          std::stop_token stop);

}  // namespace stowage
