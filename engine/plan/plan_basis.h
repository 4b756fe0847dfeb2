// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/model/quantized_weights.h"
#include "engine/plan/accelerate/infer_device_map.h"
#include "engine/plan/placement_request.h"
#include "engine/plan/resolved_map.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

class AllocatorGrowth;

/// The classes in force: the request's, or the architecture's own.
[[nodiscard]] const std::vector<std::string>& noSplitInForce(const PlacementRequest& request);

/// What all plans of a tree share as long as dtype, quantisation, rules and no-split classes stay:
/// found once, then handed from plan to plan. Immutable.
struct PlanFacts {
    /// The request must have a tree.
    explicit PlanFacts(const PlacementRequest& request);
    /// True where these are the facts of that request too.
    [[nodiscard]] bool holdFor(const PlacementRequest& request) const;

    std::shared_ptr<const ModuleTree> tree;
    std::optional<DType> dtype;
    std::optional<Quantization> quantization;
    std::shared_ptr<const QuantizedWeights> quantized;  ///< null: nothing is quantised
    PlacementRules rules;
    std::vector<std::string> noSplit;  ///< the classes in force
    AccelerateModel model;
    std::shared_ptr<const std::vector<TensorId>> storageOwners;  ///< by StorageId
    /// Planned, by StorageId: exact, with a quantised weight's scales.
    std::vector<std::uint64_t> storageBytes;
    /// Storages in the order in which torch's Module._apply first meets them.
    std::vector<StorageId> applyOrder;
    /// The first of the largest layers that a plan starts with, and its size.
    std::optional<TreeItem> largestLayer;
    double largestLayerBytes = 0;
};

/// Those of `known` where they hold for the request, else new ones. `known` may be null.
[[nodiscard]] std::shared_ptr<const PlanFacts> factsFor(
    const PlacementRequest& request, const std::shared_ptr<const PlanFacts>& known);

/// A storage's tensor, and of a quantised weight its scales, each a block of its own.
void allocateStorage(const PlanFacts& facts, StorageId storage, AllocatorGrowth& allocator);

/// What a strategy hands to place(): its own result, nothing laid over it yet.
struct StrategyOutcome {
    DeviceMap map;
    std::vector<TreeItem> items;  ///< what the map's entries are; empty: not known
    InferTrace trace;
    std::vector<std::pair<DeviceKey, PythonNumber>> reserves;
    MaxMemory budgets;  ///< those that placement worked with, after balancing
    AccelerateNotes notes;
    std::optional<PythonException> failure;  ///< Accelerate raises this; the map is empty
    bool cancelled = false;
    std::shared_ptr<const OptimalProof> proof{};  ///< of Strategy::Optimal alone
};

/// What a plan stands on before moves by hand are laid over it: a strategy's own outcome, and where
/// that puts every tensor. Plans that differ by moves alone share it, so that a move runs no
/// strategy again. Immutable.
struct StrategyResult {
    StrategyResult(std::shared_ptr<const PlanFacts> itsFacts, StrategyOutcome itsOutcome)
        : facts(std::move(itsFacts)),
          outcome(std::move(itsOutcome)),
          map(*facts->tree, outcome.map, outcome.items) {}

    std::shared_ptr<const PlanFacts> facts;
    StrategyOutcome outcome;
    ResolvedMap map;
};

/// What was first refused on a device.
struct FirstRefusal {
    std::string module;
    double needed = 0;
    double reserved = 0;
};
/// Nothing where the planner never came to the device, or refused nothing there.
[[nodiscard]] std::optional<FirstRefusal> firstRefusal(const PlacementPlan& plan, DeviceId device);

/// "Accelerate fails here: …" (or "transformers fails here: …") with the cause and what would
/// avoid it.
[[nodiscard]] Message accelerateErrorText(const PythonException& failure, PlacementRules rules);

}  // namespace stowage
