// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/placement_request.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// A module (or a bare tensor) all of whose weights lie on one device in the first map and on
/// another one in the second. The largest such modules are listed; their parts are not.
struct MovedModule {
    std::string module;  ///< path; a tensor's name where a module's own tensor moved alone
    std::optional<DeviceId> from;  ///< nothing: the first map does not cover it
    std::optional<DeviceId> to;
    std::uint64_t bytes = 0;  ///< in the planned dtype, each tied tensor once, with its owner
};

/// Bytes that go from one device to another.
struct MovedBytes {
    std::optional<DeviceId> from;
    std::optional<DeviceId> to;
    std::uint64_t bytes = 0;
    std::uint32_t modules = 0;
};

/// A limit that is not the same in both plans; nothing: no limit.
struct BudgetChange {
    DeviceId device;
    std::optional<double> before;
    std::optional<double> after;
};

/// Two placements of one model, compared.
struct PlanDiff {
    std::vector<MovedModule> moved;     ///< in tree order
    std::vector<MovedBytes> pairs;      ///< most bytes first
    std::uint64_t bytesMoved = 0;       ///< the sum of `moved`
    std::vector<BudgetChange> budgets;  ///< empty where both were planned with the same limits
    /// What else differs: strategy, rules, dtype, no-split classes, pins, moves by hand; a
    /// sentence each. "Same machine, other map" is explained by these.
    std::vector<Message> reasons;
};

/// `before` and `after` must be plans of equal trees.
[[nodiscard]] PlanDiff diffPlans(const PlacementPlan& before, const PlacementPlan& after);

/// The object of `diff --json` (docs/spec/command-line.md): {"moved": [{"module", "from", "to",
/// "bytes"}], "bytes_moved"}, with "pairs" (bytes and modules by devices), "budgets" and "reasons".
/// A device is null where the map covers the module not.
[[nodiscard]] std::string diffToJson(const PlanDiff& diff);

/// What one strategy would make of a request.
struct StrategyPreview {
    Strategy strategy = Strategy::Auto;
    /// Null where the strategy refuses the request outright; `refusal` says why.
    std::shared_ptr<const PlacementPlan> plan;
    Message refusal;
};

/// Each of strategies(), in their order, under the request's limits, pins, classes and dtype; moves
/// by hand, a given map and a preset are left out, and `optimal` where the request has no search.
/// Cancelled: what was done so far.
[[nodiscard]] std::vector<StrategyPreview> previewStrategies(const PlacementRequest& request,
                                                             std::stop_token stop = {});

/// What keeping one class whole does to a plan, found by planning without it.
struct NoSplitEffect {
    std::string className;
    std::uint32_t modules = 0;  ///< how many modules of the class the tree has
    /// The plan with the class left out of the no-split classes; null where that is refused.
    std::shared_ptr<const PlacementPlan> without;
    PlanDiff diff;  ///< from the plan as it is to the one without
    Message text;   ///< one sentence: "Without GPT2Block, 81.0 MiB would leave the CPU: …"
};

/// One effect for each no-split class in force, in their order. Cancelled: those done so far.
[[nodiscard]] std::vector<NoSplitEffect> noSplitEffects(const PlacementPlan& plan,
                                                        std::stop_token stop = {});

}  // namespace stowage
