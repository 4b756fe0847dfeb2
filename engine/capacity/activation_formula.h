// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/engine_profile.h"
#include "engine/device/device_info.h"
#include "engine/plan/workload.h"

#include <cstdint>

namespace stowage {

/// One pass of some tokens through a model, as the formula sees it.
struct PassShape {
    std::uint64_t sequences = 1;
    std::uint64_t tokens = 1;  ///< of each, that go in
    std::uint64_t seen = 1;    ///< of each, that they attend to: themselves and those before
    std::uint64_t bytes = 4;   ///< of a number
    AttentionKind attention = AttentionKind::Eager;
    /// Scores of one sequence at a time, as this program's executor has them and image towers with
    /// windows; else of all at once.
    bool isRagged = false;
    /// A graph laid out before it runs: scores are normed in place, beside a mask in float32.
    bool isGraph = false;
};

/// The widest moment of a layer, and what it is made of.
struct ActivationPeak {
    std::uint64_t bytes = 0;
    Message explained;  ///< "residual + normed + 3 × 14,336 × 4,096 tokens × 2 B"
};

/// Tokens of all sequences together that the engine runs on this card before any comes; 0: it runs
/// none but what comes.
[[nodiscard]] std::uint64_t startTokens(const EngineProfile& engine, const Workload& workload,
                                        const DeviceInfo& card);

/// The largest set of a layer's numbers that live at once (docs/spec/memory.md §5): of its norm,
/// its projections, its rotary positions, its scores and its feed-forward part the widest moment.
/// A mixture sends all tokens to the same experts, the worst that can be.
[[nodiscard]] ActivationPeak blockActivations(const BlockShape& block, const PassShape& pass);

/// Logits of so many rows, in the dtype of compute.
[[nodiscard]] std::uint64_t logitBytes(const HeadShape& head, std::uint64_t rows,
                                       std::uint64_t bytes);

}  // namespace stowage
