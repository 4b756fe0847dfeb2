// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan_facts.h"
#include "engine/plan/plan_strategy.h"
#include "engine/plan/resolved_map.h"

#include <memory>

namespace stowage {

/// What a plan stands on before moves by hand are laid over it: a strategy's own outcome, and where
/// that puts every tensor. Plans that differ by moves alone share it, so that a move runs no
/// strategy again. Immutable.
struct PlanGround {
    PlanGround(std::shared_ptr<const PlanFacts> itsFacts, StrategyOutcome itsOutcome)
        : facts(std::move(itsFacts)),
          outcome(std::move(itsOutcome)),
          map(*facts->tree, outcome.map, outcome.items) {}

    std::shared_ptr<const PlanFacts> facts;
    StrategyOutcome outcome;
    ResolvedMap map;
};

}  // namespace stowage
