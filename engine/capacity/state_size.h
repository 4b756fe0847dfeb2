// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/engine_profile.h"
#include "engine/model/model_facts.h"
#include "engine/plan/workload.h"

#include <cstdint>

namespace stowage {

/// What an engine keeps of a workload's sequences in recurrent and convolution layers. Bytes.
struct StateSize {
    std::uint64_t convolution = 0;  ///< of one layer, all sequences together
    std::uint64_t recurrent = 0;    ///< the same
    std::uint64_t ofSequence = 0;   ///< of one sequence in all layers
    std::uint64_t bytes = 0;        ///< of all sequences in all layers
    Message explained;              ///< the formula with its numbers
};

/// By the engine's own rules, which its profile has (EngineProfile::state). Error: LimitExceeded
/// where it is more than 2 × 10^17 bytes.
[[nodiscard]] Result<StateSize> stateSize(const EngineProfile::StateRules& rules,
                                          const StateFacts& state, const Workload& workload,
                                          DType computeType);

}  // namespace stowage
