// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/place_again.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/plan_figures.h"
#include "engine/plan/plan_ground.h"
#include "engine/plan/plan_issues.h"
#include "engine/plan/plan_overlay.h"
#include "engine/plan/plan_trace.h"

namespace stowage {

namespace {

Result<void> checkRequest(const PlacementRequest& request) {
    if (!request.tree) {
        return fail(ErrorCode::InvalidArgument, "There is no model to place; open one first.");
    }
    const auto unknown = [&](const ModuleMoves& modules) -> const std::string* {
        for (const auto& [path, device] : modules) {
            if (!request.tree->findModule(path) && !request.tree->findTensor(path)) {
                return &path;
            }
        }
        return nullptr;
    };
    const std::string* path = unknown(request.constraints.pins);
    if (path == nullptr) {
        path = unknown(request.moves);
    }
    if (path != nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    "The model has no module \"" + *path +
                        "\"; give a module's full path, as inspect lists them.",
                    {}, *path);
    }
    return {};
}

StrategyOutcome runStrategy(const PlacementRequest& request, const PlanFacts& facts,
                            std::stop_token stop) {
    switch (request.strategy) {
        case Strategy::Auto:
        case Strategy::Balanced:
        case Strategy::BalancedLow0:
            return runBalanced(request, facts, stop);
        case Strategy::Sequential:
            return runSequential(request, facts, stop);
        case Strategy::Manual:
            break;
    }
    return runManual(request);
}

Unexpected stopped() {
    return fail(ErrorCode::Cancelled, "Planning was stopped.");
}

Result<std::shared_ptr<const PlanGround>> layGround(const PlacementRequest& request,
                                                    std::shared_ptr<const PlanFacts> facts,
                                                    std::stop_token stop) {
    StrategyOutcome outcome = runStrategy(request, *facts, stop);
    if (outcome.cancelled || stop.stop_requested()) {
        return stopped();
    }
    if (outcome.failure && outcome.failure->type == "RuntimeError") {
        return fail(ErrorCode::InvalidArgument,
                    "Accelerate's balanced strategies take no limit for the disk, which has none; "
                    "leave disk out of the limits or choose sequential.",
                    {}, "disk");
    }
    return std::make_shared<const PlanGround>(std::move(facts), std::move(outcome));
}

/// The plan of a request on its ground. `before` is null, or another plan on the same ground.
std::shared_ptr<PlacementPlan> planOn(std::shared_ptr<const PlanGround> ground,
                                      PlacementRequest request, const PlacementPlan* before) {
    auto plan = std::make_shared<PlacementPlan>();
    plan->request = std::move(request);
    plan->ground = std::move(ground);
    const StrategyOutcome& outcome = plan->ground->outcome;
    LaidOverMap laid{plan->ground->map.map(), {}};
    if (outcome.failure) {
        plan->accelerateError = accelerateErrorText(*outcome.failure, plan->request.rules);
        laid.places = plan->ground->map.places();
    } else {
        laid = layOver(*plan->request.tree, plan->ground->map, plan->request.moves,
                       *plan->ground->facts->storageOwners, plan->request.constraints.pins);
    }
    plan->map = std::move(laid.map);
    plan->warnings = outcome.notes.warnings;
    for (const auto& [level, text] : outcome.notes.log) {
        if (level == "WARNING") {
            plan->warnings.push_back(text);
        }
    }
    fillFigures(*plan, laid.places, before);
    addIssues(*plan, laid.places);
    judge(*plan);
    return plan;
}

}  // namespace

Result<std::shared_ptr<PlacementPlan>> placeAgain(const PlacementRequest& asked,
                                                  const PlacementPlan* before,
                                                  std::stop_token stop) {
    auto resolved =
        asked.habit ? withHabit(asked, *asked.habit, stop) : Result<PlacementRequest>(asked);
    if (!resolved) {
        return resolved.unexpected();
    }
    if (const auto checked = checkRequest(*resolved); !checked) {
        return checked.unexpected();
    }
    if (stop.stop_requested()) {
        return stopped();
    }
    const auto known = before != nullptr && before->ground ? before->ground->facts : nullptr;
    auto ground = layGround(*resolved, factsFor(*resolved, known), stop);
    if (!ground) {
        return ground.unexpected();
    }
    return planOn(std::move(*ground), std::move(*resolved), nullptr);
}

Result<std::shared_ptr<PlacementPlan>> placeMoved(PlacementRequest request,
                                                  const PlacementPlan& before,
                                                  std::stop_token stop) {
    // A strategy plans around pins.
    if (!before.ground || request.constraints.pins != before.request.constraints.pins) {
        return placeAgain(request, &before, stop);
    }
    return planOn(before.ground, std::move(request), &before);
}

Result<std::shared_ptr<const PlacementPlan>> place(const PlacementRequest& request,
                                                   std::stop_token stop) {
    auto plan = placeAgain(request, nullptr, stop);
    if (!plan) {
        return plan.unexpected();
    }
    return std::shared_ptr<const PlacementPlan>(std::move(*plan));
}

}  // namespace stowage
