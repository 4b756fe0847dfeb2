// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/model/pretrained_models.h"
#include "engine/plan/placement_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// A module that Accelerate uses elsewhere than the plan says.
struct PlacedElsewhere {
    std::string module;  ///< or a tensor
    DeviceId planned;
    DeviceId there;
};

/// Why the model is none that one call of from_pretrained, or one command of an engine, loads:
/// a pipeline is several. Nothing of other models.
[[nodiscard]] std::optional<Message> whyNotOneModel(const ModuleTree& tree);

/// The plan as Python that runs as it is: imports, device map (flat, see flatMap(), under the
/// library's names of the modules), max_memory
/// with a limit for each GPU and CPU of it, quantisation, and the `from_pretrained` call with
/// dtype, offload folder and offload_buffers where the plan has them. What the call cannot say and
/// what the plan's problems are stands above it as comments.
[[nodiscard]] std::string pythonScript(const PlacementPlan& plan, const PretrainedSource& source);

/// What of the plan the script cannot say: source.notExpressed and what follows from the plan.
[[nodiscard]] std::vector<NotExpressed> notExpressed(const PlacementPlan& plan,
                                                     const PretrainedSource& source);

/// Where from_pretrained and dispatch_model put something else than the map says: a tensor's own
/// entry within a module's (hooks know modules only), and tied weights on two GPUs (they are tied
/// again after they were placed); and experts of a layer that the library has in one parameter.
[[nodiscard]] std::vector<PlacedElsewhere> placedElsewhere(const PlacementPlan& plan,
                                                           const PretrainedSource& source = {});

}  // namespace stowage
