// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_facts.h"
#include "engine/plan/plan_strategy.h"

namespace stowage {

StrategyOutcome runBalanced(const PlacementRequest& request, const PlanFacts& facts,
                            std::stop_token stop) {
    StrategyOutcome outcome;
    BalanceOptions options;
    options.memoryWasUnset = request.budgetsAreDefaults;
    options.lowZero = request.strategy == Strategy::BalancedLow0;
    options.noSplit = facts.noSplit;
    const ReferenceBudgets budgets = requestedMemory(request, outcome.notes);
    const ReferenceModel& model = facts.model;
    auto balanced = balancedMemory(model.tree(), model.sizes(), budgets, model.dtypes().rules,
                                   options, outcome.notes);
    if (const auto* const failure = failureOf(balanced)) {
        outcome.failure = *failure;
        outcome.budgets = budgets;
        return outcome;
    }
    inferInto(outcome, request, facts, std::get<ReferenceBudgets>(balanced), stop);
    return outcome;
}

}  // namespace stowage
