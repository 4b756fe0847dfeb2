// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/plan_bound.h"
#include "engine/capacity/optimal/plan_pool.h"

#include <optional>
#include <span>
#include <string>

namespace stowage {

/// "No plan can beat 41.3 ms a token; this one takes 41.3 ms." and what that rests on. `bound` may
/// be null; `sawAll`: every plan was compared.
[[nodiscard]] Message proofText(const OptimalProof& proof, const PlanBound* bound, bool sawAll);
/// That no plan carries the work, as far as that is known.
[[nodiscard]] Message noPlanText(bool sawAll);

/// The least share by which a rate of GPUs, the CPU, links or the disk may be off, either way,
/// before another of these plans is faster than the one that takes `seconds`; nothing where none
/// is.
[[nodiscard]] std::optional<double> robustWithin(const SearchModel& model,
                                                 std::span<const PricedLayout> plans,
                                                 double seconds);

}  // namespace stowage
