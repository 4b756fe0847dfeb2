// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan_diff.h"

#include <string>

namespace stowage {

/// A comparison for people: bytes by device pair, modules with runs of numbered siblings drawn
/// together ("transformer.h.3 … 7"), limits that differ and what else does.
[[nodiscard]] std::string diffText(const PlanDiff& diff);

}  // namespace stowage
