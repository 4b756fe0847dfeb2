// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/plan/accelerate/types.h"
#include "engine/plan/placement_request.h"

#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace stowage {

struct PlanFacts;
struct StrategyOutcome;

/// What diffusers takes a pipeline's model for, which it builds on the meta device and casts: bytes
/// in the request's dtype (nothing: as stored). Tied weights count under each of their names, since
/// there (`_load_empty_model` under init_empty_weights) they are not tied.
[[nodiscard]] PythonNumber pipelineModelSize(const PlanFacts& facts, ModuleId model);

/// The request's budgets as get_max_memory returns them; `notes` hears of unknown GPUs.
[[nodiscard]] MaxMemory givenMemory(const PlacementRequest& request, AccelerateNotes& notes);
/// The same less what transformers' rules keep back of budgets that nobody typed.
[[nodiscard]] MaxMemory requestedMemory(const PlacementRequest& request, AccelerateNotes& notes);

/// Whose rules a strategy follows: what it does, and where it fails, is said in that name.
enum class StrategyOwner { Accelerate, Diffusers, Stowage, Person };

/// One strategy: all that menus, options, previews and tests need to know of it.
struct StrategyRow {
    Strategy strategy;
    std::string_view name;  ///< "balanced_low_0", as --strategy and device_map take it
    StrategyOwner owner;    ///< of a single model's plan; see strategyOwner()
    /// A pure function of the request; `facts` are those of the request. Errors: what the strategy
    /// refuses outright, so that there is no plan. What Accelerate itself would raise is no error
    /// but part of the outcome. Where it is stopped the outcome is thrown away.
    Result<StrategyOutcome> (*run)(const PlacementRequest& request, const PlanFacts& facts,
                                   std::stop_token stop);
};

/// Every strategy that plans by itself, in the order in which people are shown them; the first one
/// is the default. Strategy::Manual, a given map, is not among them.
[[nodiscard]] std::span<const StrategyRow> strategies();
/// Those of them that are Accelerate's, and that transformers takes by name.
[[nodiscard]] std::span<const StrategyRow> accelerateStrategies();
/// Of Strategy::Manual as well.
[[nodiscard]] const StrategyRow& strategyRow(Strategy strategy);

/// Whose rules a request's strategy follows: `balanced` over a pipeline is diffusers'.
[[nodiscard]] StrategyOwner strategyOwner(const PlacementRequest& request);

/// Whose rules they are, by name: "accelerate", "transformers" or "diffusers".
[[nodiscard]] std::string_view rulesInForce(const PlacementRequest& request);

[[nodiscard]] std::string_view strategyName(Strategy strategy);
/// Errors: InvalidArgument, which names those of strategies().
[[nodiscard]] Result<Strategy> strategyFromName(std::string_view name);
/// Their names for a sentence, with `last` before the last one: "a, b or c".
[[nodiscard]] std::string strategyNames(std::string_view last,
                                        std::span<const StrategyRow> rows = strategies());

}  // namespace stowage
