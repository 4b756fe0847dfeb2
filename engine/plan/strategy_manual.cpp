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
            ReferenceStep step;
            step.kind = ReferenceStep::Kind::Pinned;
            step.item = ReferenceItem::of(*module);
            step.device = static_cast<std::uint32_t>(outcome.trace.devices.size());
            outcome.trace.devices.push_back(ReferenceKey::fromDevice(device));
            outcome.trace.steps.push_back(step);
        }
    }
    return outcome;
}

}  // namespace stowage
