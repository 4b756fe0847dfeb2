// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/plan/plan_edit.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage {

/// What became of a device map that a person typed, pasted or dropped: where it cannot be read, or
/// what the plan would be with it. A strategy's name and the limits of devices are read as well.
struct MapCheck {
    std::optional<Error> error;  ///< with the byte offset in the text where it is known
    /// The text that can be put in its place, where signs that are not Python's are what is wrong.
    std::optional<std::string> mended{};
    PlanEdit edit{};  ///< valid without an error: SetMapEdit, SetStrategyEdit or SetBudgetEdit
    std::shared_ptr<const PlacementPlan> plan{};  ///< of `edit`; null with an error
};

/// Parses `text` and plans with it. Takes as long as planning: run it in a worker.
[[nodiscard]] MapCheck checkMapText(const PlacementPlan& current, const std::string& text,
                                    std::stop_token stop);

}  // namespace stowage
