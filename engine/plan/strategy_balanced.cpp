// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_strategy.h"

namespace stowage {

StrategyOutcome runBalanced(const PlacementRequest& request, std::stop_token stop) {
    StrategyOutcome outcome;
    BalanceOptions options;
    options.memoryWasUnset = request.budgetsAreDefaults;
    options.lowZero = request.strategy == Strategy::BalancedLow0;
    options.noSplit = noSplitInForce(request);
    const ReferenceBudgets budgets = requestedMemory(request, outcome.notes);
    auto balanced =
        balancedMemory(*request.tree, budgets, requestedDtypes(request), options, outcome.notes);
    if (const auto* const failure = failureOf(balanced)) {
        outcome.failure = *failure;
        outcome.budgets = budgets;
        return outcome;
    }
    inferInto(outcome, request, std::get<ReferenceBudgets>(balanced), stop);
    return outcome;
}

}  // namespace stowage
