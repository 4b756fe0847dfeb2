// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan_diff.h"

#include <string>

namespace stowage {

/// The object of `diff --json` (command-line.md): {"moved": [{"module", "from", "to", "bytes"}],
/// "bytes_moved"}, with "pairs" (bytes and modules by devices), "budgets" and "reasons". A device
/// is null where the map covers the module not.
[[nodiscard]] std::string diffToJson(const PlanDiff& diff);

}  // namespace stowage
