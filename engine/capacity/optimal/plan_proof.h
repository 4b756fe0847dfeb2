// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/plan_bound.h"
#include "engine/capacity/optimal/plan_judge.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace stowage {

/// "No plan can beat 41.3 ms a token; this one takes 41.3 ms." and what that rests on. `bound` may
/// be null; `sawAll`: every plan was compared.
[[nodiscard]] Message proofText(const OptimalProof& proof, const PlanBound* bound, bool sawAll);
/// The same of what is to be as much as can be.
[[nodiscard]] Message roomText(const OptimalProof& proof, const JudgedPlan& plan);
/// That no plan was found for the objective.
[[nodiscard]] Message noPlanText(Objective objective, bool sawAll);

/// Why plans that carry the work have nothing of an objective that is to be as much as can be.
[[nodiscard]] Message noCachesText(Objective objective);

/// The least share by which a rate of GPUs, the CPU, links or the disk may be off, either way,
/// before another of these plans is faster than the one that takes `seconds`; nothing where none
/// is.
[[nodiscard]] std::optional<double> robustWithin(const SearchModel& model,
                                                 std::span<const PricedLayout> plans,
                                                 double seconds);

/// Every layout of a small model that holds by addition and takes no longer than `seconds`, the
/// best first; nothing where there are too many to look at.
[[nodiscard]] std::optional<std::vector<PricedLayout>> allLayouts(const SearchModel& model,
                                                                  double seconds,
                                                                  std::uint64_t& explored,
                                                                  const std::stop_token& stop);

}  // namespace stowage
