// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_overlay.h"
#include "engine/plan/plan_strategy.h"

namespace stowage {

StrategyOutcome runManual(const PlacementRequest& request) {
    StrategyOutcome outcome;
    outcome.budgets = requestedMemory(request, outcome.notes);
    outcome.map = withMoves(*request.tree, request.givenMap, request.constraints.pins);
    for (const auto& [path, device] : request.constraints.pins) {
        if (const auto module = request.tree->findModule(path)) {
            outcome.steps.push_back({ReferenceStep::Kind::Pinned, ReferenceItem::of(*module),
                                     ReferenceKey::fromDevice(device), ReferenceNumber{}});
        }
    }
    return outcome;
}

}  // namespace stowage
