// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/plan_judge.h"

namespace stowage {

/// Has plans with the most room judged, for keys and values of a context or of a pipeline's stages,
/// then the fastest of those with as much; tells the judge how much no plan exceeds. Blocks.
/// Errors: those of PlanJudge::judge().
[[nodiscard]] Result<void> searchRoom(PlanJudge& judge);

}  // namespace stowage
