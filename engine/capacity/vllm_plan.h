// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/engine_profile.h"
#include "engine/model/model_facts.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// Options of vLLM, and the card, by which it plans.
struct VllmSetting {
    std::uint64_t batchedTokens = 0;             ///< --max-num-batched-tokens
    std::uint64_t stages = 1;                    ///< of a pipeline
    unsigned capability = 0;                     ///< CatalogueCard::computeCapability; 0: not known
    bool schedulesAhead = true;                  ///< --async-scheduling, its default
    bool cachesPrefixes = true;                  ///< --enable-prefix-caching, its default
    std::optional<std::uint64_t> blockTokens{};  ///< --block-size; nothing: as its backend has it
};

/// How vLLM lays out the caches of a model on one GPU: v1/core/kv_cache_planning.py of the release
/// that its profile names. All caches draw blocks from one pool. A value.
struct VllmPlan {
    /// Layers that keep the same, in groups of which each has a block of its own for the same
    /// tokens.
    struct Kind {
        enum class Keeps { All, Window, Chunk, States, Encoder };
        Keeps keeps = Keeps::All;
        std::uint64_t layers = 0;
        std::uint64_t groups = 1;
        std::uint64_t window = 0;  ///< tokens of a window or a chunk
    };
    std::vector<Kind> kinds;
    std::uint64_t blockTokens = 16;
    std::uint64_t pageBytes = 0;      ///< of a block in one layer
    std::uint64_t bytesPerBlock = 0;  ///< of the pool: the widest group's layers
    std::uint64_t inFlight = 0;       ///< tokens of passes that are scheduled at once
    std::uint64_t batchedTokens = 0;
    std::uint64_t stateBlocks = 1;  ///< of a sequence in each group of states

    /// The same on a GPU that runs some of the layers alone, of each kind as many as `layers` says:
    /// its blocks are narrower.
    [[nodiscard]] VllmPlan ofStage(const std::vector<std::uint64_t>& layers) const;
    /// Blocks that one request of so many tokens takes at most.
    [[nodiscard]] std::uint64_t blocksOf(std::uint64_t tokens) const;
    /// Those of them that hold states.
    [[nodiscard]] std::uint64_t blocksOfStates() const;
    /// Whether vLLM starts with so many bytes for its caches: one request of `tokens` and one
    /// unused block have to fit.
    [[nodiscard]] bool accepts(std::uint64_t available, std::uint64_t tokens) const;
    /// The longest request with which it starts, up to `most`; 0: none. What its refusal names as
    /// the estimated maximum model length.
    [[nodiscard]] std::uint64_t longest(std::uint64_t available, std::uint64_t most) const;
    /// Blocks of the pool.
    [[nodiscard]] std::uint64_t blocks(std::uint64_t available) const;
    /// Requests of so many tokens that run at once, as its log says.
    [[nodiscard]] double concurrency(std::uint64_t available, std::uint64_t tokens) const;
};

/// Nothing where what the model keeps is not known, or more than 64 bits can count. `facts` are
/// those of one card's share. Error: as kvTypeFor().
[[nodiscard]] Result<std::optional<VllmPlan>> vllmPlan(const EngineProfile& engine,
                                                       const ModelFacts& facts,
                                                       const VllmSetting& setting,
                                                       const Workload& workload, DType computeType);

}  // namespace stowage
