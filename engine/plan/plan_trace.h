// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/plan_basis.h"

#include <optional>
#include <string>

namespace stowage {

/// What was first refused on a device.
struct FirstRefusal {
    std::string module;
    double needed = 0;
    double reserved = 0;
};
/// Nothing where the planner never came to the device, or refused nothing there.
[[nodiscard]] std::optional<FirstRefusal> firstRefusal(const PlacementPlan& plan, DeviceId device);

/// "Accelerate fails here: …" (or "transformers fails here: …") with the cause and what would
/// avoid it.
[[nodiscard]] Message accelerateErrorText(const PythonException& failure, PlacementRules rules);

}  // namespace stowage
