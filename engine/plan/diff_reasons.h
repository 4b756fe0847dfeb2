// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"

#include <string>
#include <vector>

namespace stowage {

/// What two requests for one model differ in, limits aside, a sentence each:
/// "Strategy: auto before, sequential after."
[[nodiscard]] std::vector<std::string> diffReasons(const PlacementRequest& before,
                                                   const PlacementRequest& after);

/// The classes in force as a list, "none" where everything may be split.
[[nodiscard]] std::string noSplitText(const PlacementRequest& request);

/// A habit as its options are typed: "--device cuda --num-gpus 2".
[[nodiscard]] std::string habitText(const LoadHabit& habit);

}  // namespace stowage
