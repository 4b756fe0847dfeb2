// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/map/resolved_map.h"
#include "engine/plan/plan_facts.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {

/// What a strategy hands to place(): its own result, nothing laid over it yet.
struct StrategyOutcome {
    DeviceMap map;
    std::vector<TreeItem> items;  ///< what the map's entries are; empty: not known
    InferTrace trace;
    std::vector<std::pair<DeviceKey, PythonNumber>> reserves;
    MaxMemory budgets;  ///< those that placement worked with, after balancing
    AccelerateNotes notes;
    std::optional<PythonException> failure;  ///< Accelerate raises this; the map is empty
    bool cancelled = false;
};

/// What a plan stands on before moves by hand are laid over it: a strategy's own outcome, and where
/// that puts every tensor. Plans that differ by moves alone share it, so that a move runs no
/// strategy again. Immutable.
struct StrategyResult {
    StrategyResult(std::shared_ptr<const PlanFacts> itsFacts, StrategyOutcome itsOutcome)
        : facts(std::move(itsFacts)),
          outcome(std::move(itsOutcome)),
          map(*facts->tree, outcome.map, outcome.items) {}

    std::shared_ptr<const PlanFacts> facts;
    StrategyOutcome outcome;
    ResolvedMap map;
};

}  // namespace stowage
