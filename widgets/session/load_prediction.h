// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// What a load with one method would take, known before it starts.
struct LoadPrediction {
    LoadMethod method = LoadMethod::Streamed;
    /// The GPU that lacks the most for its peak, else the one with the highest; nothing: none is
    /// used.
    std::optional<DeviceId> device;
    std::uint64_t allocated = 0;  ///< there
    std::uint64_t reserved = 0;   ///< there
    std::uint64_t hostAnonBytes = 0;
    std::optional<double> seconds;      ///< nothing without a calibration of this machine
    std::uint64_t missingOnDevice = 0;  ///< there, for the peak
    std::uint64_t missingOnHost = 0;    ///< of the RAM that the plan's CPU has free
    std::string problem;                ///< why no schedule can be made; "" otherwise
};

/// Schedules every method without running it. Blocks for milliseconds a method: run it in a
/// worker. Nothing is written anywhere. `rates` (may be null) give the times.
[[nodiscard]] std::vector<LoadPrediction> predictLoads(
    const std::shared_ptr<const PlacementPlan>& plan,
    const std::shared_ptr<const Checkpoint>& checkpoint,
    const std::shared_ptr<const MachineRates>& rates, std::stop_token stop);

}  // namespace stowage
