// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// What one method would take, and what speaks against it; known before anything is read.
struct MethodPreflight {
    LoadMethod method = LoadMethod::Streamed;
    std::map<DeviceId, PredictedPeak> peaks;
    std::optional<std::uint64_t> hostAnonBytes;
    std::optional<double> seconds;
    std::string refusal;  ///< sentences with the numbers; "" where nothing speaks against it
    bool isOnlyOverRamLimit = false;  ///< see isOnlyRamLimitExceeded()
};

/// Whether nothing but the RAM limit of a schedule speaks against its load. A comparison and the
/// lesson run such a load all the same: that it is stopped at the limit is what they show.
[[nodiscard]] bool isOnlyRamLimitExceeded(const LoadSchedule& schedule);

/// That of one schedule.
[[nodiscard]] MethodPreflight preflightOf(const LoadSchedule& schedule);

/// Every method's, in the order of allLoadMethods(). Blocks for milliseconds a method: run it in a
/// worker. Nothing is written anywhere. `ramLimit`: the most RAM that each may hold, bytes.
[[nodiscard]] std::vector<MethodPreflight> preflightMethods(
    const std::shared_ptr<const PlacementPlan>& plan,
    const std::shared_ptr<const Checkpoint>& checkpoint,
    const std::shared_ptr<const MachineRates>& rates, std::optional<std::uint64_t> ramLimit,
    const std::stop_token& stop);

}  // namespace stowage
