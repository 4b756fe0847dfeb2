// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_request.h"

#include <array>

namespace stowage {

namespace {

struct StrategyEntry {
    Strategy strategy;
    std::string_view name;
};

constexpr std::array<StrategyEntry, 5> kStrategies = {{{Strategy::Auto, "auto"},
                                                       {Strategy::Balanced, "balanced"},
                                                       {Strategy::BalancedLow0, "balanced_low_0"},
                                                       {Strategy::Sequential, "sequential"},
                                                       {Strategy::Manual, "manual"}}};

}  // namespace

std::string_view strategyName(Strategy strategy) {
    for (const StrategyEntry& entry : kStrategies) {
        if (entry.strategy == strategy) {
            return entry.name;
        }
    }
    return "manual";
}

Result<Strategy> strategyFromName(std::string_view name) {
    for (const StrategyEntry& entry : kStrategies) {
        if (entry.name == name && entry.strategy != Strategy::Manual) {
            return entry.strategy;
        }
    }
    return fail(ErrorCode::InvalidArgument,
                "There is no strategy \"" + std::string(name) +
                    "\"; choose auto, balanced, balanced_low_0 or sequential.");
}

std::string_view rulesName(PlacementRules rules) {
    return rules == PlacementRules::Transformers ? "transformers" : "accelerate";
}

Result<PlacementRules> rulesFromName(std::string_view name) {
    for (const PlacementRules rules : {PlacementRules::Accelerate, PlacementRules::Transformers}) {
        if (name == rulesName(rules)) {
            return rules;
        }
    }
    return fail(ErrorCode::InvalidArgument, "There are no rules \"" + std::string(name) +
                                                "\"; choose accelerate or transformers.");
}

}  // namespace stowage
