// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_plan.h"
#include "engine/plan/plan_figures.h"
#include "engine/plan/plan_issues.h"
#include "engine/plan/plan_overlay.h"
#include "engine/plan/plan_strategy.h"
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

StrategyOutcome runStrategy(const PlacementRequest& request, std::stop_token stop) {
    switch (request.strategy) {
        case Strategy::Auto:
        case Strategy::Balanced:
        case Strategy::BalancedLow0:
            return runBalanced(request, stop);
        case Strategy::Sequential:
            return runSequential(request, stop);
        case Strategy::Manual:
            break;
    }
    return runManual(request);
}

}  // namespace

Result<std::shared_ptr<const PlacementPlan>> place(const PlacementRequest& asked,
                                                   std::stop_token stop) {
    std::optional<PlacementRequest> resolved;
    if (asked.habit) {
        auto meant = withHabit(asked, *asked.habit);
        if (!meant) {
            return meant.unexpected();
        }
        resolved = std::move(*meant);
    }
    const PlacementRequest& request = resolved ? *resolved : asked;
    if (const auto checked = checkRequest(request); !checked) {
        return checked.unexpected();
    }
    StrategyOutcome outcome = runStrategy(request, stop);
    if (outcome.cancelled || stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "Planning was stopped.");
    }
    if (outcome.failure && outcome.failure->type == "RuntimeError") {
        return fail(ErrorCode::InvalidArgument,
                    "Accelerate's balanced strategies take no limit for the disk, which has none; "
                    "leave disk out of the limits or choose sequential.",
                    {}, "disk");
    }
    auto plan = std::make_shared<PlacementPlan>();
    plan->request = request;
    if (outcome.failure) {
        plan->accelerateError = accelerateErrorText(*outcome.failure, request.rules);
    } else {
        plan->map = withMoves(*request.tree, outcome.map, request.moves);
    }
    plan->trace =
        std::make_shared<const std::vector<PlacementDecision>>(decisionsOf(request, outcome));
    plan->warnings = outcome.notes.warnings;
    for (const auto& [level, text] : outcome.notes.log) {
        if (level == "WARNING") {
            plan->warnings.push_back(text);
        }
    }
    fillFigures(*plan, outcome);
    addIssues(*plan);
    judge(*plan);
    return std::shared_ptr<const PlacementPlan>(std::move(plan));
}

}  // namespace stowage
