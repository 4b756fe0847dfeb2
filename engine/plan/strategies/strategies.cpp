// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/strategies/strategies.h"

#include "engine/base/strings.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/apply_moves.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/strategies/accelerate_strategies.h"
#include "engine/plan/strategies/diffusers_strategy.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {

namespace {

/// The given map as it stands, or the one that was found; pins are laid over it.
Result<StrategyOutcome> runGiven(const PlacementRequest& request, const PlanFacts& /*facts*/,
                                 std::stop_token /*stop*/) {
    StrategyOutcome outcome;
    outcome.budgets = requestedMemory(request, outcome.notes);
    outcome.map = withMoves(*request.tree, request.givenMap, request.constraints.pins);
    for (const auto& [path, device] : request.constraints.pins) {
        if (const auto module = request.tree->findModule(path)) {
            InferStep step;
            step.kind = InferStep::Kind::Pinned;
            step.item = TreeItem::of(*module);
            step.device = static_cast<std::uint32_t>(outcome.trace.devices.size());
            outcome.trace.devices.push_back(DeviceKey::fromDevice(device));
            outcome.trace.steps.push_back(step);
        }
    }
    return outcome;
}

/// Over a pipeline the word has the meaning that diffusers gives it.
Result<StrategyOutcome> runEitherBalanced(const PlacementRequest& request, const PlanFacts& facts,
                                          std::stop_token stop) {
    return isPipeline(*request.tree) ? runPipelineBalanced(request, facts, std::move(stop))
                                     : runBalanced(request, facts, std::move(stop));
}

/// A new strategy is an enumerator and a row before the last one, behind Accelerate's.
constexpr std::array kRows{
    StrategyRow{Strategy::Auto, "auto", StrategyOwner::Accelerate, runBalanced},
    StrategyRow{Strategy::Balanced, "balanced", StrategyOwner::Accelerate, runEitherBalanced},
    StrategyRow{Strategy::BalancedLow0, "balanced_low_0", StrategyOwner::Accelerate, runBalanced},
    StrategyRow{Strategy::Sequential, "sequential", StrategyOwner::Accelerate, runSequential},
    StrategyRow{Strategy::Optimal, "optimal", StrategyOwner::Stowage, runGiven},
    StrategyRow{Strategy::Manual, "manual", StrategyOwner::Person, runGiven}};

}  // namespace

std::span<const StrategyRow> strategies() {
    return std::span(kRows).first(kRows.size() - 1);
}

std::span<const StrategyRow> accelerateStrategies() {
    const auto others = std::ranges::find_if(strategies(), [](const StrategyRow& row) {
        return row.owner != StrategyOwner::Accelerate;
    });
    return strategies().first(static_cast<std::size_t>(others - strategies().begin()));
}

const StrategyRow& strategyRow(Strategy strategy) {
    const auto found = std::ranges::find(kRows, strategy, &StrategyRow::strategy);
    return found != kRows.end() ? *found : kRows.back();
}

StrategyOwner strategyOwner(const PlacementRequest& request) {
    const bool isDiffusers = request.strategy == Strategy::Balanced && request.tree != nullptr &&
                             isPipeline(*request.tree);
    return isDiffusers ? StrategyOwner::Diffusers : strategyRow(request.strategy).owner;
}

std::string_view rulesInForce(const PlacementRequest& request) {
    return strategyOwner(request) == StrategyOwner::Diffusers ? "diffusers"
                                                              : rulesName(request.rules);
}

std::string_view strategyName(Strategy strategy) {
    return strategyRow(strategy).name;
}

Result<Strategy> strategyFromName(std::string_view name) {
    const auto found = std::ranges::find(strategies(), name, &StrategyRow::name);
    if (found != strategies().end()) {
        return found->strategy;
    }
    const auto rows = strategies();
    return fail(
        ErrorCode::InvalidArgument,
        say("There is no strategy \"%1\"; choose %2 or %3.", name,
            joinedText(rows.first(rows.size() - 1), ", ", &StrategyRow::name), rows.back().name));
}

std::string strategyNames(std::string_view last, std::span<const StrategyRow> rows) {
    std::string names(rows.front().name);
    for (const StrategyRow& row : rows.subspan(1)) {
        names += &row == &rows.back() ? last : ", ";
        names += row.name;
    }
    return names;
}

}  // namespace stowage
