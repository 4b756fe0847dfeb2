// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/logs/engine_log.h"
#include "engine/model/model_facts.h"

#include <string>
#include <vector>

namespace stowage {

/// What PyTorch's sentence means, a line each: what was asked for and which tensors of the plan are
/// of that size, on which device, what was held by whom, what would help. "" where the log has no
/// such sentence. `facts` may be null; `remedies` are those
/// of CapacityAnswers.
[[nodiscard]] Message outOfMemoryText(const EngineLog& log, const CapacityEstimate& estimate,
                                      const ModelFacts* facts,
                                      const std::vector<CapacityChange>& remedies);

}  // namespace stowage
