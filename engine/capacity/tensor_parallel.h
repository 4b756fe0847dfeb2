// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/engine_profile.h"
#include "engine/model/model_facts.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// What each of some equal cards holds of a model whose every layer is divided evenly among them:
/// projections by heads, feed-forward parts and experts by their inner width, tables and head by
/// vocabulary. Norms, routers, what is added after products are summed up, and what else the engine
/// does not divide, each card has whole.
struct ParallelShare {
    std::uint64_t cards = 1;
    std::vector<std::uint64_t> tensors;  ///< bytes on each card: every distinct tensor
    std::uint64_t weights = 0;           ///< their sum
    std::uint64_t whole = 0;             ///< of it, what each card has whole
    ModelFacts facts;                    ///< with one card's share of keys and values
    /// Layers as wide as one card computes them; of the head its part of the logits and then all of
    /// them, gathered.
    ModelShape shape;
    std::uint64_t hidden = 0;  ///< numbers a token that the cards sum up after each part of a layer

    /// "weights: 3.8 GiB divided among 4 cards, 1 MiB whole on each": for people.
    [[nodiscard]] Message explained(std::uint64_t inBlocks) const;
};

/// Errors: Unsupported (an engine, a class or a model of unknown heads that cannot be divided),
/// InvalidArgument that names the number which the cards do not divide.
[[nodiscard]] Result<ParallelShare> parallelShare(const PlacementPlan& plan,
                                                  const ModelFacts& facts,
                                                  const EngineProfile& engine, std::uint64_t cards);

/// Cards that divide every layer: as many as the workload says; else, of an engine that has no
/// device map, the most of one machine's GPUs that parallelShare() takes, unless a person or
/// `optimal` placed layers. 1: none do. `facts` may be null: nothing is known.
[[nodiscard]] std::uint64_t dividingCards(const PlacementPlan& plan, const ModelFacts* facts,
                                          const EngineProfile& engine, const Workload& workload);

}  // namespace stowage
