// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// What one method would take of host and time under a plan: predicted.
struct MethodPrediction {
    LoadMethod method = LoadMethod::Streamed;
    std::uint64_t peakHostAnon = 0;  ///< bytes above the baseline
    std::optional<double> seconds;   ///< nothing without a calibrated disk
};

/// Every method, in their usual order; also for a tree without weights, then without times.
/// Empty where no schedule can be made (a checkpoint of another model, an uncovered tensor).
[[nodiscard]] std::vector<MethodPrediction> predictMethods(
    const std::shared_ptr<const PlacementPlan>& plan,
    const std::shared_ptr<const Checkpoint>& checkpoint,
    const std::shared_ptr<const MachineRates>& rates);

}  // namespace stowage
