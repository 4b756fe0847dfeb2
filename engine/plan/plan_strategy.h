// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"
#include "engine/plan/reference_planner.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

struct PlanFacts;

/// What a strategy hands to place(): Accelerate's own result, nothing laid over it yet.
struct StrategyOutcome {
    DeviceMap map;
    std::vector<ReferenceItem> items;  ///< what the map's entries are; empty: not known
    ReferenceTrace trace;
    std::vector<std::pair<ReferenceKey, ReferenceNumber>> reserves;
    ReferenceBudgets budgets;  ///< those that placement worked with, after balancing
    ReferenceNotes notes;
    std::optional<ReferenceFailure> failure;  ///< Accelerate raises this; the map is empty
    bool cancelled = false;
};

/// One strategy a file. Pure functions of the request; `facts` are those of the request.
[[nodiscard]] StrategyOutcome runSequential(const PlacementRequest& request, const PlanFacts& facts,
                                            std::stop_token stop);
/// auto, balanced (the same) and balanced_low_0.
[[nodiscard]] StrategyOutcome runBalanced(const PlacementRequest& request, const PlanFacts& facts,
                                          std::stop_token stop);
/// The given map as it stands; pins are laid over it.
[[nodiscard]] StrategyOutcome runManual(const PlacementRequest& request);

/// The classes in force: the request's, or the architecture's own.
[[nodiscard]] const std::vector<std::string>& noSplitInForce(const PlacementRequest& request);

/// The request's budgets as get_max_memory returns them; `notes` hears of unknown GPUs.
[[nodiscard]] ReferenceBudgets requestedMemory(const PlacementRequest& request,
                                               ReferenceNotes& notes);
[[nodiscard]] ReferenceDtypes requestedDtypes(const PlacementRequest& request);

/// infer_auto_device_map with the request's flags; fills the outcome.
void inferInto(StrategyOutcome& outcome, const PlacementRequest& request, const PlanFacts& facts,
               const ReferenceBudgets& budgets, std::stop_token stop);

}  // namespace stowage
